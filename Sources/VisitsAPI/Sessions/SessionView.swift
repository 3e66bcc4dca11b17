/// Whether a session is under way.
package enum SessionState: String, WireWord {
  case running
  case ended
}

/// A session: practice on a goal.
package struct SessionView: WireObject {
  /// Finished texts in the caller's language.
  package struct Display: WireObject {
    /// The client's name.
    package var client: String
    /// The worker's name.
    package var worker: String
    /// What is practised.
    package var goal: String
    /// "Nov 20".
    package var date: String
    /// "10:15 AM - 10:27 AM", or "Since 10:15 AM".
    package var time: String
    /// "10:15 AM".
    package var began: String
    /// "12 min".
    package var duration: String
    /// "80%".
    package var rate: String
    /// "8 of 10 trials successful (80%)".
    package var result: String
    /// "Running".
    package var status: String
    /// All of it, as a screen reader says it.
    package var spoken: String

    package init(
      client: String, worker: String, goal: String, date: String, time: String, began: String, duration: String,
      rate: String, result: String, status: String, spoken: String
    ) {
      self.client = client
      self.worker = worker
      self.goal = goal
      self.date = date
      self.time = time
      self.began = began
      self.duration = duration
      self.rate = rate
      self.result = result
      self.status = status
      self.spoken = spoken
    }

    package static let members: [Member<Display>] = [
      Member("client", { $0.client }, "The client's name."),
      Member("worker", { $0.worker }, "The worker's name."),
      Member("goal", { $0.goal }, "What is practised."),
      Member("date", { $0.date }, "The day on which it began, where the client is."),
      Member("time", { $0.time }, "From start to end, or since when."),
      Member("began", { $0.began }, "When it began: \"10:15 AM\"."),
      Member("duration", { $0.duration }, "\"12 min\"."),
      Member("rate", { $0.rate }, "\"80%\", or a dash without trials."),
      Member("result", { $0.result }, "\"8 of 10 trials successful (80%)\"."),
      Member("status", { $0.status }, "Whether it is under way, in words."),
      Member("spoken", { $0.spoken }, "All of it, as a screen reader says it."),
    ]
  }

  /// When something happened, and how we know.
  package struct Mark: WireObject {
    /// When it happened.
    package var at: Timestamp
    /// When we heard of it.
    package var receivedAt: Timestamp
    /// How we know: device, office, upstream.
    package var method: String
    /// Who told it.
    package var by: String
    /// Whether the clock that told it was plainly wrong.
    package var clockSuspect: Bool?

    package init(at: Timestamp, receivedAt: Timestamp, method: String, by: String, clockSuspect: Bool?) {
      self.at = at
      self.receivedAt = receivedAt
      self.method = method
      self.by = by
      self.clockSuspect = clockSuspect
    }

    package static let members: [Member<Mark>] = [
      Member("at", { $0.at }, "When it happened."),
      Member("receivedAt", { $0.receivedAt }, "When we heard of it."),
      Member("method", { $0.method }, "How we know: device, office, upstream."),
      Member("by", { $0.by }, "Who told it."),
      Member(optional: "clockSuspect", { $0.clockSuspect }, "True: the clock that told it was plainly wrong."),
    ]
  }

  /// The trial that was recorded or taken back last.
  package struct LastTrial: WireObject {
    /// Its number.
    package var number: Int
    /// Whether the client succeeded.
    package var success: Bool
    /// Whether it was taken back.
    package var takenBack: Bool
    /// When it was.
    package var at: Timestamp

    package init(number: Int, success: Bool, takenBack: Bool, at: Timestamp) {
      self.number = number
      self.success = success
      self.takenBack = takenBack
      self.at = at
    }

    package static let members: [Member<LastTrial>] = [
      Member("number", { $0.number }, "Its number."),
      Member("success", { $0.success }, "Whether the client succeeded."),
      Member("takenBack", { $0.takenBack }, "True: it counts no more."),
      Member("at", { $0.at }, "When it was."),
    ]
  }

  /// Finished texts in the caller's language.
  package var display: Display
  /// The id.
  package var id: String
  /// Who practises with the client.
  package var worker: String
  /// Who practises.
  package var client: String
  /// What is practised.
  package var goal: String
  /// During which visit.
  package var visit: String?
  /// Whether it is under way.
  package var state: SessionState
  /// How many trials count.
  package var trials: Int
  /// How many of these were a success.
  package var successes: Int
  /// Successes of the trials; null without trials.
  package var successRate: Double?
  /// Seconds.
  package var duration: Int
  /// When it began.
  package var start: Mark
  /// When it ended.
  package var end: Mark?
  /// Whether it ended because its visit did, or the worker's next one began.
  package var endDerived: Bool?
  /// The trial that was recorded or taken back last.
  package var lastTrial: LastTrial?
  /// Grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Timestamp

  package init(
    display: Display, id: String, worker: String, client: String, goal: String, visit: String?, state: SessionState,
    trials: Int, successes: Int, successRate: Double?, duration: Int, start: Mark, end: Mark?, endDerived: Bool?,
    lastTrial: LastTrial?, version: Int, updatedAt: Timestamp
  ) {
    self.display = display
    self.id = id
    self.worker = worker
    self.client = client
    self.goal = goal
    self.visit = visit
    self.state = state
    self.trials = trials
    self.successes = successes
    self.successRate = successRate
    self.duration = duration
    self.start = start
    self.end = end
    self.endDerived = endDerived
    self.lastTrial = lastTrial
    self.version = version
    self.updatedAt = updatedAt
  }

  package static let members: [Member<SessionView>] = [
    Member("display", { $0.display }, "Finished texts in the caller's language."),
    Member("id", { $0.id }, "The id."),
    Member("worker", { $0.worker }, "Who practises with the client."),
    Member("client", { $0.client }, "Who practises."),
    Member("goal", { $0.goal }, "What is practised."),
    Member(nullable: "visit", { $0.visit }, "During which visit."),
    Member("state", { $0.state }, "Whether it is under way."),
    Member("trials", { $0.trials }, "How many trials count."),
    Member("successes", { $0.successes }, "How many of these were a success."),
    Member(nullable: "successRate", { $0.successRate }, "successes / trials, 0 to 1; null without trials."),
    Member("duration", { $0.duration }, "Seconds from start to end; of one that is running, until now."),
    Member("start", { $0.start }, "When it began."),
    Member(nullable: "end", { $0.end }, "When it ended."),
    Member(optional: "endDerived", { $0.endDerived }, "True: nobody ended it, its visit or the worker's next one did."),
    Member(nullable: "lastTrial", { $0.lastTrial }, "The trial that was recorded or taken back last."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
  ]
}
