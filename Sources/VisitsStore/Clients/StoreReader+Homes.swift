package import VisitsModel

extension StoreReader {
  /// Returns the history of a client's addresses, read from the audit.
  package func homes(of id: ClientID) throws -> HomeHistory {
    var history = HomeHistory()
    guard let stored = try stored(id.rawValue, as: Client.self) else { return history }
    let entries = try db.all(Self.entriesOfClient, [.integer(stored.change)]) { ($0.instant(0), $0.text(1)) }
    for (at, snapshot) in entries {
      let fields = try db.snapshot(snapshot)
      history.record(try fields.text("address"), try PostalAddress(snapshot: fields), at: at)
    }
    return history
  }

  /// The SQL query for a client's audit entries. Each entry refers to the client's previous entry, so the query reads
  /// no other entries.
  static let entriesOfClient = """
    WITH RECURSIVE walk (sequence, previous) AS (
      SELECT sequence, previous FROM audit WHERE sequence = ?
      UNION ALL
      SELECT audit.sequence, audit.previous FROM walk JOIN audit ON audit.sequence = walk.previous
    )
    SELECT at, snapshot FROM walk JOIN audit ON audit.sequence = walk.sequence ORDER BY audit.sequence
    """
}
