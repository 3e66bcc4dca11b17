package import VisitsModel

extension SyncLedger {
  /// Stores a problem. If the same subject has an open problem of this kind, that problem is counted once more and gets
  /// the new text. A problem of the kind `overruled` is always stored as a new problem, because several values of one
  /// subject can be overruled.
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

  /// Stores a problem that has a code, unless the same subject has an open problem with the same kind and code.
  package func noteOnce(_ problem: SyncProblem, at now: Instant) throws {
    let isOpen = try db.first(
      "SELECT 1 FROM problems WHERE subject = ? AND kind = ? AND code = ? AND settledAt IS NULL",
      [.text(problem.subject), .text(problem.kind.rawValue), Bound(problem.code)]
    ) { _ in true }
    if isOpen == nil { try note(problem, at: now) }
  }

  /// Stores a problem, unless one with the same subject, kind, code and detail was ever stored, even if it is settled.
  package func noteUnlessTold(_ problem: SyncProblem, at now: Instant) throws {
    let isTold = try db.first(
      "SELECT 1 FROM problems WHERE subject = ? AND kind = ? AND code = ? AND detail = ?",
      [.text(problem.subject), .text(problem.kind.rawValue), Bound(problem.code), Bound(problem.detail)]
    ) { _ in true }
    if isTold == nil { try note(problem, at: now) }
  }

  /// Marks the parked problem of a subject as being retried. Lists and counts of problems leave it out until it occurs
  /// again.
  package func retry(_ subject: String, at now: Instant) throws {
    try db.run(
      "UPDATE problems SET retriedAt = ? WHERE subject = ? AND kind = 'parked' AND settledAt IS NULL",
      [Bound(now), .text(subject)])
  }

  /// Settles the open problem of a kind about a subject. The row stays in the table.
  ///
  /// - Parameters:
  ///   - by: The name of the caller who settled the problem; `upstream` if its cause has ended.
  ///   - reason: The reason that the caller gave.
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
  /// Returns the open problems, oldest first. Problems that are being retried are left out.
  ///
  /// - Parameter number: Only problems with a number greater than this one.
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

  /// Returns the open problem of a kind about a subject, unless it is being retried. For the kind `overruled`, returns
  /// `nil`, because a subject can have several problems of this kind.
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

  /// Whether there is an open problem about a record that a pull could not store because of an entity here. For
  /// example, a visit that already has an Encounter cannot get a second one.
  ///
  /// - Parameters:
  ///   - code: The code of the problem.
  ///   - detail: The entity, as `topic/id`.
  package func isUnread(code: String, detail: String) throws -> Bool {
    try db.first(
      """
      SELECT 1 FROM problems
      WHERE settledAt IS NULL AND kind <> 'overruled' AND retriedAt IS NULL AND kind = 'unread' AND code = ? AND detail = ?
      """, [.text(code), .text(detail)]
    ) { _ in true } ?? false
  }

  /// Returns the subjects of all open problems of the kind `unread`: the records that a pull could not store, and the
  /// searches that failed.
  package func unreadSubjects() throws -> Set<String> {
    Set(try db.all("SELECT subject FROM problems WHERE settledAt IS NULL AND kind = 'unread'") { $0.text(0) })
  }

  /// Returns the number of open problems of each kind, without those that are being retried.
  package func problemCounts() throws -> [SyncProblem.Kind: Int] {
    let counts = try db.all(
      "SELECT kind, count(*) FROM problems WHERE settledAt IS NULL AND retriedAt IS NULL GROUP BY kind"
    ) { (kind: try $0.named(0, "kind") as SyncProblem.Kind, count: $0.int(1)) }
    return Dictionary(counts.map { ($0.kind, $0.count) }, uniquingKeysWith: +)
  }

  /// Returns the kinds of which a problem is not settled, even if it is being retried.
  package func unsettledKinds() throws -> Set<SyncProblem.Kind> {
    Set(
      try db.all("SELECT DISTINCT kind FROM problems WHERE settledAt IS NULL") {
        try $0.named(0, "kind") as SyncProblem.Kind
      })
  }

  /// Returns whether an entity is local, pending, synced or parked.
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

  /// Whether the operator chose not to send the last changes of an entity.
  package func isDiscarded(_ thing: SyncThing) throws -> Bool {
    let (topic, id) = try thing.place
    return try db.first("SELECT 1 FROM discarded WHERE topic = ? AND thing = ?", [topic, id]) { _ in true } ?? false
  }

  /// Whether an entity changed while the daemon worked without the server. Such an entity is enqueued later, when the
  /// daemon works with the server again.
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
