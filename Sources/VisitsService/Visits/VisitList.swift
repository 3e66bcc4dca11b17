import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let (page, next) = try await call.service.store.read { reader in
      let worker = try parameters.worker.map { try reader.shownWorker($0) }
      let client = try parameters.client.map { try reader.shownClient($0) }
      let zone = try call.zone(
        TypedTimeContext(timeZone: parameters.timeZone, offset: nil), or: worker?.zone ?? client?.zone)
      let from = try call.bound(parameters.from, field: "from", in: zone)
      let to = try call.bound(parameters.to, field: "to", in: zone)
      // Said, since an empty list would say that nobody is visited then.
      if let from, let to, to <= from { throw Refusal.invalid(field: "to", .emptyWindow(from: from, to: to)) }
      let filter = VisitFilter(
        from: from, to: to, worker: worker?.id, client: client?.id,
        statuses: Set(parameters.status.map(\.status)), isOpen: parameters.open, match: parameters.match)
      return try reader.visits(
        filter, limit: parameters.limit ?? 100, after: try parameters.after.map { try mark($0) })
    }
    return Answer(
      visits: page.map { VisitView.compose($0, in: call) },
      next: next.map { "\($0.start.milliseconds):\($0.id.rawValue)" })
  }

  private static func mark(_ text: String) throws -> VisitFilter.Mark {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let start = Int64(parts[0]) else {
      throw Refusal.invalid(field: "after", .noPage(text))
    }
    return VisitFilter.Mark(start: Instant(milliseconds: start), id: VisitID(rawValue: String(parts[1])))
  }
}
