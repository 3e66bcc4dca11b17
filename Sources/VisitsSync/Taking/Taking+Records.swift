import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// A record as it came, and what it says.
struct CameRecord: Sendable {
  let version: RecordVersion
  let resource: Resource
  /// What it says, or why that cannot be told.
  let said: Result<UpstreamRecord, RecordFault>

  init(_ version: RecordVersion, _ resource: Resource, _ reader: UpstreamReader, at now: Instant) {
    self.version = version
    self.resource = resource
    said = Result { () throws(RecordFault) in try reader.record(resource, at: now) }
  }

  var address: RecordAddress { version.address }
  /// What a problem with it is about.
  var subject: String { address.subject }
  var body: String { String(decoding: resource.json, as: UTF8.self) }
}

extension Taking {
  /// Takes in a record. What was seen before changes nothing.
  ///
  /// - Parameter met: What is remembered of it.
  /// - Returns: Whether it is taken in, or noted as one that lies outside; else there is nothing here to take it into, or a
  ///   person must decide first.
  /// - Throws: ``RecordFault`` when it cannot be taken in; nothing was changed then.
  mutating func take(_ came: CameRecord, _ met: MetRecord) throws -> Bool {
    switch try came.said.get() {
    case .worker(var planned):
      planned.identities = try own(planned.identities, came, .worker) { identity in
        guard let worker = try transaction.workerID(for: identity).flatMap(transaction.worker) else { return nil }
        return (worker.id.rawValue, FoldedText.fold(worker.name) == FoldedText.fold(planned.name))
      }
      try people.apply(planned)
      known.forget()
      guard let id = try transaction.workerID(for: planned.identities[0]) else { return false }
      let thing = SyncThing(.worker, id.rawValue)
      try forgetAbsent(of: thing)
      try agree(on: came, thing, fields: "")
      return true
    case .client(var planned):
      planned.identities = try own(planned.identities, came, .client) { identity in
        guard let client = try transaction.clientID(for: identity).flatMap(transaction.client) else { return nil }
        return (client.id.rawValue, planned.isLike(client))
      }
      try people.apply(planned)
      known.forget()
      guard let id = try transaction.clientID(for: planned.identities[0]) else { return false }
      let successor = planned.replacedBy.flatMap { $0.system == desk.reader.source ? $0.value : nil }
      let thing = SyncThing(.client, id.rawValue)
      try forgetAbsent(of: thing)
      try agree(on: came, thing, fields: successor ?? "")
      return true
    case .place(let address):
      try agree(on: came, SyncThing(.place, came.address.id), fields: address ?? "")
      return true
    case .appointment(let read): return try take(read, came, met)
    case .encounter(let read): return try takeEncounter(read, came)
    case .other: return false
    }
  }

  /// The identities of a person that are not another's: some servers give one identifier to several people, who must not
  /// become one, or that of somebody who has gone to somebody new. Ours comes before those of others.
  ///
  /// - Parameter known: Who has an identity here, and whether that may be the same person by their name.
  private func own(
    _ identities: [UpstreamIdentity], _ came: CameRecord, _ topic: SyncThing.Topic,
    _ known: (UpstreamIdentity) throws -> (id: String, isAlike: Bool)?
  ) throws -> [UpstreamIdentity] {
    let own = try identities.dropFirst().filter { identity in
      guard let person = try known(identity) else { return true }
      let records = try transaction.agreed(on: SyncThing(topic, person.id)).map(\.address)
      if records.contains(came.address) { return true }
      return records.allSatisfy { absent.contains($0) && person.isAlike }
    }
    let isOurs = { (identity: UpstreamIdentity) in identity.system == OwnIdentifier.system }
    return identities.prefix(1) + own.filter(isOurs) + own.filter { !isOurs($0) }
  }

  /// The records of a person that are not there any more: who has their place is known by another.
  private func forgetAbsent(of thing: SyncThing) throws {
    for record in try transaction.agreed(on: thing) where absent.contains(record.address) {
      try transaction.ledger.disagree(on: record.address)
    }
  }

  /// What is never written back is not kept whole.
  private func agree(on came: CameRecord, _ thing: SyncThing, fields: String) throws {
    try transaction.ledger.agree(
      on: AgreedRecord(came.address, version: came.version.version, thing: thing, fields: fields, body: ""))
  }

  private mutating func take(_ read: MappedAppointment, _ came: CameRecord, _ met: MetRecord) throws -> Bool {
    let identities = desk.reader.identities(of: came.resource)
    var parts = try met.agreed.isEmpty ? parts(of: identities, or: read) : agreedParts(of: came.address)
    let formerly = try Set(parts.filter { !$0.isAgreed }.flatMap { try absentAppointments(of: $0.visit.id) })
    if parts.isEmpty {
      let day = desk.settings.zone.day(of: read.plan.start)
      guard desk.window(at: transaction.now).contains(day), read.status != .enteredInError else {
        try transaction.ledger.note(outside: came.version, isOutside: true)
        return true
      }
    }
    if met.isOutside { try transaction.ledger.note(outside: came.version, isOutside: false) }
    let workers: [UpstreamIdentity?] = read.workers.isEmpty ? [nil] : read.workers
    func records(_ worker: UpstreamIdentity?, part: Int, of visit: Visit?) throws -> VisitRecords {
      let said = SaidOfAppointment(read: read, worker: worker)
      let encounter = try visit.flatMap { try known.records(of: SyncThing(.visit, $0.id.rawValue))?.encounter }
      let record = SaidRecord(came.address, version: came.version.version, part: part, body: came.body, said: said)
      return VisitRecords(appointment: record, encounter: encounter)
    }
    var next = (parts.map(\.number).max() ?? 0) + 1
    var theirs: [(records: VisitRecords, visit: Visit?)] = []
    // A worker's own visit stays theirs, in whichever order they stand there now.
    var rest: [UpstreamIdentity?] = []
    for worker in workers {
      let own = parts.indices.filter { parts[$0].worker == worker && parts[$0].isAgreed }
      // One who was given another's part as well makes that; their own may have been called off before.
      guard let index = own.first(where: { !SyncedVisit(parts[$0].visit).life.isCalledOff }) ?? own.first else {
        rest.append(worker)
        continue
      }
      let part = parts.remove(at: index)
      theirs.append((try records(worker, part: part.number, of: part.visit), part.visit))
    }
    // Of what was made here, or stood under another address, the visit tells whose it is.
    for worker in rest {
      let own = try worker.flatMap { try transaction.workerID(for: $0) }
      guard let index = parts.firstIndex(where: { !$0.isAgreed && $0.visit.worker == own }) else { continue }
      let part = parts.remove(at: index)
      theirs.append((try records(worker, part: part.number, of: part.visit), part.visit))
      rest.removeAll { $0 == worker }
    }
    for worker in rest {
      let part = parts.isEmpty ? nil : parts.removeFirst()
      theirs.append((try records(worker, part: part?.number ?? next, of: part?.visit), part?.visit))
      if part == nil { next += 1 }
    }
    // All of them or none: one that was taken in alone would hide that the others were not.
    if theirs.count > 1 { for (records, _) in theirs { _ = try known.visit(records) } }
    var isTaken = true
    for (records, visit) in theirs {
      if let visit {
        if try bring(records, into: visit, isHeir: !formerly.isEmpty) == .parked { isTaken = false }
        // Under its new address it is met again.
        if !formerly.isEmpty, let address = identities.first {
          try transaction.link(address, part: records.appointment.part, to: visit.id)
        }
      } else {
        try add(records, identities)
      }
    }
    for part in parts {
      if !SyncedVisit(part.visit).life.isCalledOff { try withdraw(part.visit) }
      guard part.isAgreed else { continue }
      let thing = SyncThing(.visit, part.visit.id.rawValue)
      guard try transaction.syncState(of: thing) != .parked else {
        isTaken = false
        continue
      }
      // Of these there is nothing more to take in either.
      try agree(records(part.worker, part: part.number, of: part.visit), on: thing)
    }
    if isTaken { for address in formerly { try transaction.ledger.disagree(on: address) } }
    // Of several parts one may have been here in this very version, whatever became of the others.
    return try isTaken || transaction.met(came.address).isAgreed(in: came.version.version)
  }

  private struct Part {
    let number: Int
    let visit: Visit
    let worker: UpstreamIdentity?
    let isAgreed: Bool
  }

  /// The visits that an Appointment is here.
  private func agreedParts(of address: RecordAddress) throws -> [Part] {
    try transaction.agreed(on: address).compactMap { record in
      guard let visit = try record.thing.visit.flatMap(transaction.visit) else { return nil }
      let said: SaidOfAppointment = try MappedText.value(from: record.fields)
      return Part(number: record.part, visit: visit, worker: said.worker, isAgreed: true)
    }
  }

  /// The visits that stand for an Appointment which was never met: by an identifier, which may be ours, or because it has
  /// the place of one that is not there any more.
  private func parts(of identities: [UpstreamIdentity], or read: MappedAppointment) throws -> [Part] {
    for identity in identities {
      let known = try transaction.visitIDs(for: identity)
      // What is another Appointment already stays that one: some servers give one identifier to several. So does what
      // somebody made, unless it is planned for the same time.
      let isOurs = identity.system == OwnIdentifier.system
      let free = try known.filter { _, id in
        guard try !isAppointment(id), let visit = try transaction.visit(id) else { return false }
        return isOurs || !SyncedVisit(visit).life.hasHappened || visit.start == read.plan.start
      }
      guard !free.isEmpty else {
        let isCopy = known.contains { identity == UpstreamIdentity(own: $0.id) }
        if isCopy { throw RecordFault(code: "copy") }
        continue
      }
      return try free.compactMap { part, id in
        try transaction.visit(id).map { Part(number: part, visit: $0, worker: nil, isAgreed: false) }
      }
    }
    return try absent.isEmpty ? [] : heirs(to: read)
  }

  /// The visits that an Appointment with a new address stands for: for each of its workers the one that stood for the same
  /// under an address that is not there any more.
  private func heirs(to read: MappedAppointment) throws -> [Part] {
    let heirless = try known.twins(of: read).filter { try !absentAppointments(of: $0).isEmpty && !isAppointment($0) }
      .compactMap(transaction.visit)
    let workers: [UpstreamIdentity?] = read.workers.isEmpty ? [nil] : read.workers
    return try workers.enumerated().compactMap { number, worker in
      let id = try worker.flatMap { try transaction.workerID(for: $0) }
      let own = heirless.filter { $0.worker == id }
      guard let heir = own.count > 1 ? try theOne(of: own, saying: read) : own.first else { return nil }
      return Part(number: number + 1, visit: heir, worker: nil, isAgreed: false)
    }
  }

  /// The one of several visits of a worker at the same time that an Appointment stands for.
  private func theOne(of visits: [Visit], saying read: MappedAppointment) throws -> Visit? {
    let said = try visits.map { visit in
      try (visit, known.records(of: SyncThing(.visit, visit.id.rawValue))?.appointment.said.read)
    }
    let same = said.filter { $0.1 == read }
    let alike = same.isEmpty ? said.filter { $0.0.service == read.service } : same
    // Of those that are alike and were not made yet any will do.
    guard alike.count == 1 || alike.allSatisfy({ !SyncedVisit($0.0).life.hasHappened }) else {
      throw RecordFault(code: "ambiguous")
    }
    return alike.first?.0
  }

  private func isAppointment(_ id: VisitID) throws -> Bool {
    try known.records(of: id, type: "Appointment").contains { !absent.contains($0) }
  }

  private func absentAppointments(of id: VisitID) throws -> [RecordAddress] {
    try known.records(of: id, type: "Appointment").filter(absent.contains)
  }
}

extension PlannedClient {
  /// Whether it may be the same person under another address: of that name, and not known to be born on another day.
  fileprivate func isLike(_ client: Client) -> Bool {
    guard FoldedText.fold(name) == FoldedText.fold(client.name) else { return false }
    return birthDate == nil || client.birthDate == nil || birthDate == client.birthDate
  }
}

extension UpstreamIdentity {
  /// What a visit that was made here is called upstream.
  fileprivate init(own id: VisitID) {
    self.init(system: OwnIdentifier.system, value: OwnIdentifier.value(id.rawValue))
  }
}
