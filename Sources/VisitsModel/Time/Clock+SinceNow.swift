extension Clock where Duration == Swift.Duration {
  /// A stopwatch that starts now: it tells how much time has passed on this clock.
  package func sinceNow() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
