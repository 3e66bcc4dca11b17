import VisitsModel

/// The row of a series in its table.
extension Series: Kept {
  static let topic = Refusal.Thing.series
  static let table = Table(
    of: topic,
    [
      "id", "client", "worker", "rule", "firstDay", "secondOfDay", "zone", "minutes", "address", "service",
      "note", "endDay", "endReason", "version", "updatedAt", "serviceCode",
    ])

  var auditID: String { id.rawValue }
  var audited: AuditEntry.Snapshot { .series(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    guard let zone = try zones.zone(row.text(8)) else { throw StoreFault.unreadable("zone") }
    let start = LocalTime(day: row.day(6), second: row.secondOfDay(7))
    self.init(
      id: Self.id(row), client: try row.clientID(3), worker: row.isNull(4) ? nil : try row.workerID(4),
      recurrence: Recurrence(from: start, by: try Series.rule(row.text(5))), zone: zone, minutes: row.int(9),
      address: row.textIfAny(10), service: row.textIfAny(11),
      serviceCode: row.textIfAny(17).flatMap(ServiceCode.init), note: row.textIfAny(12),
      ending: row.dayIfAny(13).map { Series.Ending(day: $0, reason: row.textIfAny(14)) },
      version: row.int(15), updatedAt: row.instant(16))
  }

  /// Returns the id of the series in a row. The id can be read even if other columns of the row cannot.
  static func id(_ row: Columns) -> SeriesID {
    SeriesID(rawValue: row.text(2))
  }

  var values: [Bound] {
    let start = recurrence.start
    return [
      Bound(id.rawValue), Bound(client.rawValue), Bound(worker?.rawValue),
      Bound(recurrence.rule.text), Bound(start.day.daysSince1970), Bound(start.secondOfDay),
      Bound(zone.identifier), Bound(minutes), Bound(address), Bound(service),
      Bound(note), Bound(ending.map { Int64($0.day.daysSince1970) }), Bound(ending?.reason),
      Bound(version), Bound(updatedAt), Bound(serviceCode?.text),
    ]
  }
}

extension Series {
  /// Parses the text of a stored recurrence rule.
  ///
  /// - Throws: ``StoreFault/unreadable(_:)`` if the text is not a rule.
  static func rule(_ text: String) throws(StoreFault) -> RecurrenceRule {
    do { return try RecurrenceRule(text) } catch { throw .unreadable("rule") }
  }
}
