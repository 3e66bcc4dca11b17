/// Notices that a peer takes nothing of what waits for it. It is asked ``looks`` times in the time that is allowed.
struct OutputStall {
  /// How many looks in a row must find nothing taken.
  static let looks = 4

  private var left = Int.max
  private var stalledLooks = 0

  /// Whether the peer has taken nothing for as long as is allowed.
  ///
  /// - Parameter left: How many bytes wait for it.
  mutating func isStalled(left: Int) -> Bool {
    stalledLooks = left < self.left ? 0 : stalledLooks + 1
    self.left = left
    return stalledLooks >= Self.looks
  }
}
