import GRDB
package import VisitsModel

extension Store {
  /// Stores the times at which devices last contacted the server. The times bypass the queue of changes, because no
  /// caller requested them. A time that is older than the stored time is ignored, unless the stored time is in the
  /// future because the server's clock was once ahead.
  package func keep(_ contacts: [DeviceID: Instant]) async throws {
    if let fault { throw Refusal.unavailable(fault.reason) }
    try await mapped {
      try await self.pool.write { db in
        for (device, at) in contacts {
          try db.run(
            """
            INSERT INTO deviceContacts (device, at) VALUES (?, ?)
            ON CONFLICT (device) DO UPDATE SET at = CASE WHEN at > ? THEN excluded.at ELSE max(at, excluded.at) END
            """, [.text(device.rawValue), Bound(at), Bound(self.context.now())])
        }
      }
    }
  }
}
