import GRDB
package import VisitsModel

extension Store {
  /// Records the horizon, the last day for which series create their visits.
  ///
  /// If the recorded horizon is later than this one, the clock was ahead, and some series may have passed over days in
  /// the meantime. Every series that has not ended, and whose next visit would come after the new horizon, then becomes
  /// due again from today on.
  ///
  /// This is not a caller's change and has no audit entry.
  package func note(seriesHorizon horizon: CareDay, today: CareDay) async throws {
    if let fault { throw Refusal.unavailable(fault.reason) }
    try await mapped {
      let before = try await self.pool.read { db in
        try db.first("SELECT value FROM meta WHERE name = 'seriesHorizon'", []) { $0.integer(0) }
      }
      let day = Int64(horizon.daysSince1970)
      guard before != day else { return }
      try await self.pool.write { db in
        if let before, before > day {
          try db.run(
            """
            UPDATE series SET nextDay = ?
            WHERE (nextDay IS NULL OR nextDay > ?) AND (endDay IS NULL OR endDay > ?)
            """, [Bound(today.daysSince1970), .integer(day), Bound(today.daysSince1970)])
        }
        try db.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('seriesHorizon', ?)", [.integer(day)])
      }
    }
  }
}
