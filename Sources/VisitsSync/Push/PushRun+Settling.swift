import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension PushRun {
  /// Stores as agreed the records that upstream has accepted, and removes settled entities from the outbox.
  ///
  /// - Parameter isWhole: Whether all records of the entities have been accepted.
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

  /// Returns the record that upstream stores according to the answer, and whether it has the facts that were sent.
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

  /// Merges the records that were read for an entity with its local state.
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

  /// Stores the server's copies of our own records as agreed, because the next update starts from them. Forgets the
  /// records that the server does not have, so that the next update creates them again.
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

  /// Parks an entity for the coordinator. An emergency is parked only after its simplest form is refused, and is still
  /// sent again.
  mutating func park(_ thing: SyncThing, _ reason: ParkReason) throws {
    try park(thing, reason.problem(with: thing))
  }

  /// Parks an entity with a problem.
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
  /// Returns the problem for the coordinator, in upstream's own words if it gave any.
  fileprivate func problem(with thing: SyncThing) -> SyncProblem {
    switch self {
    case .refused(let words): SyncProblem(.parked, thing.rawValue, words: words)
    default: SyncProblem(.parked, thing.rawValue, code: code)
    }
  }

  /// The code of the problem.
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
  /// Merges all visits of an Appointment that now names more workers than it has visits here. If only this visit were
  /// merged, the version would count as known, and the new workers would get no visit.
  fileprivate mutating func mergeOthers(than thing: SyncThing, _ readings: [PushReading]) throws {
    for found in readings.compactMap(\.found) {
      guard case .appointment(let read) = try found.reading.get() else { continue }
      let met = try transaction.met(found.address)
      guard !met.agreed.isEmpty, try workers(of: read).count > met.agreed.count else { continue }
      _ = try merge(found, met)
    }
  }

  /// Returns the records of a visit as they were just read, and the agreed records in place of those that were not
  /// read; `nil` if the visit has no Appointment.
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

  /// Returns the identity of a visit's worker among the participants: the identity of the visit's own worker, else an
  /// identity that belongs to no worker of another visit.
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
  /// The worker of the visit for which the Appointment was sent.
  fileprivate var worker: UpstreamIdentity? {
    get throws {
      guard !attempt.fields.isEmpty else { return nil }
      return try MappedText.value(AppointmentSnapshot.self, from: attempt.fields).worker
    }
  }
}
