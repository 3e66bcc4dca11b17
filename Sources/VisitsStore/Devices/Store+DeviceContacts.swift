import GRDB
package import VisitsModel

extension Store {
  /// Writes when devices were heard from, past the pipeline: it is no change that anybody made. What is older than what
  /// stands there changes nothing, unless that was written by a clock which was ahead.
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
