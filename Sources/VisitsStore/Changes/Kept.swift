import VisitsModel

/// An entity that the store keeps in a table of its own. The table has one row for each entity, and the audit has one
/// entry for each change.
protocol Kept: Equatable {
  /// The entity's type, as the feed and the audit name it.
  static var topic: Refusal.Thing { get }
  static var table: Table { get }
  var version: Int { get set }
  var updatedAt: Instant { get set }
  /// The entity's id in the feed and the audit. For a worker or client this is the opaque key.
  var auditID: String { get }
  /// The values of the columns, in the order of ``table``, the id first.
  var values: [Bound] { get }
  /// The entity as a value of the type that audit entries use.
  var audited: AuditEntry.Snapshot { get }

  /// Reads an entity from its row.
  ///
  /// - Parameter row: The row. Its first two columns are the row number and the last audit entry, see ``Stored``; the
  ///   columns of the entity follow.
  init(_ row: Columns, _ zones: ZoneCache) throws
  /// Writes the entity's values as the snapshot of an audit entry.
  func write(to writer: inout SnapshotWriter)
}

/// An entity as it was read from its table, with its row number and its last audit entry.
struct Stored<Thing> {
  var row: Int64
  /// The sequence number of the entity's last audit entry.
  var change: Int64
  var thing: Thing
}

extension StoreReader {
  /// Returns the entity with an id, together with its row number and last audit entry; `nil` if there is none.
  func stored<Thing: Kept>(_ id: String, as thing: Thing.Type = Thing.self) throws -> Stored<Thing>? {
    try db.first(Thing.table.lookup, [.text(id)]) { row in
      Stored(row: row.integer(0), change: row.integer(1), thing: try Thing(row, context.zones))
    }
  }

  /// Runs a query that selects ``Table/columns`` and returns all entities that it finds.
  func all<Thing: Kept>(_ sql: String, _ bounds: [Bound] = []) throws -> [Thing] {
    try db.all(sql, bounds) { try Thing($0, context.zones) }
  }

  /// Runs a query that selects ``Table/columns`` and returns all entities that it finds. Use this for a query that is
  /// composed for one call, because its compiled statement is not cached.
  func allOnce<Thing: Kept>(_ sql: String, _ bounds: [Bound]) throws -> [Thing] {
    try db.allOnce(sql, bounds) { try Thing($0, context.zones) }
  }
}

extension ChangeTransaction {
  /// Returns an entity that the caller is about to change. Fails if it does not exist or no longer has the version that
  /// the caller last read.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if `thing` is `nil`, ``Refusal/versionConflict(expected:current:)`` if the
  ///   entity has another version than `expectedVersion`.
  func present<Thing: Kept>(
    _ thing: Thing?, _ id: String, expectedVersion: Int?, current: (Thing) throws -> Refusal.Current
  ) throws -> Thing {
    guard let thing else { throw Refusal.notFound(Thing.topic, id: id) }
    if let expectedVersion, expectedVersion != thing.version {
      throw Refusal.versionConflict(expected: expectedVersion, current: try current(thing))
    }
    return thing
  }

  /// Stores a new entity, or replaces the stored entity. Sets the version and the time of the change.
  ///
  /// - Parameter isDecision: Whether to write an audit entry and a new version even if no value of the entity differs,
  ///   because a user decided something that the history must show, such as a merge of two people.
  /// - Returns: The entity as stored. If no value differs from the stored entity and `isDecision` is `false`, nothing
  ///   is written.
  func keep<Thing: Kept>(
    _ thing: Thing, inPlaceOf before: Stored<Thing>?, isDecision: Bool = false
  ) throws -> Thing {
    var thing = thing
    thing.version = before?.thing.version ?? 0
    thing.updatedAt = before?.thing.updatedAt ?? now
    if let before, before.thing == thing, !isDecision { return thing }
    thing.version += 1
    thing.updatedAt = now
    let change = try append(
      Thing.topic, thing: thing.auditID, version: thing.version, previous: before?.change,
      before: before?.thing.audited, after: thing.audited, thing.write)
    if let before {
      try db.run(Thing.table.update, [.integer(change)] + thing.values.dropFirst() + [.integer(before.row)])
    } else {
      try db.run(Thing.table.insertion, [.integer(change)] + thing.values)
    }
    return thing
  }
}

extension ChangeTransaction {
  /// Writes without adding anything to the outbox: what upstream would get does not change.
  package func unsent<Value>(_ body: () throws -> Value) rethrows -> Value {
    let wasFromUpstream = isFromUpstream
    isFromUpstream = true
    defer { isFromUpstream = wasFromUpstream }
    return try body()
  }
}
