/// A clock that stands: who sleeps on it wakes when cancelled only, so that nothing happens because time goes by.
struct StandingClock: Clock {
  typealias Instant = ContinuousClock.Instant

  let now = ContinuousClock.now
  let minimumResolution = Duration.nanoseconds(1)

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    if deadline <= now { return }
    let (never, end) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    withExtendedLifetime(end) {}
    try Task.checkCancellation()
  }
}
