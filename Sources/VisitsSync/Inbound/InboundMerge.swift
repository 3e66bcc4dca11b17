import VisitsExchange
import VisitsModel
import VisitsStore

/// A merge of upstream's records into the store, within one transaction. Workers and clients get upstream's values. The
/// values of a visit are merged with the changes that were made here.
struct InboundMerge {
  let transaction: ChangeTransaction
  let context: SyncContext
  let known: KnownRecords
  /// The records that upstream no longer has, as a read of each record in this run has shown.
  let absent: Set<RecordAddress>
  /// The Patients and Locations with a new postal address whose visits have already been updated.
  private let moved: Set<RecordAddress>
  var people: PlanApplication

  init(
    _ transaction: ChangeTransaction, _ context: SyncContext, absent: Set<RecordAddress> = [],
    moved: Set<RecordAddress> = []
  ) {
    self.transaction = transaction
    self.context = context
    self.absent = absent
    self.moved = moved
    known = KnownRecords(store: transaction, reader: context.reader)
    people = PlanApplication(transaction: transaction)
  }

  /// Returns whether the visits of a Patient or Location have already been updated to its new postal address.
  func hasMoved(_ address: RecordAddress) -> Bool { moved.contains(address) }

  /// The outcome of merging upstream's records into a visit.
  enum Outcome {
    /// Both sides have the same values.
    case same
    /// The visit still has a local change that must be sent.
    case toSend
    /// The visit is parked: it is neither sent nor merged until the coordinator decides.
    case parked
  }

  /// Merges upstream's current records of a visit into the visit. Unless the visit is parked, stores the records as the
  /// state on which the store and upstream agree.
  ///
  /// - Parameters:
  ///   - theirs: Upstream's records.
  ///   - visit: The stored visit.
  ///   - isHeir: Whether these records replace records of the visit that were deleted upstream.
  mutating func merge(_ theirs: VisitRecords, into visit: Visit, isHeir: Bool = false) throws -> Outcome {
    let thing = SyncThing(.visit, visit.id.rawValue)
    var state = try transaction.syncState(of: thing)
    if state == .parked {
      // A parked visit is neither sent nor merged until the coordinator decides.
      guard try isFound(thing, theirs, isHeir: isHeir) else { return .parked }
      try transaction.ledger.park(thing, false)
      try transaction.ledger.settle(.parked, of: thing.rawValue, by: "upstream", at: transaction.now)
      state = .pending
    }
    var ours = SyncedVisit(visit)
    ours.client = try known.store.client(of: visit)
    let theirs = try placed(theirs, visit)
    let upstream = try known.visit(theirs)
    var base = try base(of: thing, ours, theirs, upstream, isPending: state == .pending)
    let isDiscarded = try transaction.isDiscarded(thing)
    // The Appointment names the same place as before, so the office has changed the visit's address since. The office's
    // address stays.
    if ours.address != base.address, try isPlaceSame(theirs, thing) { base.address = upstream.address }
    // Both sides agreed that the worker does not come. Now upstream names the worker again, so upstream's state
    // applies.
    if state != .pending, theirs.appointment.fields.isOfItsWorker {
      let wasOfItsWorker = try known.records(of: thing)?.appointment.fields.isOfItsWorker ?? true
      if ours.life == .withdrawn || !wasOfItsWorker && ours.life.isCalledOff { base.life = ours.life }
    }
    // Nothing has changed upstream, and no local change waits to be sent. If both sides still differ, upstream stored
    // another value than we sent. A problem reports the difference, and the value is not sent again.
    if state != .pending, upstream == base, ours == SyncedVisit(visit) {
      try agree(theirs, on: thing)
      // The decision not to send the value stays in force.
      if isDiscarded, ours != upstream { try transaction.ledger.discard(thing) }
      return .same
    }
    func merged() -> Merge.Result {
      Merge(base: base, ours: ours, theirs: upstream, isRecordedHere: visit.isRecordedHere).result
    }
    var result = merged()
    if isDiscarded, case .clash = result {
      // The coordinator has already decided that the value stays here and is not sent.
      (base.life, base.worker, base.client, base.plan) = (
        upstream.life, upstream.worker, upstream.client, upstream.plan
      )
      result = merged()
    }
    switch result {
    case .clash(let clash):
      try park(thing, clash)
      return .parked
    case .merged(let merged, let overruled):
      let kept = try put(merged, over: visit)
      for value in overruled {
        let problem = SyncProblem(
          .overruled, thing.rawValue, code: value.theirs.name, detail: try MappedText.text(of: value))
        try transaction.ledger.note(problem, at: transaction.now)
      }
      try agree(theirs, on: thing)
      if merged == upstream { return .same }
      if isDiscarded {
        try transaction.ledger.discard(thing)
        return .same
      }
      if state != .pending {
        let (id, now) = (kept.id.rawValue, transaction.now)
        try transaction.ledger.enqueue(.visit, id, version: kept.version, worker: kept.worker, at: now)
      }
      return .toSend
    }
  }

  /// Returns whether the received records resolve the reason why a visit was parked: its records were missing upstream,
  /// or it was unknown whether a sent record had arrived.
  private func isFound(_ thing: SyncThing, _ theirs: VisitRecords, isHeir: Bool) throws -> Bool {
    let reason = try transaction.problem(.parked, of: thing.rawValue)
    if isHeir, [ParkReason.absent.code, Clash.Kind.withdrawn.rawValue].contains(reason?.code) { return true }
    guard reason?.code == ParkReason.unknown.code else { return false }
    let lost = try transaction.attempts(at: thing).flatMap(\.records).filter { $0.method == .post }
    return lost.allSatisfy { $0.type == "Appointment" || theirs.encounter != nil }
  }

  /// Adds a visit that is not stored here yet.
  mutating func add(_ theirs: VisitRecords, _ identities: [UpstreamIdentity]) throws {
    let upstream = try known.visit(theirs)
    var visit = Visit(
      id: try transaction.newVisitID(of: identities, part: theirs.appointment.part), worker: upstream.worker,
      client: upstream.client, start: upstream.plan.start, end: upstream.plan.end)
    upstream.write(into: &visit, heardAt: transaction.now)
    let kept = try transaction.put(visit)
    people.touch(kept)
    for identity in identities { try transaction.link(identity, part: theirs.appointment.part, to: kept.id) }
    var agreed = theirs
    agreed.appointment.fields.place = try known.place(of: theirs.appointment.fields.mapped)
    try agree(agreed, on: SyncThing(.visit, kept.id.rawValue))
  }

  /// Withdraws a visit, because upstream has withdrawn its Appointment or taken its worker off the Appointment. A visit
  /// that has happened is not withdrawn but parked, and the coordinator decides.
  mutating func withdraw(_ visit: Visit) throws {
    let thing = SyncThing(.visit, visit.id.rawValue)
    guard try transaction.syncState(of: thing) != .parked, !visit.isWithdrawn else { return }
    let ours = SyncedVisit(visit)
    guard !ours.life.hasHappened else {
      return try park(thing, Clash(.withdrawn, ours: .life(ours.life), theirs: .life(.withdrawn)))
    }
    if try transaction.syncState(of: thing) == .pending {
      let value = Overruled(ours: .life(ours.life), theirs: .life(.withdrawn))
      let problem = SyncProblem(.overruled, thing.rawValue, code: "life", detail: try MappedText.text(of: value))
      try transaction.ledger.note(problem, at: transaction.now)
    }
    var withdrawn = visit
    withdrawn.isWithdrawn = true
    let kept = try transaction.put(withdrawn)
    _ = try transaction.ledger.confirm(thing, version: kept.version)
    try tellWithdrawn(kept)
  }

  /// Raises an alert about a withdrawn visit if the visit has not ended and begins within the next two days. Its worker
  /// may be getting ready for it.
  private func tellWithdrawn(_ visit: Visit) throws {
    guard context.isNear(visit, at: transaction.now), !SyncedLife(visit.life).isCalledOff else { return }
    try transaction.raiseWithdrawal(of: visit)
  }

  /// Parks a visit: it is neither sent nor merged until the coordinator decides. If the coordinator has already
  /// discarded the visit's change, does nothing.
  func park(_ thing: SyncThing, _ clash: Clash) throws {
    guard try !transaction.isDiscarded(thing) else { return }
    if try transaction.syncState(of: thing) != .pending, let visit = try thing.visit.flatMap(transaction.visit) {
      try transaction.ledger.enqueue(
        .visit, visit.id.rawValue, version: visit.version, worker: visit.worker, at: transaction.now)
    }
    try transaction.ledger.park(thing, true)
    let problem = SyncProblem(
      .parked, thing.rawValue, code: clash.kind.rawValue, detail: try MappedText.text(of: clash))
    try transaction.ledger.note(problem, at: transaction.now)
  }

  func agree(_ records: VisitRecords, on thing: SyncThing) throws {
    try transaction.ledger.agree(on: records.appointment.agreed(on: thing))
    if let encounter = records.encounter { try transaction.ledger.agree(on: encounter.agreed(on: thing)) }
  }

  mutating func put(_ merged: SyncedVisit, over visit: Visit) throws -> Visit {
    guard merged != SyncedVisit(visit) else { return visit }
    var changed = visit
    merged.write(into: &changed, heardAt: transaction.now)
    people.touch(changed)
    let kept = try transaction.put(changed)
    if kept.isWithdrawn, !visit.isWithdrawn { try tellWithdrawn(kept) }
    return kept
  }

  /// Returns the base of the merge: the values of a visit on which the store and upstream last agreed. A record that we
  /// sent also counts if upstream's record shows that it has arrived.
  private func base(
    of thing: SyncThing, _ ours: SyncedVisit, _ theirs: VisitRecords, _ upstream: SyncedVisit, isPending: Bool
  ) throws -> SyncedVisit {
    let attempts = try transaction.attempts(at: thing).flatMap(\.records).filter { !$0.fields.isEmpty }
    let agreed = try known.records(of: thing)
    let sent = try attempts.filter { $0.type == "Appointment" }.map {
      try MappedText.value(AppointmentSnapshot.self, from: $0.fields)
    }.last { $0.mapped == theirs.appointment.fields.mapped }
    let isEncounterOurs = try attempts.filter { $0.type == "Encounter" }.contains {
      try MappedText.value(MappedEncounter.self, from: $0.fields) == theirs.encounter?.fields
    }
    let appointment =
      try sent.map { theirs.appointment.at($0.place) } ?? agreed?.appointment ?? made(theirs.appointment, by: attempts)
    let encounter = try isEncounterOurs ? theirs.encounter : agreed?.encounter ?? made(theirs.encounter, by: attempts)
    if let appointment { return try known.visit(VisitRecords(appointment: appointment, encounter: encounter)) }
    guard isPending else { return ours }
    // The visit was planned or imported here, and both sides have not agreed on it yet. The merge applies upstream's
    // plan, but keeps our note and the outcome that was reported here. If both sides report an outcome, the base is a
    // planned visit: different actual times then clash, and the coordinator decides.
    var base = ours
    base.note = upstream.note
    if ours.life.hasHappened || upstream.life == .scheduled { base.life = .scheduled }
    return base
  }

  /// Returns upstream's record with the fields with which we created it. Used if upstream changed the record before the
  /// creation was confirmed. `nil` if we have not created the record.
  private func made<Fields>(
    _ record: RecordSnapshot<Fields>?, by attempts: [Attempt]
  ) throws -> RecordSnapshot<Fields>? {
    guard var record else { return nil }
    let made = attempts.first { $0.type == record.address.type && $0.method != .update }
    guard let made, made.id == nil || made.id == record.address.id else { return nil }
    record.fields = try MappedText.value(from: made.fields)
    return record
  }
}

extension SyncedValue {
  /// The name of the field, as stored with a problem.
  var name: String {
    switch self {
    case .plan: "plan"
    case .worker: "worker"
    case .client: "client"
    case .address: "address"
    case .service: "service"
    case .note: "note"
    case .life: "life"
    }
  }
}
