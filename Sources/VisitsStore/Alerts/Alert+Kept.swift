import VisitsModel

/// The table of alerts, and the conversion of an alert to and from a row.
extension Alert: Kept {
  static let topic = Refusal.Thing.alert
  static let table = Table(
    of: topic,
    [
      "id", "kind", "visit", "worker", "client", "since", "raisedAt", "acknowledgedAt", "acknowledgedBy",
      "acknowledgedNote", "resolvedAt", "version", "updatedAt",
    ])

  var auditID: String { id.rawValue }
  var audited: AuditEntry.Snapshot { .alert(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    self.init(
      id: AlertID(rawValue: row.text(2)), kind: try row.named(3, "kind"), visit: VisitID(rawValue: row.text(4)),
      worker: row.isNull(5) ? nil : try row.workerID(5), client: try row.clientID(6), since: row.instant(7),
      raisedAt: row.instant(8),
      acknowledged: row.instantIfAny(9).map {
        Alert.Acknowledgement(at: $0, by: row.text(10), note: row.textIfAny(11))
      },
      resolvedAt: row.instantIfAny(12), version: row.int(13), updatedAt: row.instant(14))
  }

  var values: [Bound] {
    [
      Bound(id.rawValue), Bound(kind.rawValue), Bound(visit.rawValue),
      Bound(worker?.rawValue), Bound(client.rawValue), Bound(since), Bound(raisedAt),
      Bound(acknowledged?.at), Bound(acknowledged?.by), Bound(acknowledged?.note),
      Bound(resolvedAt), Bound(version), Bound(updatedAt),
    ]
  }
}
