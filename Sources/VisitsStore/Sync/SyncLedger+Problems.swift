package import VisitsModel

extension SyncLedger {
  /// Stores a problem. If the problem is open already or being retried, this counts the problem again and updates its
  /// text. Each overruled value is a problem of its own.
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

  /// Stores a problem with a code, unless a problem of the same subject, kind and code is open.
  package func noteOnce(_ problem: SyncProblem, at now: Instant) throws {
    let isOpen = try db.first(
      "SELECT 1 FROM problems WHERE subject = ? AND kind = ? AND code = ? AND settledAt IS NULL",
      [.text(problem.subject), .text(problem.kind.rawValue), Bound(problem.code)]
    ) { _ in true }
    if isOpen == nil { try note(problem, at: now) }
  }

  /// Stores a problem, unless the same problem with the same detail was stored before, open or settled.
  package func noteUnlessTold(_ problem: SyncProblem, at now: Instant) throws {
    let isTold = try db.first(
      "SELECT 1 FROM problems WHERE subject = ? AND kind = ? AND code = ? AND detail = ?",
      [.text(problem.subject), .text(problem.kind.rawValue), Bound(problem.code), Bound(problem.detail)]
    ) { _ in true }
    if isTold == nil { try note(problem, at: now) }
  }

  /// Marks the parked problem of a subject as being retried. The problem does not count until it occurs again.
  package func retry(_ subject: String, at now: Instant) throws {
    try db.run(
      "UPDATE problems SET retriedAt = ? WHERE subject = ? AND kind = 'parked' AND settledAt IS NULL",
      [Bound(now), .text(subject)])
  }

  /// Settles a problem. Its row stays.
  ///
  /// - Parameters:
  ///   - by: The name of the caller who settled the problem; `upstream` if the problem ended by itself.
  ///   - reason: The caller's reason.
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
  /// Returns the problems that are neither settled nor being retried, oldest first.
  ///
  /// - Parameter number: Only problems with a greater number than this.
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

  /// Returns the open problem of a kind about a subject. Returns `nil` for the kind `overruled`, because a subject can
  /// have several overruled values.
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

  /// Whether a pull could not store a record for a reason that concerns an entity.
  ///
  /// - Parameters:
  ///   - code: The code of the reason.
  ///   - detail: The entity, as `topic/id`.
  package func isUnread(code: String, detail: String) throws -> Bool {
    try db.first(
      """
      SELECT 1 FROM problems
      WHERE settledAt IS NULL AND kind <> 'overruled' AND retriedAt IS NULL AND kind = 'unread' AND code = ? AND detail = ?
      """, [.text(code), .text(detail)]
    ) { _ in true } ?? false
  }

  /// Returns the records that a pull could not store, and the searches that failed.
  package func unreadSubjects() throws -> Set<String> {
    Set(try db.all("SELECT subject FROM problems WHERE settledAt IS NULL AND kind = 'unread'") { $0.text(0) })
  }

  /// Returns the number of open problems of each kind.
  package func problemCounts() throws -> [SyncProblem.Kind: Int] {
    let counts = try db.all(
      "SELECT kind, count(*) FROM problems WHERE settledAt IS NULL AND retriedAt IS NULL GROUP BY kind"
    ) { (kind: try $0.named(0, "kind") as SyncProblem.Kind, count: $0.int(1)) }
    return Dictionary(counts.map { ($0.kind, $0.count) }, uniquingKeysWith: +)
  }

  /// Returns the sync state of an entity.
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

  /// Whether the operator chose not to send an entity's local changes.
  package func isDiscarded(_ thing: SyncThing) throws -> Bool {
    let (topic, id) = try thing.place
    return try db.first("SELECT 1 FROM discarded WHERE topic = ? AND thing = ?", [topic, id]) { _ in true } ?? false
  }

  /// Whether an entity changed while there was no upstream, and is not in the outbox yet.
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
