/// Practice on a goal: trials, each a success or not, from a start to an end (seed 004).
///
/// Its trials are kept beside it; it holds how many count.
package struct GoalSession: Sendable, Hashable {
  /// The most trials that a session can have, those that were taken back among them. A long one has some hundreds.
  package static let mostTrials = 5000

  /// When something happened, and how we know.
  package struct Mark: Sendable, Hashable {
    /// When it happened, as corrected by the difference of the clocks.
    package var at: Instant
    /// When we heard of it.
    package var receivedAt: Instant
    /// How we know.
    package var method: Check.Method
    /// Who told it, as the audit names them.
    package var by: String
    /// Whether the device's clock was plainly wrong.
    package var isClockSuspect: Bool

    /// A mark as it was reported.
    package init(at: Instant, receivedAt: Instant, method: Check.Method, by: String, isClockSuspect: Bool = false) {
      self.at = at
      self.receivedAt = receivedAt
      self.method = method
      self.by = by
      self.isClockSuspect = isClockSuspect
    }

    /// When it happened at the latest, whatever a clock that runs ahead has told.
    package var reckoned: Instant { min(at, receivedAt) }
  }

  /// How it ended.
  package struct End: Sendable, Hashable {
    /// When, and how we know.
    package var mark: Mark
    /// Whether nobody said so: its visit ended, or another of the worker's began.
    package var isDerived: Bool

    /// An end.
    package init(_ mark: Mark, isDerived: Bool = false) {
      self.mark = mark
      self.isDerived = isDerived
    }
  }

  /// The trial that was recorded or taken back last.
  package struct LastTrial: Sendable, Hashable {
    /// Its number.
    package var number: Int
    /// Whether it was a success.
    package var isSuccess: Bool
    /// Whether it was taken back.
    package var isTakenBack: Bool
    /// When it was.
    package var at: Instant

    /// A trial.
    package init(number: Int, isSuccess: Bool, isTakenBack: Bool, at: Instant) {
      self.number = number
      self.isSuccess = isSuccess
      self.isTakenBack = isTakenBack
      self.at = at
    }
  }

  /// The id.
  package var id: SessionID
  /// Who practises with the client.
  package var worker: WorkerID
  /// Who practises.
  package var client: ClientID
  /// What is practised.
  package var goal: GoalID
  /// During which visit.
  package var visit: VisitID?
  /// When it began.
  package var start: Mark
  /// How it ended; `nil`: it is running.
  package var end: End?
  /// How many trials count.
  package var trials: Int
  /// How many of these were a success.
  package var successes: Int
  /// The trial that was recorded or taken back last.
  package var lastTrial: LastTrial?
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// A session; version and instant are set by the store when it is kept.
  package init(
    id: SessionID, worker: WorkerID, client: ClientID, goal: GoalID, visit: VisitID? = nil, start: Mark,
    end: End? = nil, trials: Int = 0, successes: Int = 0, lastTrial: LastTrial? = nil, version: Int = 0,
    updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.worker = worker
    self.client = client
    self.goal = goal
    self.visit = visit
    self.start = start
    self.end = end
    self.trials = trials
    self.successes = successes
    self.lastTrial = lastTrial
    self.version = version
    self.updatedAt = updatedAt
  }
}

extension GoalSession {
  /// Whether it has not ended.
  package var isRunning: Bool { end == nil }

  /// Successes of the trials, 0 to 1; `nil`: there are no trials.
  package var successRate: Double? { trials == 0 ? nil : Double(successes) / Double(trials) }

  /// Seconds from its start to its end, or until now.
  package func duration(now: Instant) -> Int {
    Int(max(0, start.at.milliseconds(to: end?.mark.at ?? now)) / 1000)
  }
}
