import VisitsModel

extension ScheduleCalendar.Event {
  /// A visit as an event of a calendar.
  ///
  /// - Parameter worker: Who makes it, in words, in a calendar of several workers; in one worker's own, nobody needs it.
  package init(_ exported: ExportedVisit, worker: String?) {
    let (visit, client) = (exported.placed.visit, exported.placed.client)
    self.init(
      id: visit.id, sequence: visit.version, title: worker.map { "\(client.name) (\($0))" } ?? client.name,
      client: client.id.rawValue, worker: visit.worker?.rawValue, location: exported.placed.address,
      service: visit.service, description: visit.note, start: visit.start, end: visit.end, zone: exported.zone,
      isCancelled: visit.status == .cancelled, modified: visit.updatedAt)
  }
}
