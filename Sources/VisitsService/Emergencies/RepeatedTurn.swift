/// Combines simultaneous requests for the same work: one caller does it, and does it once more if it was requested
/// meanwhile.
struct RepeatedTurn {
  private var isUnderWay = false
  private var isWanted = false

  /// Records a request for the work. Returns whether the caller must do it.
  mutating func begins() -> Bool {
    defer { (isUnderWay, isWanted) = (true, isUnderWay) }
    return !isUnderWay
  }

  /// Records that the work is done. Returns whether the same caller must do it once more.
  mutating func goesOn() -> Bool {
    defer { (isUnderWay, isWanted) = (isWanted, false) }
    return isWanted
  }
}
