import GRDB
package import VisitsModel

extension Store {
  /// Keeps that the operator's command has taken an alert. It is no change: nobody is told of it.
  package func keepTold(_ alert: AlertID, at instant: Instant) async throws {
    if let fault { throw Refusal.unavailable(fault.reason) }
    try await mapped {
      try await self.pool.write { db in
        try db.run("UPDATE alerts SET toldAt = ? WHERE id = ?", [Bound(instant), .text(alert.rawValue)])
      }
    }
  }
}

extension StoreReader {
  /// The alerts that were raised since a moment, of which nobody has taken note and that the operator's command has not
  /// taken, in the order in which they were raised.
  package func untoldAlerts(since instant: Instant) throws -> [AlertID] {
    try db.all(Self.allUntoldAlerts, [Bound(instant)]) { AlertID(rawValue: $0.text(0)) }
  }

  static let allUntoldAlerts = """
    SELECT id FROM alerts INDEXED BY alertsOpen
    WHERE resolvedAt IS NULL AND raisedAt >= ? AND acknowledgedAt IS NULL AND toldAt IS NULL ORDER BY raisedAt, id
    """
}
