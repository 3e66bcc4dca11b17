package import VisitsModel

extension StoreReader {
  /// The client of that id.
  package func client(_ id: ClientID) throws -> Client? { try storedClient(id)?.client }

  /// The client as they were when the feed had come to an entry.
  func client(_ id: ClientID, asOf feed: Int64) throws -> Client? {
    guard let stored = try storedClient(id) else { return nil }
    guard stored.change > feed else { return stored.client }
    return try snapshot(before: stored.change, asOf: feed).map { try Client(snapshot: $0, zones: context.zones) }
  }

  func storedClient(_ id: ClientID) throws -> StoredClient? {
    try db.first("SELECT \(ClientRow.columns) FROM clients WHERE id = ?", [.text(id.rawValue)]) {
      try ClientRow.stored($0, context.zones)
    }
  }

  /// Clients in the order of their ids.
  ///
  /// - Parameters:
  ///   - matching: An id, the beginning or end of one, or a part of a name, accents and case aside; `nil`: all.
  ///   - includeInactive: Whether those who no longer receive care are among them.
  ///   - limit: At most so many.
  ///   - after: Where the list goes on: the last id of the page before.
  package func clients(
    matching: String? = nil, includeInactive: Bool = false, limit: Int, after: ClientID? = nil
  ) throws -> [Client] {
    try people("clients", ClientRow.columns, matching, includeInactive, limit, after?.rawValue) {
      try ClientRow.stored($0, context.zones).client
    }
  }
}
