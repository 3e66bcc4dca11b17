import VisitsModel
import VisitsStore

/// Visits that no row of a table stands for, nor an entry of the text at hand: made by hand, by a series or elsewhere.
struct VisitsWithoutRow {
  private var mentioned: Set<VisitID> = []

  /// Takes note of a visit that stands in the text.
  mutating func mention(_ visit: VisitID) { mentioned.insert(visit) }

  /// Those of a client with exactly this start, in whatever state; those that the office has called off only where it
  /// has planned no other: they are not planned again because a table does not know of it.
  func visits(of client: ClientID, at start: Instant, in transaction: ChangeTransaction) throws -> [Visit] {
    let visits = try transaction.visits(of: client, at: start).filter { visit in
      guard !mentioned.contains(visit.id) else { return false }
      return try transaction.systems(of: visit.id).isDisjoint(with: PlannedRow.systems)
    }
    let standing = visits.filter { $0.status != .cancelled }
    return standing.isEmpty ? visits : standing
  }
}
