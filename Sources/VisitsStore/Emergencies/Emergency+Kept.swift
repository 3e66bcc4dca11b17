import VisitsModel

/// The table of emergencies, and the conversion of an emergency to and from a row.
extension Emergency: Kept {
  static let topic = Refusal.Thing.emergency
  static let table = Table(
    of: topic,
    [
      "id", "worker", "visit", "note", "latitude", "longitude", "accuracy", "at", "receivedAt", "isClockSuspect",
      "raisedBy", "raises", "lastRaisedAt", "acknowledgedAt", "acknowledgedBy", "acknowledgedNote", "resolvedAt",
      "resolvedBy", "resolvedNote", "version", "updatedAt",
    ])

  var auditID: String { id.rawValue }
  var audited: AuditEntry.Snapshot { .emergency(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    self.init(
      id: EmergencyID(rawValue: row.text(2)), worker: try row.workerID(3),
      visit: row.textIfAny(4).map(VisitID.init(rawValue:)), note: row.textIfAny(5), position: try row.position(6),
      at: row.instant(9), receivedAt: row.instant(10), isClockSuspect: row.truth(11), raisedBy: row.text(12),
      raises: row.int(13), lastRaisedAt: row.instant(14), acknowledged: Handling(row, 15),
      resolved: Handling(row, 18), version: row.int(21), updatedAt: row.instant(22))
  }

  var values: [Bound] {
    [
      Bound(id.rawValue), Bound(worker.rawValue), Bound(visit?.rawValue),
      Bound(note), Bound(position?.latitude), Bound(position?.longitude), Bound(position?.accuracy),
      Bound(at), Bound(receivedAt), Bound(isClockSuspect), Bound(raisedBy),
      Bound(raises), Bound(lastRaisedAt),
    ] + Self.values(acknowledged) + Self.values(resolved) + [
      Bound(version), Bound(updatedAt),
    ]
  }

  private static func values(_ handling: Handling?) -> [Bound] {
    [Bound(handling?.at), Bound(handling?.by), Bound(handling?.note)]
  }
}

extension Emergency.Handling {
  fileprivate init?(_ row: Columns, _ first: Int32) {
    guard let at = row.instantIfAny(first) else { return nil }
    self.init(at: at, by: row.text(first + 1), note: row.textIfAny(first + 2))
  }
}
