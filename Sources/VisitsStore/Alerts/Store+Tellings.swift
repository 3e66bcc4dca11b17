import GRDB
package import VisitsModel

extension Store {
  /// Records that the operator's alert command has succeeded for an alert. This is not a change: it writes no audit
  /// entry and wakes no subscriber.
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
  /// Returns the alerts that are open, unacknowledged, raised since a moment, and not yet reported by the operator's
  /// alert command. They are in the order in which they were raised.
  package func untoldAlerts(since instant: Instant) throws -> [AlertID] {
    try db.all(Self.allUntoldAlerts, [Bound(instant)]) { AlertID(rawValue: $0.text(0)) }
  }

  static let allUntoldAlerts = """
    SELECT id FROM alerts INDEXED BY alertsOpen
    WHERE resolvedAt IS NULL AND raisedAt >= ? AND acknowledgedAt IS NULL AND toldAt IS NULL ORDER BY raisedAt, id
    """
}
