package import VisitsModel

/// Writes about the server that the daemon syncs with.
extension SyncLedger {
  /// Stores the base address of the server.
  ///
  /// - Parameters:
  ///   - base: The base address.
  ///   - former: The address under which the same server was stored until now, if the address has changed. It is
  ///     replaced with the new one in all stored identities and fields.
  package func keep(server base: String, formerly former: String?) throws {
    try db.run(
      "INSERT INTO server (row, base) VALUES (1, ?) ON CONFLICT (row) DO UPDATE SET base = excluded.base", [.text(base)]
    )
    guard let former else { return }
    for table in ["upstream", "linkedPeople"] {
      try db.run("UPDATE OR IGNORE \(table) SET system = ? WHERE system = ?", [.text(base), .text(former)])
    }
    // The fields of these records also name the address, as the system of people and places. A text value cannot match
    // by accident, because its quotation marks are escaped.
    let names = [former, base].map { Bound.text("\"system\":\"\($0)\"") }
    for table in ["agreed", "attempts"] {
      try db.run(
        "UPDATE \(table) SET fields = replace(fields, ?, ?) WHERE type IN ('Appointment', 'Encounter')", names)
    }
  }

  /// Records that from now on, the daemon works without the server; does nothing if this is recorded already. The
  /// entities that change after this are enqueued when the daemon works with the server again.
  package func noteAlone() throws {
    try db.run("UPDATE server SET aloneSince = coalesce(aloneSince, (SELECT max(sequence) FROM audit), 0)")
  }

  /// Records that the daemon works with the server again. Before this call, all changes that were made without the
  /// server must be in the outbox.
  package func noteTogether() throws { try db.run("UPDATE server SET aloneSince = NULL") }

  /// Stores the time at which the schedule and the server were last in sync.
  package func keep(syncedAt moment: Instant) throws {
    try db.run("UPDATE server SET syncedAt = ?", [Bound(moment)])
  }
}

extension StoreReader {
  /// Returns the base address of the server, and the time at which the schedule was last in sync with it; `nil` if
  /// there was never a server.
  package func server() throws -> (base: String, syncedAt: Instant?)? {
    try db.first("SELECT base, syncedAt FROM server") { (base: $0.text(0), syncedAt: $0.instantIfAny(1)) }
  }

  /// Whether the daemon syncs with a server now. It does not if it has no server, or works without it for a while.
  package func isInStep() throws -> Bool {
    try db.first("SELECT 1 FROM server WHERE aloneSince IS NULL") { _ in true } ?? false
  }

  /// Whether the daemon syncs with a server now, and the entity has a record on it.
  package func isInStep(_ thing: SyncThing) throws -> Bool { try isInStep() && !agreed(on: thing).isEmpty }
}
