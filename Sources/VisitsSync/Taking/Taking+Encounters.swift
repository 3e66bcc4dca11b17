import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension Taking {
  /// Takes in an Encounter: what became of the visit that it belongs to.
  mutating func takeEncounter(_ read: ReadEncounter, _ came: CameRecord) throws -> Bool {
    let before = try transaction.agreed(on: came.address).first?.thing
    if try known.isOfSeveral(read, before) { throw RecordFault(code: "ofSeveral") }
    guard let (row, visit) = try known.place(of: read, before) else {
      // Of a visit that is not kept here, or of none at all.
      if let before, !read.appointments.isEmpty { try leave(before, came.address) }
      let awaited = read.appointments.compactMap(desk.reader.address)
      try transaction.ledger.note(outside: came.version, isOutside: true, awaiting: awaited)
      return true
    }
    let encounter = SaidRecord(came.address, version: came.version.version, body: came.body, said: read.fields)
    if before == nil { try checkMaker(of: came, visit) }
    try checkPeople(of: read, visit)
    let others = try known.begunEncounters(of: row.thing).filter { $0 != came.address }
    if others.contains(where: { !absent.contains($0) }) {
      // Some servers make one of their own for each Appointment. What somebody has recorded is not told by two.
      guard read.fields.state == .none else { throw RecordFault(code: SyncProblem.secondCode, about: row.thing) }
      if let before, before != row.thing { try leave(before, came.address) }
      try transaction.ledger.note(outside: came.version, isOutside: false)
      try agree(on: encounter, beside: row.thing)
      return true
    }
    if !others.isEmpty, visit.isRecordedHere, !read.fields.says(SyncedVisit(visit).life) {
      // It has the place of one that is gone, and tells otherwise what was reported from here.
      throw RecordFault(code: SyncProblem.secondCode, about: row.thing)
    }
    if before == nil, try isBesideOurs(came, read, of: row.thing) {
      throw RecordFault(code: SyncProblem.secondCode, about: row.thing)
    }
    if let before, before != row.thing { try leave(before, came.address) }
    try transaction.ledger.note(outside: came.version, isOutside: false)
    if read.fields.state == .none, try isSecondWaiting(of: row.thing) {
      // The other one tells what became of the visit from now on; it is read again.
      try agree(on: encounter, beside: row.thing)
      return true
    }
    if read.fields.state != .none, try isSecond(came.subject), !SyncedVisit(visit).life.hasHappened {
      // It was taken back here, and upstream says that it happened all the same.
      let life = try SyncedLife(SaidRecord<SaidOfAppointment>(row).said.read, read.fields)
      try park(row.thing, Clash(.reopened, ours: .life(SyncedVisit(visit).life), theirs: .life(life)))
      return false
    }
    let records = VisitRecords(appointment: try SaidRecord(row), encounter: encounter)
    guard try bring(records, into: visit) != .parked else { return false }
    for address in others { try transaction.ledger.disagree(on: address) }
    return true
  }

  /// Whether an Encounter comes that somebody else has made while ours of the same visit is being written: the visit would
  /// have two.
  private func isBesideOurs(_ came: CameRecord, _ read: ReadEncounter, of thing: SyncThing) throws -> Bool {
    guard read.fields.state != .none, let visit = thing.visit else { return false }
    let attempts = try transaction.attempts(at: thing).flatMap(\.records).filter { $0.type == "Encounter" }
    guard !attempts.isEmpty else { return false }
    let own = UpstreamIdentity(system: OwnIdentifier.system, value: OwnIdentifier.value(visit.encounterUUID))
    guard !desk.reader.identities(of: came.resource).contains(own) else { return false }
    return try !attempts.contains { attempt in
      if let id = attempt.id, id == came.address.id { return true }
      return try !attempt.fields.isEmpty
        && MappedText.value(MappedEncounter.self, from: attempt.fields) == read.fields
    }
  }

  /// Agrees on an Encounter that changes nothing of its visit. That a person gave up sending what stands here holds on.
  private func agree(on encounter: SaidRecord<MappedEncounter>, beside thing: SyncThing) throws {
    let isDiscarded = try transaction.isDiscarded(thing)
    try transaction.ledger.agree(on: encounter.agreed(on: thing))
    if isDiscarded { try transaction.ledger.discard(thing) }
  }

  /// Whether an Encounter was left out because its visit had one already.
  private func isSecond(_ subject: String) throws -> Bool {
    try transaction.problems().contains { kept in
      kept.problem.kind == .unread && kept.problem.code == SyncProblem.secondCode && kept.problem.subject == subject
    }
  }

  /// Whether a second Encounter of a visit was left out because of the first.
  private func isSecondWaiting(of thing: SyncThing) throws -> Bool {
    try transaction.problems().contains { kept in
      let problem = kept.problem
      return problem.kind == .unread && problem.code == SyncProblem.secondCode && problem.detail == thing.rawValue
    }
  }

  /// An Encounter that names somebody else than the visit does tells of something else: that would be taken for the work of
  /// whoever has the visit here. Whom nobody knows here says nothing against them.
  private func checkPeople(of read: ReadEncounter, _ visit: Visit) throws {
    guard read.fields.state != .none else { return }
    let workers = try read.fields.workers.compactMap { try transaction.workerID(for: $0) }
    let client = try read.subject.flatMap(known.clientID)
    let isOthersWork = visit.worker.map { !workers.isEmpty && !workers.contains($0) } ?? false
    let isOthersCare = try client.map { try $0 != known.store.successor(of: visit.client) } ?? false
    if isOthersWork || isOthersCare {
      throw RecordFault(code: "otherPerson", about: SyncThing(.visit, visit.id.rawValue))
    }
  }

  /// A new Encounter with our identifier of another visit is a copy that somebody made there.
  private func checkMaker(of came: CameRecord, _ visit: Visit) throws {
    for identity in desk.reader.identities(of: came.resource) where identity.system == OwnIdentifier.system {
      guard let maker = OwnIdentifier.first(of: identity.value).map(VisitID.init(rawValue:)), maker != visit.id,
        try transaction.visit(maker) != nil
      else { continue }
      throw RecordFault(code: "copy")
    }
  }

  /// An Encounter belongs to another visit now. What was recorded of this one is still what somebody reported: a person
  /// must say whether it happened.
  private mutating func leave(_ thing: SyncThing, _ encounter: RecordAddress) throws {
    try transaction.ledger.disagree(on: encounter)
    guard let visit = try thing.visit.flatMap(transaction.visit) else { return }
    let life = SyncedVisit(visit).life
    guard life.hasHappened, !visit.isWithdrawn else { return }
    if !visit.isRecordedHere, let records = try known.records(of: thing) {
      // What upstream alone has said goes with the record that said it.
      var without = SyncedVisit(visit)
      without.life = try SyncedLife(records.appointment.said.read, records.encounter?.said)
      _ = try put(without, over: visit)
      return
    }
    try park(thing, Clash(.moved, ours: .life(life), theirs: .life(.scheduled)))
  }
}

extension ReadEncounter {
  /// Whether it belongs to other visits than the one whose Appointment this is.
  ///
  /// - Parameters:
  ///   - appointment: Where the visit's Appointment stands; `nil`: not known yet.
  ///   - visit: The visit, by whose own identifier it may be told.
  func isElsewhere(than appointment: RecordAddress?, of visit: VisitID, _ reader: UpstreamReader) -> Bool {
    guard let appointment, !appointments.isEmpty else { return false }
    let own = UpstreamIdentity(system: OwnIdentifier.system, value: OwnIdentifier.value(visit.rawValue))
    return !appointments.contains { $0 == own || reader.address(of: $0) == appointment }
  }
}

extension MappedEncounter {
  /// Whether it says the same of when somebody came and left as stands here.
  fileprivate func says(_ life: SyncedLife) -> Bool {
    state == .none || checkIn == life.checkIn && checkOut == life.checkOut
  }
}
