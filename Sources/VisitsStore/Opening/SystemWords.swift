import Glibc

/// The system's words for its error numbers.
enum SystemWords {
  /// The number of a name that nothing has.
  static let noSuchFile = ENOENT

  /// "No space left on device".
  static func of(_ number: Int32) -> String {
    var words = [CChar](repeating: 0, count: 128)
    strerror_r(number, &words, words.count)
    return String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether it says that the disk, or the user's share of it, is full.
  static func isFull(_ number: Int32) -> Bool { number == ENOSPC || number == EDQUOT }
}
