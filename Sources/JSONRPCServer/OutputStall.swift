/// Detects that a peer has stopped reading. The number of unread bytes is checked ``looks`` times within the time that
/// a peer may read nothing.
struct OutputStall {
  /// The number of consecutive checks without progress after which the peer counts as stalled.
  static let looks = 4

  private var left = Int.max
  private var stalledLooks = 0

  /// Records a check. Returns whether the peer has read nothing in the last ``looks`` checks.
  ///
  /// - Parameter left: The number of bytes that the peer has not read at this time.
  mutating func isStalled(left: Int) -> Bool {
    stalledLooks = left < self.left ? 0 : stalledLooks + 1
    self.left = left
    return stalledLooks >= Self.looks
  }
}
