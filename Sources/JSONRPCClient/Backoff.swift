/// The pauses between attempts to connect: 50 ms, doubling to 2 s, until the server has answered.
struct Backoff: Sendable {
  private static let first = Duration.milliseconds(50)
  private static let longest = Duration.seconds(2)
  private var pause = Self.first

  /// Returns the pause before the next attempt.
  mutating func next() -> Duration {
    defer { pause = min(pause * 2, Self.longest) }
    return pause
  }

  /// Begins with the first pause again.
  mutating func reset() { pause = Self.first }
}
