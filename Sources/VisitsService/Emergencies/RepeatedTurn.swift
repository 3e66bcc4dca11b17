/// Lets one caller do a piece of work that several callers request at the same time. If the work is requested again
/// while it is being done, the same caller does it once more.
struct RepeatedTurn {
  private var isUnderWay = false
  private var isWanted = false

  /// Records a request for the work. Returns `true` if the caller must do the work, and `false` if another caller is
  /// already doing it.
  mutating func begins() -> Bool {
    defer { (isUnderWay, isWanted) = (true, isUnderWay) }
    return !isUnderWay
  }

  /// Records that the work is done. Returns `true` if it was requested meanwhile, so that the same caller must do it
  /// once more.
  mutating func goesOn() -> Bool {
    defer { (isUnderWay, isWanted) = (isWanted, false) }
    return isWanted
  }
}
