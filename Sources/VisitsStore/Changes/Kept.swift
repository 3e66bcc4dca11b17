import VisitsModel

/// A thing of which there is one row in a table of its own, and an entry in the audit for each change.
protocol Kept: Equatable {
  /// What it is to the feed and the audit.
  static var topic: Refusal.Thing { get }
  static var table: Table { get }
  var version: Int { get set }
  var updatedAt: Instant { get set }
  /// The id under which the feed and the audit have it.
  var auditID: String { get }
  /// Its columns, in the order of ``table``: the id first.
  var values: [Bound] { get }
  /// As the audit tells of it.
  var audited: AuditEntry.Snapshot { get }

  /// - Parameter row: Its columns, behind those of ``Stored``.
  init(_ row: Columns, _ zones: ZoneCache) throws
  /// Writes it as the audit keeps it.
  func write(to writer: inout SnapshotWriter)
}

/// A thing with where it is stored.
struct Stored<Thing> {
  var row: Int64
  /// Its last entry in the audit.
  var change: Int64
  var thing: Thing
}

extension StoreReader {
  /// The thing of that id.
  func stored<Thing: Kept>(_ id: String, as thing: Thing.Type = Thing.self) throws -> Stored<Thing>? {
    try db.first(Thing.table.lookup, [.text(id)]) { row in
      Stored(row: row.integer(0), change: row.integer(1), thing: try Thing(row, context.zones))
    }
  }

  /// All that a query over ``Table/columns`` finds.
  func all<Thing: Kept>(_ sql: String, _ bounds: [Bound] = []) throws -> [Thing] {
    try db.all(sql, bounds) { try Thing($0, context.zones) }
  }

  /// The same for a query that is put together anew each time.
  func allOnce<Thing: Kept>(_ sql: String, _ bounds: [Bound]) throws -> [Thing] {
    try db.allOnce(sql, bounds) { try Thing($0, context.zones) }
  }
}

extension ChangeTransaction {
  /// A thing that is to be changed, where it was found and stands in the version that the caller saw.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  func present<Thing: Kept>(
    _ thing: Thing?, _ id: String, expectedVersion: Int?, current: (Thing) throws -> Refusal.Current
  ) throws -> Thing {
    guard let thing else { throw Refusal.notFound(Thing.topic, id: id) }
    if let expectedVersion, expectedVersion != thing.version {
      throw Refusal.versionConflict(expected: expectedVersion, current: try current(thing))
    }
    return thing
  }

  /// Keeps a thing in the place of what was there. Its version and instant are set here.
  ///
  /// - Parameter isDecision: Whether the audit records the change even if the thing itself is the same.
  /// - Returns: The thing as it is kept; as it was before, when nothing about it is different.
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
