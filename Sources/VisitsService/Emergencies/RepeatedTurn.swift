/// Work that is asked for many times at once, and done by one: once more at the end when it was asked for meanwhile.
struct RepeatedTurn {
  private var isUnderWay = false
  private var isWanted = false

  /// Whether who asks is to do it.
  mutating func begins() -> Bool {
    defer { (isUnderWay, isWanted) = (true, isUnderWay) }
    return !isUnderWay
  }

  /// Whether who has done it is to do it once more.
  mutating func goesOn() -> Bool {
    defer { (isUnderWay, isWanted) = (isWanted, false) }
    return isWanted
  }
}
