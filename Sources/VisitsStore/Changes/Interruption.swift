import VisitsModel

/// Why a change that takes its time ends before it is through. Nothing of it is kept.
enum Interruption: Error {
  case isStopping
  case takesTooLong(limit: Duration)

  /// The same, for its caller.
  var refusal: Refusal {
    switch self {
    case .isStopping: .unavailable(.shuttingDown)
    case .takesTooLong(let limit): .takesTooLong(seconds: limit.components.seconds)
    }
  }
}

/// How long a change may go on.
struct Patience {
  /// Whether all that takes its time is to end.
  let isStopping: @Sendable () -> Bool
  /// The time since any moment, by a clock that nobody sets.
  let elapsed: @Sendable () -> Duration
  /// That time when the writer took the change up.
  let begun: Duration

  /// Why a change has to end here; `nil`: it goes on.
  func interruption(of request: ChangeRequest) -> Interruption? {
    guard let longest = request.longest else { return nil }
    if isStopping() { return .isStopping }
    return elapsed() - begun > longest ? .takesTooLong(limit: longest) : nil
  }
}
