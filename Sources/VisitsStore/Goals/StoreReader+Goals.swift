package import VisitsModel

extension StoreReader {
  /// The goal of that id.
  package func goal(_ id: GoalID) throws -> Goal? { try stored(id.rawValue)?.thing }

  /// All goals of a client, in the order in which they were set.
  package func goals(of client: ClientID) throws -> [Goal] { try all(Self.goalsOfClient, [.text(client.rawValue)]) }

  static let goalsOfClient = """
    SELECT \(Goal.table.columns) FROM goals INDEXED BY goalsByClient WHERE client = ? ORDER BY setAt, row
    """
}
