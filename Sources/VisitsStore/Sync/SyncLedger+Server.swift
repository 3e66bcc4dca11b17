package import VisitsModel

/// The server that sync is with.
extension SyncLedger {
  /// Keeps which server it is.
  ///
  /// - Parameters:
  ///   - base: Its base address.
  ///   - former: The address that it had before; what is known of its records is known under the new one from here on.
  package func keep(server base: String, formerly former: String?) throws {
    try db.run(
      "INSERT INTO server (row, base) VALUES (1, ?) ON CONFLICT (row) DO UPDATE SET base = excluded.base", [.text(base)]
    )
    guard let former else { return }
    for table in ["upstream", "linkedPeople"] {
      try db.run("UPDATE OR IGNORE \(table) SET system = ? WHERE system = ?", [.text(base), .text(former)])
    }
    // The people and places in them are known by the address too. What they quote bears its quotation marks escaped.
    let names = [former, base].map { Bound.text("\"system\":\"\($0)\"") }
    for table in ["agreed", "attempts"] {
      try db.run(
        "UPDATE \(table) SET fields = replace(fields, ?, ?) WHERE type IN ('Appointment', 'Encounter')", names)
    }
  }

  /// The daemon works without it from here on, or does still: what changes meanwhile is to be sent when it is there again.
  package func noteAlone() throws {
    try db.run("UPDATE server SET aloneSince = coalesce(aloneSince, (SELECT max(sequence) FROM audit), 0)")
  }

  /// What changed without it waits for it now.
  package func noteTogether() throws { try db.run("UPDATE server SET aloneSince = NULL") }

  /// All was in step with it at this moment.
  package func keep(syncedAt moment: Instant) throws {
    try db.run("UPDATE server SET syncedAt = ?", [Bound(moment)])
  }
}

extension StoreReader {
  /// The base address of the server that sync is with, and when all was last in step with it; `nil`: there was none yet.
  package func server() throws -> (base: String, syncedAt: Instant?)? {
    try db.first("SELECT base, syncedAt FROM server") { (base: $0.text(0), syncedAt: $0.instantIfAny(1)) }
  }

  /// Whether sync keeps the schedule in step with its server: there is one, and the daemon does not work without it.
  package func isInStep() throws -> Bool {
    try db.first("SELECT 1 FROM server WHERE aloneSince IS NULL") { _ in true } ?? false
  }

  /// Whether sync keeps a thing in step with a record of the server.
  package func isInStep(_ thing: SyncThing) throws -> Bool { try isInStep() && !agreed(on: thing).isEmpty }
}
