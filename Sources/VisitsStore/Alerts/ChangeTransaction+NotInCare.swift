package import VisitsModel

extension ChangeTransaction {
  /// Raises an alert for each of these clients who is no longer in care but still has a scheduled visit. The alert is
  /// about the client's next visit. Skips clients who were merged into another client.
  package func raiseNotInCare(of clients: Set<ClientID>) throws {
    for id in clients.sorted(by: { $0.rawValue < $1.rawValue }) {
      let isActive = try db.first(StoreReader.clientIsActive, [.text(id.rawValue)]) { $0.truth(0) }
      guard isActive == false, try successor(of: id) == id else { continue }
      guard let next = try db.first(StoreReader.nextAwaited, [.text(id.rawValue), Bound(now)], Self.visitID),
        let visit = try watched(next, open: [])
      else { continue }
      _ = try raise(.notInCare, of: visit, since: now)
    }
  }

  private static func visitID(_ row: Columns) -> VisitID { VisitID(rawValue: row.text(0)) }
}

extension StoreReader {
  static let clientIsActive = "SELECT isActive FROM clients WHERE id = ?"

  static let nextAwaited = """
    SELECT id FROM visits INDEXED BY visitsByClient
    WHERE client = ? AND startsAt >= ? AND status = 'scheduled' AND isWithdrawn = 0 ORDER BY startsAt LIMIT 1
    """
}
