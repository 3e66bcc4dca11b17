package import VisitsModel

extension StoreReader {
  /// The client of that id.
  package func client(_ id: ClientID) throws -> Client? { try stored(id.rawValue)?.thing }

  /// The client as they were when the feed had come to an entry.
  package func client(_ id: ClientID, asOf feed: Int64) throws -> Client? {
    guard let stored = try stored(id.rawValue, as: Client.self) else { return nil }
    guard stored.change > feed else { return stored.thing }
    return try snapshot(before: stored.change, asOf: feed).map { try Client(snapshot: $0, zones: context.zones) }
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
    try people(matching, includeInactive, limit, after?.rawValue)
  }
}
