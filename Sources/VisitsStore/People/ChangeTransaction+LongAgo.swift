import VisitsModel

extension ChangeTransaction {
  /// Moves the visits that a worker or client had long ago to the successor, the person into whom they were merged.
  ///
  /// There may be tens of thousands of such visits, and every other change waits meanwhile. So a few SQL statements
  /// move all of them at once. Each visit gets its own audit entry, as with any change, and appears in the feed. The
  /// observers of commits are not notified of these visits, because no caller waits for them.
  func moveVisitsOfLongAgo(_ kind: PersonKind, from other: String, to successor: String) throws {
    try goOn()
    let before = Bound.integer(try cursor.sequence)
    let (instant, person) = (Bound(now), kind.topic)
    let index = kind == .worker ? "visitsByWorker" : "visitsByClient"
    try db.run(
      """
      INSERT INTO audit (at, topic, method, thing, version, previous, caller, origin, requestId, reason, snapshot)
      SELECT ?, 'visit', ?, visits.id, visits.version + 1, visits.change, ?, ?, ?, ?,
        json_set(audit.snapshot, '$.\(person)', ?, '$.version', visits.version + 1, '$.updatedAt', ?)
      FROM visits INDEXED BY \(index) CROSS JOIN audit ON audit.sequence = visits.change
      WHERE visits.\(person) = ? AND endsAt < ? AND status <> 'inProgress' AND attendances IS NULL
      ORDER BY startsAt
      """,
      [
        instant, .text(request.method), .text(request.caller.by), .text(request.caller.origin.rawValue),
        .text(request.requestId), Bound(reason), .text(successor), instant, .text(other),
        Bound(now.adding(minutes: -Self.longAgo)),
      ])
    try db.run(
      """
      UPDATE visits SET \(person) = ?, version = visits.version + 1, updatedAt = ?, change = entry.sequence
      FROM audit AS entry WHERE entry.sequence > ? AND entry.topic = 'visit' AND visits.id = entry.thing
      """, [.text(successor), instant, before])
    try db.run(
      """
      INSERT INTO formerVisits (topic, person, visit)
      SELECT ?, ?, visits.row FROM audit CROSS JOIN visits ON visits.id = audit.thing
      WHERE audit.sequence > ? AND audit.topic = 'visit' ON CONFLICT DO NOTHING
      """, [.text(person), .text(other), before])
    forgetVisit()
  }

  /// The age, in minutes after the planned end, from which a visit counts as "long ago". Neither alerts nor the Today
  /// view show such a visit any more.
  private static let longAgo: Int64 = 8 * 1440
}
