import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension PushRun {
  /// Stores the records that upstream has accepted as the state on which the store and upstream agree. Removes an
  /// entity from the outbox once all its records have been accepted.
  ///
  /// - Parameters:
  ///   - things: The entities with the sent records.
  ///   - answers: The server's answers, in the order of the records.
  ///   - isWhole: Whether all records of the entities have been accepted.
  mutating func confirm(_ things: [PreparedThing], answers: [FHIRAnswer], isWhole: Bool) throws {
    var agreed: [(record: AgreedRecord, base: String?)] = []
    var problems: [SyncProblem] = []
    for (entry, answer) in zip(things.flatMap(\.entries), answers) {
      guard let draft = drafts[entry.handle], let (record, isKept) = try record(draft, answer) else { continue }
      guard isKept else {
        // Upstream stores something else, so the agreed record stays as it was.
        unkept.insert(draft.thing)
        drafts[entry.handle] = nil
        continue
      }
      if record.fields != draft.attempt.fields {
        problems.append(SyncProblem(.overruled, draft.thing.rawValue, code: "kept"))
      }
      agreed.append((record, draft.attempt.base))
      drafts[entry.handle] = nil
    }
    let whole = isWhole ? things.map(\.thing) : []
    let settled = whole.filter { !unkept.contains($0) }
    if form == .simplest { problems += settled.map { SyncProblem(.overruled, $0.rawValue, code: "simplest") } }
    let form = form
    let versions = versions.filter { isUnfinished[$0.key] != true }
    let now = context.now()
    overtaken = try context.store.keepNow { ledger in
      var overtaken = overtaken
      for (record, base) in agreed where try ledger.agree(on: record, after: base) { overtaken.insert(record.thing) }
      // If a pull brought a newer record of the entity before the write was confirmed, the entity may have to be sent
      // again. It then keeps its attempts, so the next run reads its records first.
      for thing in settled where !overtaken.contains(thing) {
        // An unfinished entity stays in the outbox and is loaded again. Only its attempts are removed.
        _ = try ledger.confirm(thing, version: versions[thing] ?? 0)
        try ledger.settle(.parked, of: thing.rawValue, by: "upstream", at: now)
        // Upstream now has the emergency in full.
        if form == .whole { try ledger.settle(.overruled, of: thing.rawValue, by: "upstream", at: now) }
      }
      for problem in problems { try ledger.noteOnce(problem, at: now) }
      return overtaken
    }
    if form != nil, !settled.isEmpty { fate = .taken }
    for thing in whole where unkept.remove(thing) != nil {
      try park(thing, SyncProblem(.parked, thing.rawValue, code: "notKept"))
    }
  }

  /// Returns the record that upstream now stores, according to its answer to a write. `isKept` is whether this record
  /// has the facts that we sent, such as the check-in.
  private func record(_ draft: PushDraft, _ answer: FHIRAnswer) throws -> (AgreedRecord, isKept: Bool)? {
    let resource = answer.body.isEmpty ? nil : try? Resource(json: answer.body)
    guard let id = draft.attempt.id ?? resource?.id ?? answer.address?.id else { return nil }
    var document: JSONDocument
    var fields = draft.attempt.fields
    var isKept = true
    if let resource, resource.type == draft.attempt.type,
      let kept = try RecordFields(resource, of: draft.thing, context.reader)
    {
      document = try JSONDocument(json: resource.json)
      // Not every server stores every value that it accepts. The agreed fields are the values that it does store.
      if try !kept.areStored(in: fields) {
        isKept = try kept.keepFacts(of: fields)
        fields = try kept.text(insteadOf: fields)
      }
    } else {
      // The answer has no record, or a record that cannot be read. The time of the change is then unknown, so the
      // draft's old time is removed: an outdated search result could look newer than that time.
      document = draft.body ?? [:]
      document["meta"]?["lastUpdated"] = nil
    }
    document["id"] = .string(id)
    let record = AgreedRecord(
      RecordAddress(type: draft.attempt.type, id: id), version: answer.versionOfRecord, thing: draft.thing,
      part: draft.part, fields: fields, body: String(decoding: document.json, as: UTF8.self))
    return (record, isKept)
  }

  /// Merges the records that the run has just read for an entity with the entity's local state.
  mutating func reconcile(_ thing: SyncThing) throws -> PushMachine.Reconciled {
    let readings = readings.removeValue(forKey: thing) ?? []
    if thing.parts?.topic.isOursAlone == true { return try reconcile(thing, own: readings) }
    let context = context
    let result: PushMachine.Reconciled = try context.change { transaction in
      do {
        return try Self.reconcile(thing, readings, InboundMerge(transaction, context))
      } catch let fault as RecordFault {
        if fault.isPassing { return .later }
        guard try transaction.ledger.park(thing, true) else { return .settled }
        let problem = try SyncProblem(.parked, thing.rawValue, fault)
        try transaction.ledger.note(problem, at: transaction.now)
        return .parked
      }
    }
    if result == .later { needsPull = true }
    return result
  }

  private static func reconcile(
    _ thing: SyncThing, _ readings: [PushReading], _ inbound: InboundMerge
  ) throws -> PushMachine.Reconciled {
    var inbound = inbound
    let transaction = inbound.transaction
    try inbound.mergeOthers(than: thing, readings)
    guard let id = thing.visit, let visit = try transaction.visit(id) else { return .toSend }
    guard let theirs = try inbound.records(of: thing, readings) else { return .toSend }
    switch try inbound.merge(theirs, into: visit) {
    case .parked: return .parked
    case .toSend: return .toSend
    case .same:
      _ = try transaction.ledger.confirm(thing, version: transaction.visit(id)?.version ?? visit.version)
      return .settled
    }
  }

  /// Stores the server's copies of records that only we write, because the next update starts from these copies.
  /// Forgets the records that the server does not have, so that the next update creates them again.
  private func reconcile(_ thing: SyncThing, own readings: [PushReading]) throws -> PushMachine.Reconciled {
    let sent = try context.store.readNow { reader in
      try reader.attempts(at: thing).flatMap(\.records).map { ($0.type, $0.fields) }
        + reader.agreed(on: thing).map { ($0.address.type, $0.fields) }
    }
    let agreed = try readings.compactMap(\.found).map { found in
      let type = found.address.type
      return AgreedRecord(
        found.address, version: found.version.version, thing: thing,
        fields: try OwnText.of(
          type, try JSONDocument(json: found.resource.json), sent: sent.filter { $0.0 == type }.map(\.1)),
        body: found.body)
    }
    let gone = readings.filter { $0.finding == .absent }.compactMap { reading in
      reading.draft.attempt.id.map { RecordAddress(type: reading.draft.attempt.type, id: $0) }
    }
    try context.store.keepNow { ledger in
      for address in gone { try ledger.disagree(on: address) }
      for record in agreed { try ledger.agree(on: record) }
    }
    return .toSend
  }

  /// Parks an entity: it is not sent until the coordinator decides. An emergency is parked only after the server has
  /// refused its simplest form too, and sync still sends it again.
  mutating func park(_ thing: SyncThing, _ reason: ParkReason) throws {
    try park(thing, reason.problem(with: thing))
  }

  /// Parks an entity, and stores the problem that the coordinator must decide.
  mutating func park(_ thing: SyncThing, _ problem: SyncProblem) throws {
    readings[thing] = nil
    if form != nil { fate = .refused }
    // The coordinator must act only once the simplest form of an emergency is refused too.
    guard form != .whole else { return }
    let now = context.now()
    try context.store.keepNow { ledger in
      // A pull may have withdrawn the visit meanwhile. Then no change of the visit waits any more, and there is no
      // problem.
      guard try ledger.park(thing, true) else { return }
      try ledger.note(problem, at: now)
    }
  }
}

extension ParkReason {
  /// Returns the problem of a parked entity for the coordinator. It has the server's own words if the server refused
  /// with a text.
  fileprivate func problem(with thing: SyncThing) -> SyncProblem {
    switch self {
    case .refused(let words): SyncProblem(.parked, thing.rawValue, words: words)
    default: SyncProblem(.parked, thing.rawValue, code: code)
    }
  }

  /// The code of the problem, as stored with the parked entity.
  var code: String {
    switch self {
    case .refused: "refused"
    case .tooLarge: "tooLarge"
    case .failing: "failing"
    case .absent: "absent"
    case .unknown: "unknown"
    case .several: "several"
    case .foreign: "foreign"
    case .conflict: "conflict"
    }
  }
}

extension InboundMerge {
  /// Merges all visits of an Appointment that has just been read, if it now names more workers than it has visits here.
  /// If only one visit were merged, this version of the Appointment would count as merged, and the new workers would
  /// get no visit.
  fileprivate mutating func mergeOthers(than thing: SyncThing, _ readings: [PushReading]) throws {
    for found in readings.compactMap(\.found) {
      guard case .appointment(let read) = try found.reading.get() else { continue }
      let met = try transaction.met(found.address)
      guard !met.agreed.isEmpty, try workers(of: read).count > met.agreed.count else { continue }
      _ = try merge(found, met)
    }
  }

  /// Returns the records of a visit as they were just read. In place of a record that was not read, returns the record
  /// on which the store and upstream last agreed. `nil` if the visit has no Appointment.
  fileprivate func records(of thing: SyncThing, _ readings: [PushReading]) throws -> VisitRecords? {
    let agreed = try known.records(of: thing)
    var appointment = agreed?.appointment
    var encounter = agreed?.encounter
    for reading in readings {
      guard let found = reading.found else { continue }
      switch try record(found) {
      case .appointment(let read):
        let before = try appointment?.fields.worker ?? reading.draft.worker
        let worker = try worker(of: thing, in: read, before, found.address)
        appointment = found.snapshot(
          part: agreed?.appointment.part ?? reading.draft.part, AppointmentSnapshot(mapped: read, worker: worker))
      case .encounter(let read):
        if let visit = thing.visit, read.isElsewhere(than: appointment?.address, of: visit, context.reader) {
          throw RecordFault(code: "moved")
        }
        encounter = found.snapshot(read.fields)
      default: break
      }
    }
    return appointment.map { VisitRecords(appointment: $0, encounter: encounter) }
  }

  /// Returns the identity by which an Appointment names a visit's worker. This is the identity of the worker whom the
  /// visit has or, if the Appointment does not name this worker, an identity that belongs to no other visit of the
  /// Appointment.
  private func worker(
    of thing: SyncThing, in read: MappedAppointment, _ before: UpstreamIdentity?, _ address: RecordAddress
  ) throws -> UpstreamIdentity? {
    if let before, read.workers.contains(before) { return before }
    if before == nil, let own = try thing.visit.flatMap(transaction.visit)?.worker,
      let named = try read.workers.first(where: { try transaction.workerID(for: $0) == own })
    {
      return named
    }
    let taken = try transaction.agreed(on: address).filter { $0.thing != thing }.compactMap { record in
      try MappedText.value(AppointmentSnapshot.self, from: record.fields).worker
    }
    let others = try taken.compactMap { try transaction.workerID(for: $0) }
    return try read.workers.first { identity in
      guard !taken.contains(identity) else { return false }
      return try transaction.workerID(for: identity).map { !others.contains($0) } ?? true
    }
  }
}

extension PushDraft {
  /// The identity of the visit's worker in the fields of the sent Appointment; `nil` if no worker is assigned, or if no
  /// fields were stored.
  fileprivate var worker: UpstreamIdentity? {
    get throws {
      guard !attempt.fields.isEmpty else { return nil }
      return try MappedText.value(AppointmentSnapshot.self, from: attempt.fields).worker
    }
  }
}
