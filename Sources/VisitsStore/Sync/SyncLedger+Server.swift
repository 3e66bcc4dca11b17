package import VisitsModel

/// The server that the store syncs with.
extension SyncLedger {
  /// Stores the address of the server.
  ///
  /// - Parameters:
  ///   - base: The base address.
  ///   - former: The former address of the server. The stored identities and fields that name the former address then
  ///     name the new one.
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

  /// Records that the daemon works without the server from now on, unless it already does. Changes since then are sent
  /// when the server is back.
  package func noteAlone() throws {
    try db.run("UPDATE server SET aloneSince = coalesce(aloneSince, (SELECT max(sequence) FROM audit), 0)")
  }

  /// Records that the daemon works with the server again: the changes made without it are in the outbox now.
  package func noteTogether() throws { try db.run("UPDATE server SET aloneSince = NULL") }

  /// Stores the time at which everything was in sync.
  package func keep(syncedAt moment: Instant) throws {
    try db.run("UPDATE server SET syncedAt = ?", [Bound(moment)])
  }
}

extension StoreReader {
  /// Returns the base address of the server, and the last time at which everything was in sync; `nil` if there was no
  /// server yet.
  package func server() throws -> (base: String, syncedAt: Instant?)? {
    try db.first("SELECT base, syncedAt FROM server") { (base: $0.text(0), syncedAt: $0.instantIfAny(1)) }
  }

  /// Whether the schedule is being synced: there is a server, and the daemon does not work without it.
  package func isInStep() throws -> Bool {
    try db.first("SELECT 1 FROM server WHERE aloneSince IS NULL") { _ in true } ?? false
  }

  /// Whether an entity is being synced with a record of the server.
  package func isInStep(_ thing: SyncThing) throws -> Bool { try isInStep() && !agreed(on: thing).isEmpty }
}
