/// How often something happened within the last minute, counted in pieces of five seconds.
package struct RateWindow: Sendable, Hashable {
  private static let piece: Int64 = 5000
  private static let pieces = 12

  private var counts = [Int](repeating: 0, count: pieces)
  /// Which piece of time each count is of.
  private var numbers = [Int64](repeating: .min, count: pieces)

  /// Nothing has happened.
  package init() {}

  /// It happened so often at that moment.
  package mutating func add(_ count: Int, at now: Instant) {
    let number = Self.number(of: now)
    let index = Int(number % Int64(Self.pieces))
    if numbers[index] != number { (numbers[index], counts[index]) = (number, 0) }
    counts[index] += count
  }

  /// How often it happened in the minute up to that moment, which counts from a piece's beginning. After a clock that
  /// was set back, what is still to come is not counted.
  package func count(at now: Instant) -> Int {
    let last = Self.number(of: now)
    return zip(numbers, counts).reduce(0) { sum, piece in
      piece.0 <= last && piece.0 > last - Int64(Self.pieces) ? sum + piece.1 : sum
    }
  }

  private static func number(of now: Instant) -> Int64 { max(0, now.milliseconds) / piece }
}
