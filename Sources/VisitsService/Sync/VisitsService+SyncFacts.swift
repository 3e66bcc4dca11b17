import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension VisitsService {
  /// Returns the state of sync with the upstream server, and the reason why changes cannot be stored locally, if there
  /// is one.
  ///
  /// - Parameter worker: The worker whose unsent changes count; `nil` if all unsent changes count.
  func syncFacts(_ reader: StoreReader, of worker: WorkerID? = nil) throws -> SyncFacts {
    let unsaved = store.fault?.reason
    guard let report = sync?.report else { return .noUpstream(unsaved: unsaved) }
    let rows = try reader.rows(of: worker)
    return SyncFacts(
      report.standing(of: rows), wasEverPulled: report.wasEverPulled,
      parked: rows.parked > 0 ? try parked(rows.parked, reader, of: worker) : nil, unsaved: unsaved)
  }

  private func parked(_ count: Int, _ reader: StoreReader, of worker: WorkerID?) throws -> SyncFacts.Parked {
    let emergencies = try reader.parkedEmergencies(of: worker)
    let first = try reader.parkedVisit(of: worker)
    guard let placed = try first.flatMap({ try reader.placed([$0]).first }) else {
      return SyncFacts.Parked(count: count, emergencies: emergencies)
    }
    return SyncFacts.Parked(
      count: count, emergencies: emergencies, client: placed.client.name, start: placed.visit.start,
      zone: placed.client.zone)
  }
}
