package import VisitsModel

extension StoreReader {
  /// Returns the visits whose identity on one system has a value from `first` up to but not including `end`.
  package func visits(from first: UpstreamIdentity, before end: UpstreamIdentity) throws -> Set<VisitID> {
    Set(
      try db.all(
        "SELECT thing FROM upstream WHERE topic = 'visit' AND system = ? AND value >= ? AND value < ?",
        [.text(first.system), .text(first.value), .text(end.value)]
      ) { VisitID(rawValue: $0.text(0)) })
  }

  /// Returns the visits that were imported from a calendar event: from the event itself, and from its occurrences on
  /// single days. Each has its identity and the values that earlier imports gave for it.
  ///
  /// - Parameters:
  ///   - event: The identity of the event, from its UID.
  ///   - day: The first day whose occurrences are included, so that years of earlier days need not be read.
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
      // "0" follows "/" in the order of the values.
      [.text(event.system), .text("\(event.value)/\(day.text.filter { $0 != "-" })"), .text("\(event.value)0")], make
    ).filter { OccurrenceIdentity($0.identity.value, of: event.value) != nil }
    return try db.all("\(sql) = ?", [.text(event.system), .text(event.value)], make) + days
  }

  /// Returns the Appointment on a server from which a visit was imported; `nil` if the visit was not imported from that
  /// server. `part` is the number of the visit among the Appointment's visits, of which there is one for each worker.
  package func appointment(of visit: VisitID, on server: String) throws -> (identity: UpstreamIdentity, part: Int)? {
    try db.first(
      """
      SELECT value, part FROM upstream INDEXED BY upstreamByThing
      WHERE topic = 'visit' AND thing = ? AND system = ? AND value LIKE 'Appointment/%' ORDER BY value
      """, [.text(visit.rawValue), .text(server)]
    ) { (UpstreamIdentity(system: server, value: $0.text(0)), $0.int(1)) }
  }

  /// Returns the systems on which a visit has an identity.
  package func systems(of visit: VisitID) throws -> Set<String> {
    Set(
      try db.all(
        "SELECT system FROM upstream INDEXED BY upstreamByThing WHERE topic = 'visit' AND thing = ?",
        [.text(visit.rawValue)]
      ) { $0.text(0) })
  }
}
