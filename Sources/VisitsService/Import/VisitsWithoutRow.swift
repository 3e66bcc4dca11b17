import VisitsModel
import VisitsStore

/// Finds existing visits that no row of an imported table has planned and that the present text does not mention, for
/// example visits that were made by hand or by a series.
struct VisitsWithoutRow {
  private var mentioned: Set<VisitID> = []

  /// Records that the present text mentions a visit.
  mutating func mention(_ visit: VisitID) { mentioned.insert(visit) }

  /// Returns the visits of a client that have exactly this start and belong to no row. Cancelled visits are returned
  /// only if there are no others, so that a table that does not know of the cancellation does not plan them again.
  func visits(of client: ClientID, at start: Instant, in transaction: ChangeTransaction) throws -> [Visit] {
    let visits = try transaction.visits(of: client, at: start).filter { visit in
      guard !mentioned.contains(visit.id) else { return false }
      return try transaction.systems(of: visit.id).isDisjoint(with: PlannedRow.systems)
    }
    let standing = visits.filter { $0.status != .cancelled }
    return standing.isEmpty ? visits : standing
  }
}
