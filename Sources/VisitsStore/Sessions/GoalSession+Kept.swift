import VisitsModel

/// The row of a session in its table.
extension GoalSession: Kept {
  static let topic = Refusal.Thing.session
  static let table = Table(
    of: topic,
    [
      "id", "worker", "client", "goal", "visit", "startedAt", "startReceivedAt", "startMethod", "startedBy",
      "startIsClockSuspect", "endedAt", "endReceivedAt", "endMethod", "endedBy", "endIsClockSuspect", "endIsDerived",
      "trials", "successes", "lastTrial", "lastTrialIsSuccess", "lastTrialIsTakenBack", "lastTrialAt", "version",
      "updatedAt",
    ])

  var auditID: String { id.rawValue }
  var audited: AuditEntry.Snapshot { .session(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    self.init(
      id: SessionID(rawValue: row.text(2)), worker: try row.workerID(3), client: try row.clientID(4),
      goal: GoalID(rawValue: row.text(5)), visit: row.textIfAny(6).map(VisitID.init(rawValue:)),
      start: try Mark(row, 7), end: row.isNull(12) ? nil : End(try Mark(row, 12), isDerived: row.truth(17)),
      trials: row.int(18), successes: row.int(19),
      lastTrial: row.isNull(20)
        ? nil
        : LastTrial(
          number: row.int(20), isSuccess: row.truth(21), isTakenBack: row.truth(22), at: row.instant(23)),
      version: row.int(24), updatedAt: row.instant(25))
  }

  var values: [Bound] {
    [Bound(id.rawValue), Bound(worker.rawValue), Bound(client.rawValue), Bound(goal.rawValue), Bound(visit?.rawValue)]
      + Mark.values(start) + Mark.values(end?.mark) + [
        end.map { Bound($0.isDerived) } ?? .none, Bound(trials), Bound(successes),
        Bound(lastTrial.map { Int64($0.number) }), lastTrial.map { Bound($0.isSuccess) } ?? .none,
        lastTrial.map { Bound($0.isTakenBack) } ?? .none, Bound(lastTrial?.at), Bound(version), Bound(updatedAt),
      ]
  }
}

extension GoalSession.Mark {
  /// Reads a mark (when, how and by whom something was recorded) from five adjacent columns, beginning at the index
  /// `first`.
  init(_ row: Columns, _ first: Int32) throws {
    self.init(
      at: row.instant(first), receivedAt: row.instant(first + 1), method: try row.named(first + 2, "method"),
      by: row.text(first + 3), isClockSuspect: row.truth(first + 4))
  }

  /// Returns the values of a mark for its five columns. Without a mark, all five are null.
  static func values(_ mark: GoalSession.Mark?) -> [Bound] {
    [
      Bound(mark?.at), Bound(mark?.receivedAt), Bound(mark?.method.rawValue), Bound(mark?.by),
      mark.map { Bound($0.isClockSuspect) } ?? .none,
    ]
  }
}
