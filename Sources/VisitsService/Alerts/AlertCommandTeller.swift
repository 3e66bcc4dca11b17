import VisitsModel

/// The rules that limit the notices about the operator's command for alerts: one when it begins to fail, and one when it
/// works again, each with the number of runs that have failed.
///
/// The command works again when it has succeeded and no alert waits for another run. So a command that takes all alerts
/// but one does not come and go in the journal.
struct AlertCommandTeller: Sendable {
  private static let hour: Int64 = 3_600_000

  /// The alerts whose last run failed.
  private var waiting: Set<AlertID> = []
  /// The number of runs that have failed since the command worked, as far as the journal knows.
  private var failures = 0
  /// Whether the journal knows that the command fails.
  private var isTold = false
  private var budget = TellingBudget(12, andEvery: 2 * hour)

  /// Returns the notice about a run that has failed; `nil` if the journal knows, or has heard of it too often.
  mutating func failed(_ alert: AlertID, _ outcome: CommandOutcome, at now: Instant) -> VisitsService.Notice? {
    waiting.insert(alert)
    failures += 1
    guard !isTold, budget.spend(at: now) else { return nil }
    isTold = true
    return .alertCommandFails(runs: failures, outcome)
  }

  /// Returns the notice about a run that has succeeded; `nil` if the journal does not know of a failure, or if other
  /// alerts still wait.
  mutating func succeeded(_ alert: AlertID) -> VisitsService.Notice? {
    waiting.remove(alert)
    guard isTold, waiting.isEmpty else { return nil }
    defer { (isTold, failures) = (false, 0) }
    return .alertCommandWorks(failedRuns: failures)
  }

  /// Returns the notice that the command was taken away; `nil` if the journal does not know of a failure. The alerts that
  /// waited for another run need none any more.
  mutating func ended() -> VisitsService.Notice? {
    waiting = []
    defer { (isTold, failures) = (false, 0) }
    return isTold ? .alertCommandGone(failedRuns: failures) : nil
  }

  /// Records that an alert needs no further run, because it was resolved or acknowledged.
  mutating func dropped(_ alert: AlertID) { waiting.remove(alert) }
}
