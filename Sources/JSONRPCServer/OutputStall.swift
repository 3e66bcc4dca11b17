/// Detects that a peer reads nothing. It is checked ``looks`` times within the allowed time.
struct OutputStall {
  /// The number of checks in a row that must find nothing read.
  static let looks = 4

  private var left = Int.max
  private var stalledLooks = 0

  /// Whether the peer has read nothing for the allowed time.
  ///
  /// - Parameter left: The number of unread bytes.
  mutating func isStalled(left: Int) -> Bool {
    stalledLooks = left < self.left ? 0 : stalledLooks + 1
    self.left = left
    return stalledLooks >= Self.looks
  }
}
