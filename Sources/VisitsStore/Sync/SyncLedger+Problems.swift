package import VisitsModel

extension SyncLedger {
  /// Notes a problem; one that is open already, or is being tried again, is met once more, with what is said of it now.
  /// What was overruled stands by itself each time.
  package func note(_ problem: SyncProblem, at now: Instant) throws {
    try db.run(
      """
      INSERT INTO problems (kind, subject, words, code, detail, since) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (subject, kind) WHERE settledAt IS NULL AND kind <> 'overruled'
      DO UPDATE SET words = excluded.words, code = excluded.code, detail = excluded.detail, times = times + 1,
        retriedAt = NULL
      """,
      [
        .text(problem.kind.rawValue), .text(problem.subject), .text(problem.words), Bound(problem.code),
        Bound(problem.detail), Bound(now),
      ])
  }

  /// Notes a problem that has a name, unless it is open already.
  package func noteOnce(_ problem: SyncProblem, at now: Instant) throws {
    let isOpen = try db.first(
      "SELECT 1 FROM problems WHERE subject = ? AND kind = ? AND code = ? AND settledAt IS NULL",
      [.text(problem.subject), .text(problem.kind.rawValue), Bound(problem.code)]
    ) { _ in true }
    if isOpen == nil { try note(problem, at: now) }
  }

  /// Notes a problem unless the very same was noted before, whether or not somebody has seen to it since.
  package func noteUnlessTold(_ problem: SyncProblem, at now: Instant) throws {
    let isTold = try db.first(
      "SELECT 1 FROM problems WHERE subject = ? AND kind = ? AND code = ? AND detail = ?",
      [.text(problem.subject), .text(problem.kind.rawValue), Bound(problem.code), Bound(problem.detail)]
    ) { _ in true }
    if isTold == nil { try note(problem, at: now) }
  }

  /// What is parked of a subject is tried again: it is no problem until it is met once more.
  package func retry(_ subject: String, at now: Instant) throws {
    try db.run(
      "UPDATE problems SET retriedAt = ? WHERE subject = ? AND kind = 'parked' AND settledAt IS NULL",
      [Bound(now), .text(subject)])
  }

  /// A problem is over. It stays on record.
  ///
  /// - Parameters:
  ///   - by: Who saw to it; `upstream` where it is over by itself.
  ///   - reason: Why, in their words.
  package func settle(
    _ kind: SyncProblem.Kind, of subject: String, by: String, reason: String? = nil, at now: Instant
  ) throws {
    try db.run(
      """
      UPDATE problems SET settledAt = ?, settledBy = ?, reason = ?
      WHERE subject = ? AND kind = ? AND settledAt IS NULL
      """, [Bound(now), .text(by), Bound(reason), .text(subject), .text(kind.rawValue)])
  }
}

extension StoreReader {
  /// The problems that nobody has settled or tries again, the oldest first.
  ///
  /// - Parameter number: Only those that were noted after the one of this number.
  package func problems(after number: Int64 = 0) throws -> [KeptProblem] {
    try db.all(
      """
      SELECT number, kind, subject, words, code, detail, since, times FROM problems
      WHERE settledAt IS NULL AND retriedAt IS NULL AND number > ? ORDER BY number
      """, [.integer(number)]
    ) {
      var problem = SyncProblem(try $0.named(1, "kind"), $0.text(2), words: $0.text(3), detail: $0.textIfAny(5))
      problem.code = $0.textIfAny(4)
      return KeptProblem(number: $0.integer(0), problem: problem, since: $0.instant(6), times: $0.int(7))
    }
  }

  /// The open problem of a kind with a subject. Of overruled values a subject may have several; they are not found so.
  package func problem(_ kind: SyncProblem.Kind, of subject: String) throws -> SyncProblem? {
    try db.first(
      """
      SELECT words, code, detail FROM problems
      WHERE subject = ? AND kind = ? AND settledAt IS NULL AND kind <> 'overruled' AND retriedAt IS NULL
      """, [.text(subject), .text(kind.rawValue)]
    ) {
      var problem = SyncProblem(kind, subject, words: $0.text(0), detail: $0.textIfAny(2))
      problem.code = $0.textIfAny(1)
      return problem
    }
  }

  /// Whether a record could not be taken in for a reason that concerns a thing.
  ///
  /// - Parameters:
  ///   - code: The reason.
  ///   - detail: The thing.
  package func isUnread(code: String, detail: String) throws -> Bool {
    try db.first(
      """
      SELECT 1 FROM problems
      WHERE settledAt IS NULL AND kind <> 'overruled' AND retriedAt IS NULL AND kind = 'unread' AND code = ? AND detail = ?
      """, [.text(code), .text(detail)]
    ) { _ in true } ?? false
  }

  /// The records that could not be taken in, and the searches that came to nothing.
  package func unreadSubjects() throws -> Set<String> {
    Set(try db.all("SELECT subject FROM problems WHERE settledAt IS NULL AND kind = 'unread'") { $0.text(0) })
  }

  /// How many problems of each kind are open.
  package func problemCounts() throws -> [SyncProblem.Kind: Int] {
    let counts = try db.all(
      "SELECT kind, count(*) FROM problems WHERE settledAt IS NULL AND retriedAt IS NULL GROUP BY kind"
    ) { (kind: try $0.named(0, "kind") as SyncProblem.Kind, count: $0.int(1)) }
    return Dictionary(counts.map { ($0.kind, $0.count) }, uniquingKeysWith: +)
  }

  /// Where a thing stands with upstream.
  package func syncState(of thing: SyncThing) throws -> SyncState {
    let (topic, id) = try thing.place
    let isParked = try db.first("SELECT isParked FROM outbox WHERE topic = ? AND thing = ?", [topic, id]) {
      $0.truth(0)
    }
    if let isParked { return isParked ? .parked : .pending }
    if try isDiscarded(thing) { return .local }
    let isAgreed = try db.first("SELECT 1 FROM agreed WHERE topic = ? AND thing = ?", [topic, id]) { _ in true }
    return try isAgreed == nil || hasChangedAlone(thing) ? .local : .synced
  }

  /// Whether a person has decided that what differs here of a thing is not sent.
  package func isDiscarded(_ thing: SyncThing) throws -> Bool {
    let (topic, id) = try thing.place
    return try db.first("SELECT 1 FROM discarded WHERE topic = ? AND thing = ?", [topic, id]) { _ in true } ?? false
  }

  /// Whether a thing has changed while there was no upstream, and does not wait yet.
  private func hasChangedAlone(_ thing: SyncThing) throws -> Bool {
    let table: String
    switch thing.parts?.topic {
    case .visit: table = "visits"
    case .emergency: table = "emergencies"
    case .taskRecord: table = "taskRecords"
    case .goal: table = "goals"
    case .session: table = "sessions"
    case .worker, .client, .place, nil: return false
    }
    return try db.first(
      "SELECT 1 FROM server, \(table) WHERE id = ? AND change > aloneSince", [thing.place.id]
    ) { _ in true } ?? false
  }
}
