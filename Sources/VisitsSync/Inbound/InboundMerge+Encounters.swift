import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension InboundMerge {
  /// The maximum number of Encounters that are stored for one visit before further Encounters that have not begun are
  /// left out. Each Encounter that arrives is compared with all stored Encounters of its visit, so their number must
  /// stay small.
  private static let mostPlanned = 20

  /// Merges an Encounter into the visit to which it belongs.
  ///
  /// - Returns: Whether the Encounter was merged, stored, or recorded as outside the window of stored days. `false` if
  ///   the coordinator must decide first.
  mutating func merge(_ read: EncounterReading, _ fetched: FetchedRecord) throws -> Bool {
    let before = try transaction.agreed(on: fetched.address).first?.thing
    if try known.isOfSeveral(read, before) { throw RecordFault(code: "ofSeveral") }
    guard let (row, visit) = try known.place(of: read, before) else {
      // The Encounter's visit is not stored here, or the Encounter belongs to no visit.
      if let before, !read.appointments.isEmpty { try leave(before, fetched.address) }
      let awaited = read.appointments.compactMap(context.reader.address)
      try transaction.ledger.note(outside: fetched.version, isOutside: true, awaiting: awaited)
      return true
    }
    let encounter = fetched.snapshot(read.fields)
    if before == nil, read.fields.state == .none,
      try known.records(of: visit.id, type: "Encounter").count >= Self.mostPlanned
    {
      // The visit has enough Encounters, and this one has not begun. When it begins, a pull brings it again.
      try transaction.ledger.note(outside: fetched.version, isOutside: true)
      return true
    }
    if before == nil { try checkMaker(of: fetched, visit) }
    try checkPeople(of: read, visit)
    let others = try known.begunEncounters(of: row.thing).filter { $0 != fetched.address }
    if others.contains(where: { !absent.contains($0) }) {
      // Some servers create an Encounter for each Appointment themselves. Only a second Encounter that has begun is a
      // contradiction.
      guard read.fields.state == .none else { throw RecordFault(code: SyncProblem.secondCode, about: row.thing) }
      if let before, before != row.thing { try leave(before, fetched.address) }
      try transaction.ledger.note(outside: fetched.version, isOutside: false)
      try agree(on: encounter, beside: row.thing)
      return true
    }
    if !others.isEmpty, visit.isRecordedHere, !read.fields.says(SyncedVisit(visit).life) {
      // This Encounter replaces a deleted Encounter, and contradicts the check-in or check-out that was reported here.
      throw RecordFault(code: SyncProblem.secondCode, about: row.thing)
    }
    if before == nil, try isBesideOurs(fetched, read, of: row.thing) {
      throw RecordFault(code: SyncProblem.secondCode, about: row.thing)
    }
    if let before, before != row.thing { try leave(before, fetched.address) }
    try transaction.ledger.note(outside: fetched.version, isOutside: false)
    if read.fields.state == .none, try isSecondWaiting(of: row.thing) {
      // A second Encounter of the visit was left out because another one was stored first. This Encounter has not
      // begun, so the second one describes the visit. A pull reads the second one again.
      try agree(on: encounter, beside: row.thing)
      return true
    }
    if read.fields.state != .none, try isSecond(fetched.subject), !SyncedVisit(visit).life.hasHappened {
      // The check-in was undone here, but upstream says that the visit happened.
      let life = try SyncedLife(RecordSnapshot<AppointmentSnapshot>(row).fields.mapped, read.fields)
      try park(row.thing, Clash(.reopened, ours: .life(SyncedVisit(visit).life), theirs: .life(life)))
      return false
    }
    let records = VisitRecords(appointment: try RecordSnapshot(row), encounter: encounter)
    guard try merge(records, into: visit) != .parked else { return false }
    for address in others { try transaction.ledger.disagree(on: address) }
    return true
  }

  /// Returns whether upstream has created an Encounter of a visit while we are sending our own Encounter of the same
  /// visit. If upstream's Encounter were merged, the visit would have two Encounters.
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

  /// Stores an Encounter as the state on which the store and upstream agree, without changing its visit. If the
  /// coordinator has decided not to send the visit, that decision stays in force.
  private func agree(on encounter: RecordSnapshot<MappedEncounter>, beside thing: SyncThing) throws {
    let isDiscarded = try transaction.isDiscarded(thing)
    try transaction.ledger.agree(on: encounter.agreed(on: thing))
    if isDiscarded { try transaction.ledger.discard(thing) }
  }

  /// Returns whether a pull left out this Encounter because its visit already had another Encounter.
  private func isSecond(_ subject: String) throws -> Bool {
    try transaction.problem(.unread, of: subject)?.code == SyncProblem.secondCode
  }

  /// Returns whether a pull left out an Encounter of this visit because another Encounter of the visit was stored
  /// first.
  private func isSecondWaiting(of thing: SyncThing) throws -> Bool {
    try transaction.isUnread(code: SyncProblem.secondCode, detail: thing.rawValue)
  }

  /// Refuses an Encounter that has begun and names another worker or client than the visit. Otherwise the Encounter
  /// would count as the work of the visit's own worker. Workers and clients of the Encounter who are not stored here
  /// are ignored.
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

  /// Refuses a new Encounter if it has our identifier (which we write into each record that we create), but for another
  /// visit. Such an Encounter is a copy that was made upstream.
  private func checkMaker(of fetched: FetchedRecord, _ visit: Visit) throws {
    for identity in context.reader.identities(of: fetched.resource) where identity.isOwn {
      guard let maker = OwnIdentifier.first(of: identity.value).map(VisitID.init(rawValue:)), maker != visit.id,
        try transaction.visit(maker) != nil
      else { continue }
      throw RecordFault(code: "copy")
    }
  }

  /// Removes an Encounter from the visit to which it belonged so far. If only upstream reported the check-in, the visit
  /// loses it. If the check-in was reported here, the visit keeps it, and the coordinator must decide whether the visit
  /// happened.
  private mutating func leave(_ thing: SyncThing, _ encounter: RecordAddress) throws {
    try transaction.ledger.disagree(on: encounter)
    guard let visit = try thing.visit.flatMap(transaction.visit) else { return }
    let life = SyncedVisit(visit).life
    guard life.hasHappened, !visit.isWithdrawn else { return }
    if !visit.isRecordedHere, let records = try known.records(of: thing) {
      // Only upstream reported the check-in, so the visit loses it together with the Encounter.
      var without = SyncedVisit(visit)
      without.life = try SyncedLife(records.appointment.fields.mapped, records.encounter?.fields)
      _ = try put(without, over: visit)
      return
    }
    try park(thing, Clash(.moved, ours: .life(life), theirs: .life(.scheduled)))
  }
}

extension EncounterReading {
  /// Returns whether the Encounter names Appointments, but not the Appointment of a given visit.
  ///
  /// - Parameters:
  ///   - appointment: The address of the visit's Appointment. If it is `nil`, because it is not known yet, the result
  ///     is `false`.
  ///   - visit: The visit. The Encounter may refer to its Appointment by our own identifier.
  func isElsewhere(than appointment: RecordAddress?, of visit: VisitID, _ reader: UpstreamReader) -> Bool {
    guard let appointment, !appointments.isEmpty else { return false }
    return !appointments.contains {
      $0 == UpstreamIdentity(own: visit.rawValue) || reader.address(of: $0) == appointment
    }
  }
}

extension MappedEncounter {
  /// Returns whether the Encounter has the same check-in and check-out as a visit. An Encounter that has not begun
  /// matches any visit.
  fileprivate func says(_ life: SyncedLife) -> Bool {
    state == .none || checkIn == life.checkIn && checkOut == life.checkOut
  }
}
