package import VisitsModel

extension StoreReader {
  /// The cursor of the feed's last entry.
  package var cursor: VisitsModel.Cursor {
    get throws { VisitsModel.Cursor(epoch: context.epoch, sequence: try lastSequence()) }
  }

  /// The oldest cursor after which the feed can still be read.
  package var floor: VisitsModel.Cursor {
    get throws { VisitsModel.Cursor(epoch: context.epoch, sequence: try lowestSequence()) }
  }

  /// Returns the entries of the feed after a cursor, in order.
  ///
  /// - Parameters:
  ///   - after: The cursor of the last entry that the caller has seen; `nil` to start at the oldest readable entry.
  ///   - topics: The types of entities to include; empty for all.
  ///   - limit: The maximum number of entries.
  /// - Throws: ``Refusal/cursorGone(present:)`` if the cursor is from before a restoration (it has another epoch), is
  ///   older than ``floor``, or is after the last entry.
  package func events(after: VisitsModel.Cursor?, topics: Set<Refusal.Thing> = [], limit: Int) throws -> [FeedEvent] {
    let floor = try lowestSequence()
    let last = try lastSequence()
    let start = after?.sequence ?? floor
    guard after.map({ $0.epoch == context.epoch }) ?? true, start >= floor, start <= last else {
      throw Refusal.cursorGone(present: VisitsModel.Cursor(epoch: context.epoch, sequence: last))
    }
    let all: Set<Refusal.Thing> = Set(Refusal.Thing.allCases)
    let names = (topics.isEmpty ? all : topics).map(\.rawValue).sorted()
    return try db.all(
      """
      SELECT \(AuditRow.eventColumns) FROM audit
      WHERE sequence > ? AND topic IN (\(names.map { _ in "?" }.joined(separator: ", "))) ORDER BY sequence LIMIT ?
      """, [.integer(start)] + names.map(Bound.text) + [Bound(max(0, limit))], AuditRow.event)
  }

  /// Returns the number of entities that upstream has changed since a cursor.
  package func changesFromUpstream(after place: VisitsModel.Cursor) throws -> Int {
    try db.first(
      "SELECT count(DISTINCT thing) FROM audit WHERE sequence > ? AND origin = 'upstream'", [.integer(place.sequence)]
    ) { $0.int(0) } ?? 0
  }

  private func lastSequence() throws -> Int64 {
    try db.first("SELECT max(sequence) FROM audit") { $0.integer(0) } ?? 0
  }

  private func lowestSequence() throws -> Int64 {
    try db.first("SELECT value FROM meta WHERE name = 'floor'") { $0.integer(0) } ?? 0
  }
}
