import GRDB
package import VisitsModel

extension Store {
  /// Records that the operator's alert command, an external program that passes alerts on, has succeeded for an alert.
  /// The record is not a change of the alert: it writes no audit entry and wakes no subscriber.
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
  /// Returns the open, unacknowledged alerts for which the operator's alert command has not succeeded yet, in the order
  /// in which they were raised.
  ///
  /// - Parameter instant: The earliest time of raising. Alerts that were raised earlier are left out.
  package func untoldAlerts(since instant: Instant) throws -> [AlertID] {
    try db.all(Self.allUntoldAlerts, [Bound(instant)]) { AlertID(rawValue: $0.text(0)) }
  }

  static let allUntoldAlerts = """
    SELECT id FROM alerts INDEXED BY alertsOpen
    WHERE resolvedAt IS NULL AND raisedAt >= ? AND acknowledgedAt IS NULL AND toldAt IS NULL ORDER BY raisedAt, id
    """
}
