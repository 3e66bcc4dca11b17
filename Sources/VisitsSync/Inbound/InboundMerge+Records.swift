import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension InboundMerge {
  /// Merges a received record into the store. Merging the same version again changes nothing.
  ///
  /// - Parameters:
  ///   - fetched: The received record.
  ///   - met: The sync state of this record as stored before the merge.
  /// - Returns: Whether the record was merged, or recorded as outside the window of stored days. `false` if the record
  ///   is of no use here, or if the coordinator must decide first.
  /// - Throws: ``RecordFault`` if the record cannot be merged. In that case the record is not stored.
  mutating func merge(_ fetched: FetchedRecord, _ met: MetRecord) throws -> Bool {
    switch try record(fetched) {
    case .worker(var planned):
      planned.identities = try own(planned.identities, fetched, .worker) { identity in
        guard let worker = try transaction.workerID(for: identity).flatMap(transaction.worker) else { return nil }
        return (worker.id.rawValue, FoldedText.fold(worker.name) == FoldedText.fold(planned.name))
      }
      try people.apply(planned)
      known.forget()
      guard let id = try transaction.workerID(for: planned.identities[0]) else { return false }
      let thing = SyncThing(.worker, id.rawValue)
      try forgetAbsent(of: thing)
      try agree(on: fetched, thing, fields: "")
      return true
    case .client(var planned):
      planned.identities = try own(planned.identities, fetched, .client) { identity in
        guard let client = try transaction.clientID(for: identity).flatMap(transaction.client) else { return nil }
        return (client.id.rawValue, planned.isLike(client))
      }
      let home = try transaction.clientID(for: planned.identities[0]).flatMap(transaction.client)?.address
      try people.apply(planned)
      known.forget()
      guard let id = try transaction.clientID(for: planned.identities[0]) else { return false }
      let successor = planned.replacedBy.flatMap { $0.system == context.reader.source ? $0.value : nil }
      let thing = SyncThing(.client, id.rawValue)
      try forgetAbsent(of: thing)
      try agree(on: fetched, thing, fields: successor ?? "")
      if !hasMoved(fetched.address), try transaction.client(id)?.address != home { try follow(id, from: home) }
      return true
    case .place(let read):
      let place = PlaceFields(read)
      let before = try transaction.agreed(on: fetched.address).first.map { try PlaceFields($0.fields) }
      try agree(on: fetched, SyncThing(.place, fetched.address.id), fields: place.text)
      if place != before, !hasMoved(fetched.address) { try follow(fetched.address, from: before) }
      return true
    case .appointment(let read): return try merge(read, fetched, met)
    case .encounter(let read): return try merge(read, fetched)
    case .withdrawal:
      try transaction.ledger.note(outside: fetched.version, isOutside: true)
      return true
    case .other: return false
    }
  }

  /// Returns the parsed content of a received record. Some servers send an Appointment that was entered in error
  /// without its content. For such an Appointment, returns the fields that were stored last, with the status "entered
  /// in error".
  func record(_ fetched: FetchedRecord) throws -> UpstreamRecord {
    let record = try fetched.reading.get()
    guard record == .withdrawal, let agreed = try transaction.agreed(on: fetched.address).first else { return record }
    var mapped = try RecordSnapshot<AppointmentSnapshot>(agreed).fields.mapped
    mapped.status = .enteredInError
    return .appointment(mapped)
  }

  /// Returns the identities under which a received worker or client is stored, without the identities that belong to
  /// another worker or client here. Some servers give one identifier to several people, or reuse the identifier of
  /// someone who has left. Such people must not become one.
  ///
  /// An identity is left out if it belongs to another worker or client here who has other records upstream, but not
  /// this one. It stays if a read found all of these records missing and the two people are alike: the record then
  /// replaces the missing ones. The result starts with the address of the record, followed by our own identifier.
  ///
  /// - Parameter known: Finds the worker or client here who has an identity, and reports whether they resemble the
  ///   received record.
  private func own(
    _ identities: [UpstreamIdentity], _ fetched: FetchedRecord, _ topic: SyncThing.Topic,
    _ known: (UpstreamIdentity) throws -> (id: String, isAlike: Bool)?
  ) throws -> [UpstreamIdentity] {
    let own = try identities.dropFirst().filter { identity in
      guard let person = try known(identity) else { return true }
      let records = try transaction.agreed(on: SyncThing(topic, person.id)).map(\.address)
      if records.contains(fetched.address) { return true }
      return records.allSatisfy { absent.contains($0) && person.isAlike }
    }
    return identities.prefix(1) + own.filter(\.isOwn) + own.filter { !$0.isOwn }
  }

  /// Forgets the records of a worker or client that a read found missing upstream. Another record has replaced them.
  private func forgetAbsent(of thing: SyncThing) throws {
    for record in try transaction.agreed(on: thing) where absent.contains(record.address) {
      try transaction.ledger.disagree(on: record.address)
    }
  }

  /// Stores the version of a received record as the state on which the store and upstream agree. The text of the record
  /// is not stored, because sync never writes such a record back.
  private func agree(on fetched: FetchedRecord, _ thing: SyncThing, fields: String) throws {
    try transaction.ledger.agree(
      on: AgreedRecord(fetched.address, version: fetched.version.version, thing: thing, fields: fields, body: ""))
  }

  private mutating func merge(_ read: MappedAppointment, _ fetched: FetchedRecord, _ met: MetRecord) throws -> Bool {
    let identities = context.reader.identities(of: fetched.resource)
    var parts = try met.agreed.isEmpty ? parts(of: identities, or: read) : agreedParts(of: fetched.address)
    let formerly = try Set(parts.filter { !$0.isAgreed }.flatMap { try absentAppointments(of: $0.visit.id) })
    if parts.isEmpty {
      let day = context.settings.zone.day(of: read.plan.start)
      guard context.window(at: transaction.now).contains(day), read.status != .enteredInError else {
        try transaction.ledger.note(outside: fetched.version, isOutside: true)
        return true
      }
    }
    if met.isOutside { try transaction.ledger.note(outside: fetched.version, isOutside: false) }
    let workers = try workers(of: read, among: parts)
    func records(_ worker: UpstreamIdentity?, part: Int, of visit: Visit?) throws -> VisitRecords {
      let encounter = try visit.flatMap { try known.records(of: SyncThing(.visit, $0.id.rawValue))?.encounter }
      let record = fetched.snapshot(part: part, AppointmentSnapshot(mapped: read, worker: worker))
      return VisitRecords(appointment: record, encounter: encounter)
    }
    var next = (parts.map(\.number).max() ?? 0) + 1
    var theirs: [(records: VisitRecords, visit: Visit?)] = []
    // A worker keeps their visit, even if the order of the participants has changed.
    var rest: [UpstreamIdentity?] = []
    for worker in workers {
      let own = try agreedParts(of: worker, among: parts)
      // A worker whose first part was called off may have a second part, which belonged to another worker.
      guard let index = own.first(where: { !SyncedVisit(parts[$0].visit).life.isCalledOff }) ?? own.first else {
        rest.append(worker)
        continue
      }
      let part = parts.remove(at: index)
      theirs.append((try records(worker, part: part.number, of: part.visit), part.visit))
    }
    // A visit that was planned here, or whose Appointment had another address, is matched by the visit's own worker.
    for worker in rest where !parts.isEmpty {
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
    // Either all parts are merged or no part is: a part that was merged alone would hide that the other parts are
    // missing.
    if theirs.count > 1 { for (records, _) in theirs { _ = try known.visit(records) } }
    var isTaken = true
    for (records, visit) in theirs {
      if let visit {
        if try merge(records, into: visit, isHeir: !formerly.isEmpty) == .parked { isTaken = false }
        // Later lookups find the visit by its new address.
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
      // The parts whose worker the Appointment no longer names are stored as agreed in this version too. A decision not
      // to send a part's change stays in force.
      let isDiscarded = try transaction.isDiscarded(thing)
      try agree(placed(records(part.worker, part: part.number, of: part.visit), part.visit), on: thing)
      if isDiscarded, try transaction.visit(part.visit.id)?.isWithdrawn == false {
        try transaction.ledger.discard(thing)
      }
    }
    if isTaken { for address in formerly { try transaction.ledger.disagree(on: address) } }
    // The record also counts as merged if this version was agreed on before a part was parked.
    return try isTaken || transaction.met(fetched.address).isAgreed(in: fetched.version.version)
  }

  /// A stored visit of an Appointment. If several workers make the Appointment, each of them has a visit of their own:
  /// one worker's part of the Appointment.
  struct Part {
    let number: Int
    let visit: Visit
    let worker: UpstreamIdentity?
    let isAgreed: Bool
  }

  /// Returns the stored visits of an Appointment that was merged before.
  private func agreedParts(of address: RecordAddress) throws -> [Part] {
    try transaction.agreed(on: address).compactMap { record in
      guard let visit = try record.thing.visit.flatMap(transaction.visit) else { return nil }
      let snapshot: AppointmentSnapshot = try MappedText.value(from: record.fields)
      return Part(number: record.part, visit: visit, worker: snapshot.worker, isAgreed: true)
    }
  }

  /// Returns the stored visits for which a new Appointment stands. The first of these searches that finds visits
  /// counts:
  ///
  /// - visits with one of the Appointment's identifiers, including our own;
  /// - visits whose Appointment was deleted upstream, and which the new Appointment replaces;
  /// - visits planned here, if the office has linked their worker or client to records upstream.
  private func parts(of identities: [UpstreamIdentity], or read: MappedAppointment) throws -> [Part] {
    for identity in identities {
      let known = try transaction.visitIDs(for: identity)
      // A visit that has another Appointment keeps that Appointment, because some servers give one identifier to
      // several Appointments. A visit that has happened matches only by our own identifier or with the same start.
      let free = try known.filter { _, id in
        guard try !isAppointment(id), let visit = try transaction.visit(id) else { return false }
        return identity.isOwn || !SyncedVisit(visit).life.hasHappened || visit.start == read.plan.start
      }
      guard !free.isEmpty else {
        let isCopy = known.contains { identity == UpstreamIdentity(own: $0.id.rawValue) }
        if isCopy { throw RecordFault(code: "copy") }
        continue
      }
      return try free.compactMap { part, id in
        try transaction.visit(id).map { Part(number: part, visit: $0, worker: nil, isAgreed: false) }
      }
    }
    let heirs = try absent.isEmpty ? [] : heirs(to: read)
    return try heirs.isEmpty ? twins(of: read, known: identities) : heirs
  }

  /// Returns the visits that a new Appointment takes over from an Appointment that was deleted upstream: for each
  /// worker of the new Appointment, the worker's visit at the same time.
  private func heirs(to read: MappedAppointment) throws -> [Part] {
    let heirless = try known.twins(of: read).filter { try !absentAppointments(of: $0).isEmpty && !isAppointment($0) }
      .compactMap(transaction.visit)
    return try workers(of: read).enumerated().compactMap { number, worker in
      let id = try worker.flatMap { try transaction.workerID(for: $0) }
      let own = heirless.filter { $0.worker == id }
      guard let heir = own.count > 1 ? try theOne(of: own, saying: read) : own.first else { return nil }
      return Part(number: number + 1, visit: heir, worker: nil, isAgreed: false)
    }
  }

  /// Returns the visit that an Appointment continues, if one worker has several visits at the same time.
  ///
  /// - Throws: ``RecordFault`` if several visits fit equally and one of them has happened.
  private func theOne(of visits: [Visit], saying read: MappedAppointment) throws -> Visit? {
    let snapshots = try visits.map { visit in
      try (visit, known.records(of: SyncThing(.visit, visit.id.rawValue))?.appointment.fields.mapped)
    }
    let same = snapshots.filter { $0.1 == read }
    let alike = same.isEmpty ? snapshots.filter { $0.0.service == read.service } : same
    // If several visits fit equally, any of them will do as long as none has happened.
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
  /// Returns whether a received record may be a new record of a client who is stored here: the names match, and the
  /// dates of birth do not differ.
  fileprivate func isLike(_ client: Client) -> Bool {
    guard FoldedText.fold(name) == FoldedText.fold(client.name) else { return false }
    return birthDate == nil || client.birthDate == nil || birthDate == client.birthDate
  }
}
