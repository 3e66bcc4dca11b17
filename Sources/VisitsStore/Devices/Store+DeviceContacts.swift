import GRDB
package import VisitsModel

extension Store {
  /// Stores the last contacts of devices. Contacts bypass the pipeline, because they are no caller's change. A contact
  /// older than the stored contact is ignored, unless the stored contact is in the future because the clock was ahead.
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
