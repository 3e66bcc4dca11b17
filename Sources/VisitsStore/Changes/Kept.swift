import VisitsModel

/// An entity with a row in a table of its own, and an audit entry for each change.
protocol Kept: Equatable {
  /// The topic in the feed and the audit.
  static var topic: Refusal.Thing { get }
  static var table: Table { get }
  var version: Int { get set }
  var updatedAt: Instant { get set }
  /// The id in the feed and the audit.
  var auditID: String { get }
  /// The values of the columns, in the order of ``table``, the id first.
  var values: [Bound] { get }
  /// The entity as audit entries hold it.
  var audited: AuditEntry.Snapshot { get }

  /// Reads an entity from its row.
  ///
  /// - Parameter row: The row, with the columns of ``Stored`` first.
  init(_ row: Columns, _ zones: ZoneCache) throws
  /// Writes the audit snapshot.
  func write(to writer: inout SnapshotWriter)
}

/// An entity with its row.
struct Stored<Thing> {
  var row: Int64
  /// The sequence number of the entity's last audit entry.
  var change: Int64
  var thing: Thing
}

extension StoreReader {
  /// Returns the entity with an id; `nil` if there is none.
  func stored<Thing: Kept>(_ id: String, as thing: Thing.Type = Thing.self) throws -> Stored<Thing>? {
    try db.first(Thing.table.lookup, [.text(id)]) { row in
      Stored(row: row.integer(0), change: row.integer(1), thing: try Thing(row, context.zones))
    }
  }

  /// Returns all entities of a query for ``Table/columns``.
  func all<Thing: Kept>(_ sql: String, _ bounds: [Bound] = []) throws -> [Thing] {
    try db.all(sql, bounds) { try Thing($0, context.zones) }
  }

  /// Returns all entities of a query that was composed for one call, whose statement is not cached.
  func allOnce<Thing: Kept>(_ sql: String, _ bounds: [Bound]) throws -> [Thing] {
    try db.allOnce(sql, bounds) { try Thing($0, context.zones) }
  }
}

extension ChangeTransaction {
  /// Returns an entity that is to be changed, if it exists in the version that the caller saw.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if `thing` is `nil`, ``Refusal/versionConflict(expected:current:)`` if it
  ///   has another version than `expectedVersion`.
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
  /// - Parameter isDecision: Whether to write an audit entry, with a new version, even if no value of the entity
  ///   differs.
  /// - Returns: The entity as stored. If no value differs and this is no decision, the stored entity stays as it is.
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
