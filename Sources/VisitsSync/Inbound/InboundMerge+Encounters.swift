import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension InboundMerge {
  /// The most Encounters of one visit that are remembered beside the one that has begun: each one that comes is compared
  /// with them.
  private static let mostPlanned = 20

  /// Merges an Encounter into the visit that it belongs to.
  mutating func merge(_ read: EncounterReading, _ fetched: FetchedRecord) throws -> Bool {
    let before = try transaction.agreed(on: fetched.address).first?.thing
    if try known.isOfSeveral(read, before) { throw RecordFault(code: "ofSeveral") }
    guard let (row, visit) = try known.place(of: read, before) else {
      // Its visit is not kept here, or it has none.
      if let before, !read.appointments.isEmpty { try leave(before, fetched.address) }
      let awaited = read.appointments.compactMap(context.reader.address)
      try transaction.ledger.note(outside: fetched.version, isOutside: true, awaiting: awaited)
      return true
    }
    let encounter = fetched.snapshot(read.fields)
    if before == nil, read.fields.state == .none,
      try known.records(of: visit.id, type: "Encounter").count >= Self.mostPlanned
    {
      // Further ones that have not begun tell nothing new. An Encounter that begins comes again.
      try transaction.ledger.note(outside: fetched.version, isOutside: true)
      return true
    }
    if before == nil { try checkMaker(of: fetched, visit) }
    try checkPeople(of: read, visit)
    let others = try known.begunEncounters(of: row.thing).filter { $0 != fetched.address }
    if others.contains(where: { !absent.contains($0) }) {
      // Some servers make an Encounter of their own for each Appointment. Two Encounters that have begun contradict each
      // other.
      guard read.fields.state == .none else { throw RecordFault(code: SyncProblem.secondCode, about: row.thing) }
      if let before, before != row.thing { try leave(before, fetched.address) }
      try transaction.ledger.note(outside: fetched.version, isOutside: false)
      try agree(on: encounter, beside: row.thing)
      return true
    }
    if !others.isEmpty, visit.isRecordedHere, !read.fields.says(SyncedVisit(visit).life) {
      // It has replaced an Encounter that is gone, and contradicts the check that was reported here.
      throw RecordFault(code: SyncProblem.secondCode, about: row.thing)
    }
    if before == nil, try isBesideOurs(fetched, read, of: row.thing) {
      throw RecordFault(code: SyncProblem.secondCode, about: row.thing)
    }
    if let before, before != row.thing { try leave(before, fetched.address) }
    try transaction.ledger.note(outside: fetched.version, isOutside: false)
    if read.fields.state == .none, try isSecondWaiting(of: row.thing) {
      // The other Encounter tells what became of the visit from now on; it is read again.
      try agree(on: encounter, beside: row.thing)
      return true
    }
    if read.fields.state != .none, try isSecond(fetched.subject), !SyncedVisit(visit).life.hasHappened {
      // The check was taken back here, and upstream says that the visit happened all the same.
      let life = try SyncedLife(RecordSnapshot<AppointmentSnapshot>(row).fields.mapped, read.fields)
      try park(row.thing, Clash(.reopened, ours: .life(SyncedVisit(visit).life), theirs: .life(life)))
      return false
    }
    let records = VisitRecords(appointment: try RecordSnapshot(row), encounter: encounter)
    guard try merge(records, into: visit) != .parked else { return false }
    for address in others { try transaction.ledger.disagree(on: address) }
    return true
  }

  /// Whether an Encounter was made upstream while ours of the same visit is being written: the visit would have two.
  private func isBesideOurs(_ fetched: FetchedRecord, _ read: EncounterReading, of thing: SyncThing) throws -> Bool {
    guard read.fields.state != .none, let visit = thing.visit else { return false }
    let attempts = try transaction.attempts(at: thing).flatMap(\.records).filter { $0.type == "Encounter" }
    guard !attempts.isEmpty else { return false }
    let own = UpstreamIdentity(own: visit.encounterUUID)
    guard !context.reader.identities(of: fetched.resource).contains(own) else { return false }
    return try !attempts.contains { attempt in
      if let id = attempt.id, id == fetched.address.id { return true }
      return try !attempt.fields.isEmpty
        && MappedText.value(MappedEncounter.self, from: attempt.fields) == read.fields
    }
  }

  /// Agrees on an Encounter that changes nothing of its visit. A decision not to send the visit still holds.
  private func agree(on encounter: RecordSnapshot<MappedEncounter>, beside thing: SyncThing) throws {
    let isDiscarded = try transaction.isDiscarded(thing)
    try transaction.ledger.agree(on: encounter.agreed(on: thing))
    if isDiscarded { try transaction.ledger.discard(thing) }
  }

  /// Whether an Encounter was left out because its visit had one already.
  private func isSecond(_ subject: String) throws -> Bool {
    try transaction.problem(.unread, of: subject)?.code == SyncProblem.secondCode
  }

  /// Whether a second Encounter of a visit was left out because of the first.
  private func isSecondWaiting(of thing: SyncThing) throws -> Bool {
    try transaction.isUnread(code: SyncProblem.secondCode, detail: thing.rawValue)
  }

  /// Refuses an Encounter that names another worker or client than the visit: it would count as the work of the visit's own
  /// worker. People who are not known here prove nothing.
  private func checkPeople(of read: EncounterReading, _ visit: Visit) throws {
    guard read.fields.state != .none else { return }
    let workers = try read.fields.workers.compactMap { try transaction.workerID(for: $0) }
    let client = try read.subject.flatMap(known.clientID)
    let isOthersWork = visit.worker.map { !workers.isEmpty && !workers.contains($0) } ?? false
    let isOthersCare = try client.map { try $0 != known.store.client(of: visit) } ?? false
    if isOthersWork || isOthersCare {
      throw RecordFault(code: "otherPerson", about: SyncThing(.visit, visit.id.rawValue))
    }
  }

  /// Refuses a new Encounter with our identifier of another visit: it is a copy that was made upstream.
  private func checkMaker(of fetched: FetchedRecord, _ visit: Visit) throws {
    for identity in context.reader.identities(of: fetched.resource) where identity.isOwn {
      guard let maker = OwnIdentifier.first(of: identity.value).map(VisitID.init(rawValue:)), maker != visit.id,
        try transaction.visit(maker) != nil
      else { continue }
      throw RecordFault(code: "copy")
    }
  }

  /// Takes in that an Encounter belongs to another visit now. A check that was reported here stays: the coordinator must say
  /// whether the visit happened.
  private mutating func leave(_ thing: SyncThing, _ encounter: RecordAddress) throws {
    try transaction.ledger.disagree(on: encounter)
    guard let visit = try thing.visit.flatMap(transaction.visit) else { return }
    let life = SyncedVisit(visit).life
    guard life.hasHappened, !visit.isWithdrawn else { return }
    if !visit.isRecordedHere, let records = try known.records(of: thing) {
      // A check that came from upstream alone goes with its record.
      var without = SyncedVisit(visit)
      without.life = try SyncedLife(records.appointment.fields.mapped, records.encounter?.fields)
      _ = try put(without, over: visit)
      return
    }
    try park(thing, Clash(.moved, ours: .life(life), theirs: .life(.scheduled)))
  }
}

extension EncounterReading {
  /// Whether it belongs to other visits than this one.
  ///
  /// - Parameters:
  ///   - appointment: The address of the visit's Appointment; `nil`: not known yet.
  ///   - visit: The visit, whose own identifier the Encounter may refer to.
  func isElsewhere(than appointment: RecordAddress?, of visit: VisitID, _ reader: UpstreamReader) -> Bool {
    guard let appointment, !appointments.isEmpty else { return false }
    return !appointments.contains {
      $0 == UpstreamIdentity(own: visit.rawValue) || reader.address(of: $0) == appointment
    }
  }
}

extension MappedEncounter {
  /// Whether it has the same checks as a life.
  fileprivate func says(_ life: SyncedLife) -> Bool {
    state == .none || checkIn == life.checkIn && checkOut == life.checkOut
  }
}
