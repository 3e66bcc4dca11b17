import VisitsModel
import VisitsStore

/// Finds visits that belong to no row of a table and to no entry of the present text: visits made by hand, by a series
/// or elsewhere.
struct VisitsWithoutRow {
  private var mentioned: Set<VisitID> = []

  /// Records a visit that the text has.
  mutating func mention(_ visit: VisitID) { mentioned.insert(visit) }

  /// Returns the visits of a client with exactly this start. Cancelled visits are returned only if there are no others:
  /// a table that does not know of the cancellation must not plan them again.
  func visits(of client: ClientID, at start: Instant, in transaction: ChangeTransaction) throws -> [Visit] {
    let visits = try transaction.visits(of: client, at: start).filter { visit in
      guard !mentioned.contains(visit.id) else { return false }
      return try transaction.systems(of: visit.id).isDisjoint(with: PlannedRow.systems)
    }
    let standing = visits.filter { $0.status != .cancelled }
    return standing.isEmpty ? visits : standing
  }
}
