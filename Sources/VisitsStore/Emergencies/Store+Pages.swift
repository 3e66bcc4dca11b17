import GRDB
package import VisitsModel

extension Store {
  /// Replaces the stored pages of an emergency. A page is a notification of one tier of the people on call. Storing
  /// pages is not a change of the emergency: it writes no audit entry and wakes no subscriber.
  ///
  /// - Parameters:
  ///   - version: The version of the emergency for which the pages were sent. If the emergency has another version by
  ///     now, nothing is stored: the pager will soon see the new version and store its pages. `nil` if the emergency is
  ///     over; the pages are then stored for whatever version it has.
  package func keep(_ pages: [Page], of id: EmergencyID, version: Int?) async throws {
    if let fault { throw Refusal.unavailable(fault.reason) }
    try await mapped {
      try await self.pool.write { db in
        let current = try db.first("SELECT version FROM emergencies WHERE id = ?", [.text(id.rawValue)]) { $0.int(0) }
        guard let current, version == nil || version == current else { return }
        try db.run("DELETE FROM pages WHERE emergency = ?", [.text(id.rawValue)])
        for page in pages {
          try db.run(
            """
            INSERT INTO pages (emergency, tier, version, number, at, attempt, endedAt, isSent)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
              .text(id.rawValue), Bound(page.tier), Bound(current), Bound(page.number), Bound(page.at),
              Bound(page.attempt), Bound(page.end?.at), page.end.map { Bound($0.isSent) } ?? .none,
            ])
        }
      }
    }
  }
}

extension StoreReader {
  /// Returns the stored pages of an emergency's present version, in the order of their numbers.
  package func pages(of emergency: Emergency) throws -> [Page] {
    try db.all(
      """
      SELECT tier, number, at, attempt, endedAt, isSent FROM pages
      WHERE emergency = ? AND version = ? ORDER BY number
      """, [.text(emergency.id.rawValue), Bound(emergency.version)]
    ) { row in
      Page(
        tier: row.int(0), number: row.int(1), at: row.instant(2), attempt: row.int(3),
        end: row.instantIfAny(4).map { Page.End(at: $0, isSent: row.truth(5)) })
    }
  }
}
