/// A visit as both sides keep it: just the fields that upstream can say too. What was agreed on is kept as such a value,
/// and so is each attempt.
package struct SyncedVisit: Sendable, Hashable, Codable {
  /// The planned times. They are changed as one: a start of ours with an end of theirs is a plan of nobody's.
  package struct Plan: Sendable, Hashable, Codable {
    /// The planned start.
    package var start: Instant
    /// The planned end.
    package var end: Instant

    /// From a start to an end.
    package init(start: Instant, end: Instant) {
      self.start = start
      self.end = end
    }
  }

  /// The planned times.
  package var plan: Plan
  /// Who makes it; `nil`: open.
  package var worker: WorkerID?
  /// Who receives it.
  package var client: ClientID
  /// The place, when it is not the client's address.
  package var address: String?
  /// The parts of that address, as far as they are known.
  package var addressParts: PostalAddress
  /// By video or telephone; `nil`: somebody comes.
  package var virtual: VirtualPlace?
  /// What is done.
  package var service: String?
  /// Why it is made.
  package var purpose: String?
  /// What the client should know or do before.
  package var instruction: String?
  /// What was noted.
  package var note: String?
  /// Where it stands in its life.
  package var life: SyncedLife

  /// A visit as both sides keep it.
  package init(
    plan: Plan, worker: WorkerID?, client: ClientID, address: String? = nil,
    addressParts: PostalAddress = PostalAddress(), virtual: VirtualPlace? = nil, service: String? = nil,
    purpose: String? = nil, instruction: String? = nil, note: String? = nil, life: SyncedLife = .scheduled
  ) {
    self.plan = plan
    self.worker = worker
    self.client = client
    self.address = address
    self.addressParts = addressParts
    self.virtual = virtual
    self.service = service
    self.purpose = purpose
    self.instruction = instruction
    self.note = note
    self.life = life
  }

  /// A visit of ours, as upstream can say it. A client's home is no place of the visit's own, even once it was written
  /// down as where the visit was made.
  package init(_ visit: Visit) {
    self.init(
      plan: Plan(start: visit.start, end: visit.end), worker: visit.worker, client: visit.client,
      address: visit.ownAddress, addressParts: visit.ownAddress == nil ? PostalAddress() : visit.addressParts,
      virtual: visit.virtual, service: visit.service, purpose: visit.purpose, instruction: visit.instruction,
      note: visit.note, life: visit.isWithdrawn ? .withdrawn : SyncedLife(visit.life))
  }
}

/// Where a visit stands, as upstream can say it: of a check just the instant, to the second. Not every server keeps more,
/// and a check that came back with less would seem to be another.
package enum SyncedLife: Sendable, Hashable, Codable {
  case scheduled
  case inProgress(checkIn: Instant?)
  case completed(checkIn: Instant?, checkOut: Instant?)
  case cancelled(reason: String, checkIn: Instant?)
  case missed(by: MissedBy, reason: String)
  /// Taken back as entered in error.
  case withdrawn

  /// A life of ours, as upstream can say it.
  package init(_ life: Life) {
    self =
      switch life {
      case .scheduled: .scheduled
      case .inProgress(let checkIn): .inProgress(checkIn: checkIn?.at.toTheSecond)
      case .completed(let checkIn, let checkOut):
        .completed(checkIn: checkIn?.at.toTheSecond, checkOut: checkOut?.at.toTheSecond)
      case .cancelled(let reason, let checkIn): .cancelled(reason: reason, checkIn: checkIn?.at.toTheSecond)
      case .missed(let by, let reason): .missed(by: by, reason: reason)
      }
  }

  /// When the worker came, where that is known.
  package var checkIn: Instant? {
    switch self {
    case .inProgress(let checkIn), .completed(let checkIn, _), .cancelled(_, let checkIn): checkIn
    case .scheduled, .missed, .withdrawn: nil
    }
  }

  /// When the worker left, where that is known.
  package var checkOut: Instant? {
    if case .completed(_, let checkOut) = self { checkOut } else { nil }
  }

  /// Whether it says that the visit was made.
  var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  /// Whether it says that somebody came.
  package var hasHappened: Bool {
    switch self {
    case .inProgress, .completed: true
    case .cancelled(_, let checkIn): checkIn != nil
    case .scheduled, .missed, .withdrawn: false
    }
  }

  /// Whether it says that nobody shall come any more, or that nobody came.
  package var isCalledOff: Bool {
    switch self {
    case .cancelled, .missed: true
    case .scheduled, .inProgress, .completed, .withdrawn: false
    }
  }

  /// The same with other checks; those that it has no place for are left out.
  func with(checkIn: Instant?, checkOut: Instant?) -> SyncedLife {
    switch self {
    case .inProgress: .inProgress(checkIn: checkIn)
    case .completed: .completed(checkIn: checkIn, checkOut: checkOut)
    case .cancelled(let reason, _): .cancelled(reason: reason, checkIn: checkIn)
    case .scheduled, .missed, .withdrawn: self
    }
  }
}
