import VisitsModel

/// The reason why a long change ends early. The change is rolled back.
enum Interruption: Error {
  case isStopping
  case takesTooLong(limit: Duration)

  /// The refusal for the caller.
  var refusal: Refusal {
    switch self {
    case .isStopping: .unavailable(.shuttingDown)
    case .takesTooLong(let limit): .takesTooLong(seconds: limit.components.seconds)
    }
  }
}

/// The time limit of a long change.
struct Patience {
  /// Whether long changes must end.
  let isStopping: @Sendable () -> Bool
  /// The time since a fixed moment, by a monotonic clock.
  let elapsed: @Sendable () -> Duration
  /// The value of `elapsed` when the writer began the group.
  let begun: Duration

  /// Returns the reason why a change must end here; `nil` if it may continue.
  func interruption(of request: ChangeRequest) -> Interruption? {
    guard let longest = request.longest else { return nil }
    if isStopping() { return .isStopping }
    return elapsed() - begun > longest ? .takesTooLong(limit: longest) : nil
  }
}
