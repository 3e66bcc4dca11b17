import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension PushRun {
  /// Upstream has taken these.
  mutating func confirm(_ things: [PreparedThing], answers: [FHIRAnswer], isWhole: Bool) throws {
    var agreed: [(record: AgreedRecord, base: String?)] = []
    var problems: [SyncProblem] = []
    for (entry, answer) in zip(things.flatMap(\.entries), answers) {
      guard let draft = drafts[entry.handle], let (record, isKept) = try record(draft, answer) else { continue }
      guard isKept else {
        // What both sides know is what they knew before.
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
    let now = desk.now()
    overtaken = try desk.store.keepNow { ledger in
      var overtaken = overtaken
      for (record, base) in agreed where try ledger.agree(on: record, after: base) { overtaken.insert(record.thing) }
      // What a pull has overtaken may have to be sent once more: with its attempts it is read like what is in doubt.
      for thing in settled where !overtaken.contains(thing) {
        // What is not finished is loaded again: of it just the attempts go.
        _ = try ledger.confirm(thing, version: versions[thing] ?? 0)
        try ledger.settle(.parked, of: thing.rawValue, by: "upstream", at: now)
        // All of it is known there now.
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

  /// The record that upstream says it keeps, and whether that is what was sent in all that matters.
  private func record(_ draft: PushDraft, _ answer: FHIRAnswer) throws -> (AgreedRecord, isKept: Bool)? {
    let resource = answer.body.isEmpty ? nil : try? Resource(json: answer.body)
    guard let id = draft.attempt.id ?? resource?.id ?? answer.address?.id else { return nil }
    var document: JSONDocument
    var fields = draft.attempt.fields
    var isKept = true
    if let resource, resource.type == draft.attempt.type,
      let said = try SaidText(resource, of: draft.thing, desk.reader)
    {
      document = try JSONDocument(json: resource.json)
      // Not every server keeps all that it takes: what it does keep is what both sides know.
      if try !said.isSaid(in: fields) {
        isKept = try said.keepsFacts(of: fields)
        fields = try said.text(insteadOf: fields)
      }
    } else {
      // Not every server answers with what it keeps, or with what can be read. When that was changed is not known then: with the time of the version
      // before, a search that is behind would seem to bring something newer.
      document = draft.body ?? [:]
      document["meta"]?["lastUpdated"] = nil
    }
    document["id"] = .string(id)
    let record = AgreedRecord(
      RecordAddress(type: draft.attempt.type, id: id), version: answer.versionOfRecord, thing: draft.thing,
      part: draft.part, fields: fields, body: String(decoding: document.json, as: UTF8.self))
    return (record, isKept)
  }

  /// Brings together what was read of a thing with what is stored here.
  mutating func reconcile(_ thing: SyncThing) throws -> PushMachine.Reconciled {
    let readings = readings.removeValue(forKey: thing) ?? []
    if thing.parts?.topic.isOursAlone == true { return try reconcile(thing, own: readings) }
    let desk = desk
    let result: PushMachine.Reconciled = try desk.take { transaction in
      do {
        return try Self.reconcile(thing, readings, Taking(transaction, desk))
      } catch let fault as RecordFault {
        if fault.isPassing { return .later }
        try transaction.ledger.park(thing, true)
        let problem = try SyncProblem(.parked, thing.rawValue, fault)
        try transaction.ledger.note(problem, at: transaction.now)
        return .parked
      }
    }
    if result == .later { needsPull = true }
    return result
  }

  private static func reconcile(
    _ thing: SyncThing, _ readings: [PushReading], _ taking: Taking
  ) throws -> PushMachine.Reconciled {
    var taking = taking
    let transaction = taking.transaction
    try taking.takeOthers(than: thing, readings)
    guard let id = thing.visit, let visit = try transaction.visit(id) else { return .toSend }
    guard let theirs = try taking.records(of: thing, readings) else { return .toSend }
    switch try taking.bring(theirs, into: visit) {
    case .parked: return .parked
    case .toSend: return .toSend
    case .same:
      _ = try transaction.ledger.confirm(thing, version: transaction.visit(id)?.version ?? visit.version)
      return .settled
    }
  }

  /// What stands there of what is ours alone is just what the next update builds on, and what is gone is made anew.
  private func reconcile(_ thing: SyncThing, own readings: [PushReading]) throws -> PushMachine.Reconciled {
    let sent = try desk.store.readNow { reader in
      try reader.attempts(at: thing).flatMap(\.records).map { ($0.type, $0.fields) }
        + reader.agreed(on: thing).map { ($0.address.type, $0.fields) }
    }
    let agreed = try readings.compactMap(\.found).map { found in
      let type = found.address.type
      return AgreedRecord(
        found.address, version: found.version, thing: thing,
        fields: try OwnText.of(
          type, try JSONDocument(json: found.resource.json), sent: sent.filter { $0.0 == type }.map(\.1)),
        body: String(decoding: found.resource.json, as: UTF8.self))
    }
    let gone = readings.filter { $0.finding == .absent }.compactMap { reading in
      reading.draft.attempt.id.map { RecordAddress(type: reading.draft.attempt.type, id: $0) }
    }
    try desk.store.keepNow { ledger in
      for address in gone { try ledger.disagree(on: address) }
      for record in agreed { try ledger.agree(on: record) }
    }
    return .toSend
  }

  /// A person must see to it. An emergency is never merely parked: it is sent again in another form, and tried on.
  mutating func park(_ thing: SyncThing, _ reason: ParkReason) throws {
    try park(thing, reason.problem(with: thing))
  }

  /// The same, of a problem of our own.
  mutating func park(_ thing: SyncThing, _ problem: SyncProblem) throws {
    readings[thing] = nil
    if form != nil { fate = .refused }
    // Not before the simplest form is refused too is there something that a person must see to.
    guard form != .whole else { return }
    let now = desk.now()
    try desk.store.keepNow { ledger in
      try ledger.park(thing, true)
      try ledger.note(problem, at: now)
    }
  }
}

extension ParkReason {
  /// A problem that a person must see to, in upstream's own words where it has any.
  fileprivate func problem(with thing: SyncThing) -> SyncProblem {
    switch self {
    case .refused(let words): SyncProblem(.parked, thing.rawValue, words: words)
    default: SyncProblem(.parked, thing.rawValue, code: code)
    }
  }

  /// Our own name for it.
  var code: String {
    switch self {
    case .refused: "refused"
    case .tooLarge: "tooLarge"
    case .failing: "failing"
    case .absent: "absent"
    case .unknown: "unknown"
    case .several: "several"
    case .conflict: "conflict"
    }
  }
}

extension Taking {
  /// Takes in an Appointment that names more workers by now than have a visit of it here. Agreed on for one of them alone, its
  /// version would pass for known.
  fileprivate mutating func takeOthers(than thing: SyncThing, _ readings: [PushReading]) throws {
    for found in readings.compactMap(\.found) {
      guard case .appointment(let read) = try desk.reader.record(found.resource, at: transaction.now) else { continue }
      let met = try transaction.met(found.address)
      guard !met.agreed.isEmpty, read.workers.count > met.agreed.count else { continue }
      let version = RecordVersion(
        found.address, version: found.version,
        lastUpdated: (found.resource.meta?.lastUpdated).map { Instant(milliseconds: $0.milliseconds) })
      _ = try take(CameRecord(version, found.resource, desk.reader, at: transaction.now), met)
    }
  }

  /// What upstream has of a visit, as it was read just now; `nil`: nothing.
  fileprivate func records(of thing: SyncThing, _ readings: [PushReading]) throws -> VisitRecords? {
    let agreed = try known.records(of: thing)
    var appointment = agreed?.appointment
    var encounter = agreed?.encounter
    for reading in readings {
      guard let found = reading.found else { continue }
      let body = String(decoding: found.resource.json, as: UTF8.self)
      switch try desk.reader.record(found.resource, at: transaction.now) {
      case .appointment(let read):
        let before = try appointment?.said.worker ?? reading.draft.saidWorker
        let worker = try worker(of: thing, in: read, before, found.address)
        appointment = SaidRecord(
          found.address, version: found.version, part: agreed?.appointment.part ?? reading.draft.part, body: body,
          said: SaidOfAppointment(read: read, worker: worker))
      case .encounter(let read):
        if let visit = thing.visit, read.isElsewhere(than: appointment?.address, of: visit, desk.reader) {
          throw RecordFault(code: "moved")
        }
        encounter = SaidRecord(found.address, version: found.version, body: body, said: read.fields)
      default: break
      }
    }
    return appointment.map { VisitRecords(appointment: $0, encounter: encounter) }
  }

  /// Whom of those who take part a visit is about: its own worker, else one who is nobody else's.
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
      try MappedText.value(SaidOfAppointment.self, from: record.fields).worker
    }
    return read.workers.first { !taken.contains($0) }
  }
}

extension PushDraft {
  /// Whom of its workers an Appointment was to be about, when it was sent.
  fileprivate var saidWorker: UpstreamIdentity? {
    get throws {
      guard !attempt.fields.isEmpty else { return nil }
      return try MappedText.value(SaidOfAppointment.self, from: attempt.fields).worker
    }
  }
}
