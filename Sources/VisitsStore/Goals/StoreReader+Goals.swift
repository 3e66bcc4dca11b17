package import VisitsModel

extension StoreReader {
  /// Returns the goal with an id; `nil` if there is none.
  package func goal(_ id: GoalID) throws -> Goal? { try stored(id.rawValue)?.thing }

  /// Returns the goal as it was at an earlier point of the feed, the numbered list of all changes; `nil` if the goal
  /// did not exist then.
  ///
  /// - Parameter feed: The number of the last change that counts.
  func goal(_ id: GoalID, asOf feed: Int64) throws -> Goal? {
    guard let stored = try stored(id.rawValue, as: Goal.self) else { return nil }
    guard stored.change > feed else { return stored.thing }
    return try snapshot(before: stored.change, asOf: feed).map { try Goal(snapshot: $0) }
  }

  /// Returns all goals of a client, in the order in which they were set.
  package func goals(of client: ClientID) throws -> [Goal] { try all(Self.goalsOfClient, [.text(client.rawValue)]) }

  static let goalsOfClient = """
    SELECT \(Goal.table.columns) FROM goals INDEXED BY goalsByClient WHERE client = ? ORDER BY setAt, row
    """
}
