/// A visit with the people it concerns, as the API shows it.
package struct PlacedVisit: Sendable, Hashable {
  /// The visit.
  package var visit: Visit
  /// Who receives it.
  package var client: Client
  /// Who makes it; `nil`: open.
  package var worker: Worker?
  /// Where it stands with upstream.
  package var sync = SyncState.local
  /// Whether the worker is away then, and so cannot be late.
  package var isWorkerAway = false

  /// A visit with its people.
  package init(visit: Visit, client: Client, worker: Worker?) {
    self.visit = visit
    self.client = client
    self.worker = worker
  }

  /// Where it takes place: its own address, else the client's on its day.
  package var address: String? { visit.address ?? client.homes.home(at: visit.start).address }

  /// The parts of that address, as far as they are known.
  package var addressParts: PostalAddress {
    visit.address == nil ? client.homes.home(at: visit.start).parts : visit.addressParts
  }
}

/// Just what a card of Today shows of a visit: read often, so kept small.
package struct DayVisit: Sendable, Hashable {
  /// The visit.
  package var id: VisitID
  /// Who makes it; `nil`: nobody, and nobody is late for it.
  package var worker: WorkerID?
  /// Who receives it.
  package var client: ClientID
  /// The client's name.
  package var clientName: String
  /// A reference to the client's photo.
  package var photo: String?
  /// Whether the client's visits are late earlier.
  package var isTimeCritical: Bool
  /// The client's zone; `nil`: the agency's.
  package var zone: Zone?
  /// Where it takes place: its own address, else the client's.
  package var address: String?
  /// By video or telephone; `nil`: somebody comes.
  package var virtual: VirtualPlace?
  /// The planned start.
  package var start: Instant
  /// The planned end.
  package var end: Instant
  /// Where it stands.
  package var status: Status
  /// The visit's version.
  package var version: Int
  /// Since when it is reported from the field otherwise than the office has decided, which nobody has settled.
  package var conflictSince: Instant?
  /// Whether the worker is away then, and so cannot be late.
  package var isWorkerAway = false

  /// A visit as a card shows it.
  package init(
    id: VisitID, worker: WorkerID?, client: ClientID, clientName: String, photo: String?, isTimeCritical: Bool,
    zone: Zone?, address: String?, virtual: VirtualPlace? = nil, start: Instant, end: Instant, status: Status,
    version: Int,
    conflictSince: Instant? = nil
  ) {
    self.id = id
    self.worker = worker
    self.client = client
    self.clientName = clientName
    self.photo = photo
    self.isTimeCritical = isTimeCritical
    self.zone = zone
    self.address = address
    self.virtual = virtual
    self.start = start
    self.end = end
    self.status = status
    self.version = version
    self.conflictSince = conflictSince
  }
}

/// Which visits a list shows.
package struct VisitFilter: Sendable, Hashable {
  /// Planned starts, half open; `nil`: no bound on that side.
  package var from: Instant?
  package var to: Instant?
  package var worker: WorkerID?
  package var client: ClientID?
  /// Empty: every state.
  package var statuses: Set<Status>
  /// Only visits without a worker (`true`) or with one (`false`).
  package var isOpen: Bool?
  /// The beginning or the end of an id, at least 4 characters, or a part of the client's name.
  package var match: String?
  /// Whether visits are listed too that began before `from` and end after it.
  package var isOvernight = false
  /// Only visits that are late at a moment; `nil`: late or not.
  package var late: Late?

  /// Every visit, until a bound is set.
  package init(
    from: Instant? = nil, to: Instant? = nil, worker: WorkerID? = nil, client: ClientID? = nil,
    statuses: Set<Status> = [], isOpen: Bool? = nil, match: String? = nil
  ) {
    self.from = from
    self.to = to
    self.worker = worker
    self.client = client
    self.statuses = statuses
    self.isOpen = isOpen
    self.match = match
  }

  /// When a visit is late, and at which moment.
  package struct Late: Sendable, Hashable {
    /// The minutes after the planned start.
    package var rule: LateRule
    /// The moment.
    package var now: Instant

    /// Visits that are late at a moment.
    package init(_ rule: LateRule, at now: Instant) {
      self.rule = rule
      self.now = now
    }
  }

  /// Where a page of a list ended: the list goes on behind it.
  package struct Mark: Sendable, Hashable {
    /// The planned start of the last visit shown.
    package var start: Instant
    /// Its id, which orders visits of one start.
    package var id: VisitID

    /// The end of a page.
    package init(start: Instant, id: VisitID) {
      self.start = start
      self.id = id
    }
  }
}
