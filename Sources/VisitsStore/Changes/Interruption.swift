import VisitsModel

/// The reason why a long change ends early. The change is rolled back.
enum Interruption: Error {
  case isStopping
  case takesTooLong(limit: Duration, progress: Refusal.Progress?)

  /// The refusal that the caller of the change gets.
  var refusal: Refusal {
    switch self {
    case .isStopping: .unavailable(.shuttingDown)
    case .takesTooLong(let limit, let progress):
      .takesTooLong(seconds: limit.components.seconds, progress: progress)
    }
  }
}

/// The conditions under which a long change must end: the daemon stops, or the change exceeds its time limit.
struct Patience {
  /// Returns whether all long changes must end, because the daemon is stopping.
  let isStopping: @Sendable () -> Bool
  /// Returns the time since a fixed moment, by a monotonic clock.
  let elapsed: @Sendable () -> Duration
  /// The value of `elapsed` when the writer began to run the group of changes.
  let begun: Duration

  /// Returns the reason why the change of a request must end now; `nil` if it may continue. A change without a time
  /// limit always continues.
  ///
  /// - Parameter progress: How far the change is, as far as it tells.
  func interruption(of request: ChangeRequest, at progress: Refusal.Progress?) -> Interruption? {
    guard let longest = request.longest else { return nil }
    if isStopping() { return .isStopping }
    return elapsed() - begun > longest ? .takesTooLong(limit: longest, progress: progress) : nil
  }
}
