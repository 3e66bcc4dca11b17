/// Just what the rules of alerts must know of a visit: thousands are looked at in a row.
package struct WatchedVisit: Sendable, Hashable {
  /// The visit.
  package var id: VisitID
  /// Who makes it; `nil`: it is open.
  package var worker: WorkerID?
  /// Who receives it.
  package var client: ClientID
  /// Whether the client's visits are late earlier.
  package var isTimeCritical: Bool
  /// The planned start.
  package var start: Instant
  /// The planned end.
  package var end: Instant
  /// Where it stands.
  package var status: Status
  /// Whether upstream has taken it back.
  package var isWithdrawn: Bool
  /// Whether the client receives no care any more.
  package var isNotInCare: Bool
  /// Whether the worker has another visit at the same time; looked up only where an alert says so.
  package var isOverlapping: Bool
  /// Whether its worker is away then, as the office knows already.
  package var isWorkerAway = false

  /// A visit as the rules see it.
  package init(
    id: VisitID, worker: WorkerID?, client: ClientID, isTimeCritical: Bool, start: Instant, end: Instant,
    status: Status, isWithdrawn: Bool = false, isNotInCare: Bool = false, isOverlapping: Bool = false
  ) {
    self.id = id
    self.worker = worker
    self.client = client
    self.isTimeCritical = isTimeCritical
    self.start = start
    self.end = end
    self.status = status
    self.isWithdrawn = isWithdrawn
    self.isNotInCare = isNotInCare
    self.isOverlapping = isOverlapping
  }

  /// Whether nobody needs to make room for it any more.
  package func isOver(by now: Instant) -> Bool { status == .completed || !occupiesItsTime || end <= now }

  /// Whether others of its worker must keep clear of it.
  package var occupiesItsTime: Bool { !isWithdrawn && status != .cancelled && status != .missed }
}
