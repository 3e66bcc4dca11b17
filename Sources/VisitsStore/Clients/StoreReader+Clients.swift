package import VisitsModel

extension StoreReader {
  /// Returns the client with an id; `nil` if there is none.
  package func client(_ id: ClientID) throws -> Client? { try stored(id.rawValue)?.thing }

  /// Returns the client as it was at an earlier point of the feed, the numbered list of all changes; `nil` if the
  /// client did not exist then.
  ///
  /// - Parameter feed: The number of the last change that counts.
  package func client(_ id: ClientID, asOf feed: Int64) throws -> Client? {
    guard let stored = try stored(id.rawValue, as: Client.self) else { return nil }
    guard stored.change > feed else { return stored.thing }
    return try snapshot(before: stored.change, asOf: feed).map { try Client(snapshot: $0, zones: context.zones) }
  }

  /// Returns clients, ordered by id.
  ///
  /// - Parameters:
  ///   - matching: An id, the beginning or end of an id, or a part of a name, ignoring accents and case; `nil` for all.
  ///   - includeInactive: Whether to include clients who no longer receive care.
  ///   - limit: The maximum number of clients.
  ///   - after: The last id of the previous page; `nil` for the first page.
  package func clients(
    matching: String? = nil, includeInactive: Bool = false, limit: Int, after: ClientID? = nil
  ) throws -> [Client] {
    try people(matching, includeInactive, limit, after?.rawValue)
  }
}
