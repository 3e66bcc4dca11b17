import ChangeModel

/// Calls that change something, in any order, by anybody: not only that none is a fault of ours, but that each answer is
/// the right one.
enum ChangesTarget: FuzzTarget {
  private static let methods = Result { try ChangeRun.methods() }

  static func run(_ input: [UInt8]) {
    do {
      _ = try methods.get()
      try ChangeRun.check(input)
    } catch {
      demand(false, "\(error)")
    }
  }
}
