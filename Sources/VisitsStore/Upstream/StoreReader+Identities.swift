package import VisitsModel

extension StoreReader {
  /// The visits whose identities lie between two of one system, the second not in it, each once.
  package func visits(from first: UpstreamIdentity, before end: UpstreamIdentity) throws -> Set<VisitID> {
    Set(
      try db.all(
        "SELECT thing FROM upstream WHERE topic = 'visit' AND system = ? AND value >= ? AND value < ?",
        [.text(first.system), .text(first.value), .text(end.value)]
      ) { VisitID(rawValue: $0.text(0)) })
  }

  /// The visits of a calendar's event, by its UID and by its days', with what was told of each.
  ///
  /// - Parameter day: The first of its days: years of others need not be looked at.
  package func visits(
    ofEvent event: UpstreamIdentity, from day: CareDay
  ) throws -> [(identity: UpstreamIdentity, visit: VisitID, told: ToldOfVisit)] {
    let sql = "SELECT value, thing, digest FROM upstream WHERE topic = 'visit' AND system = ? AND value"
    func make(_ row: Columns) -> (identity: UpstreamIdentity, visit: VisitID, told: ToldOfVisit) {
      (
        UpstreamIdentity(system: event.system, value: row.text(0)), VisitID(rawValue: row.text(1)),
        ToldOfVisit(row.textIfAny(2))
      )
    }
    let days = try db.all(
      "\(sql) >= ? AND value < ? ORDER BY value",
      // "0" is what follows "/".
      [.text(event.system), .text("\(event.value)/\(day.text.filter { $0 != "-" })"), .text("\(event.value)0")], make
    ).filter { OccurrenceIdentity($0.identity.value, of: event.value) != nil }
    return try db.all("\(sql) = ?", [.text(event.system), .text(event.value)], make) + days
  }

  /// Which Appointment of a server a visit is, and which part of it, as a text that was taken in has told; `nil`: none.
  package func appointment(of visit: VisitID, on server: String) throws -> (identity: UpstreamIdentity, part: Int)? {
    try db.first(
      """
      SELECT value, part FROM upstream INDEXED BY upstreamByThing
      WHERE topic = 'visit' AND thing = ? AND system = ? AND value LIKE 'Appointment/%' ORDER BY value
      """, [.text(visit.rawValue), .text(server)]
    ) { (UpstreamIdentity(system: server, value: $0.text(0)), $0.int(1)) }
  }

  /// The systems that know a visit, each by an id of its own.
  package func systems(of visit: VisitID) throws -> Set<String> {
    Set(
      try db.all(
        "SELECT system FROM upstream INDEXED BY upstreamByThing WHERE topic = 'visit' AND thing = ?",
        [.text(visit.rawValue)]
      ) { $0.text(0) })
  }
}
