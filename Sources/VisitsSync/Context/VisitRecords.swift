import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// A version of an upstream record, with the fields that sync uses.
struct RecordSnapshot<Fields: StoredFields>: Sendable, Hashable {
  var address: RecordAddress
  var version: String?
  var part: Int
  var body: String
  var fields: Fields

  func agreed(on thing: SyncThing) throws -> AgreedRecord {
    AgreedRecord(
      address, version: version, thing: thing, part: part, fields: try fields.text, body: body)
  }
}

extension RecordSnapshot {
  init(_ record: AgreedRecord) throws {
    self.init(
      address: record.address, version: record.version, part: record.part, body: record.body,
      fields: try MappedText.value(from: record.fields))
  }
}

/// The upstream records of one visit: its Appointment and, once the visit has begun, usually its Encounter.
struct VisitRecords: Sendable, Hashable {
  var appointment: RecordSnapshot<AppointmentSnapshot>
  var encounter: RecordSnapshot<MappedEncounter>?
}

/// Lookups of the upstream records, people and places that are stored here.
struct KnownRecords {
  let store: StoreReader
  let reader: UpstreamReader
  private let people = FoundPeople()

  init(store: StoreReader, reader: UpstreamReader) {
    self.store = store
    self.reader = reader
  }

  /// A cache of workers and clients. The records of a page name the same people again and again.
  private final class FoundPeople {
    var clients: [UpstreamIdentity: (id: ClientID, homes: Homes)] = [:]
    var workers: [UpstreamIdentity: WorkerID] = [:]
    /// The change of a client's or Location's address that is about to be stored; `nil` if there is none. Places are
    /// resolved as if it were already stored.
    var move: Move?
  }

  /// Resolves places from now on as if this change of address were already stored.
  func expect(_ move: Move) { people.move = move }

  /// Looks up the clients and workers of all these Appointments at once, and caches them.
  func lookUp(_ fetched: [FetchedRecord]) throws {
    var clients: Set<String> = []
    var workers: Set<String> = []
    for record in fetched {
      guard case .success(.appointment(let read)) = record.reading else { continue }
      if read.client.system == reader.source { clients.insert(read.client.value) }
      for worker in read.workers where worker.system == reader.source { workers.insert(worker.value) }
    }
    guard clients.count > 1 else { return }
    for (value, client) in try store.unmergedClients(on: reader.source, Array(clients)) {
      people.clients[UpstreamIdentity(system: reader.source, value: value)] = client
    }
    for (value, worker) in try store.workerIDs(on: reader.source, Array(workers)) {
      people.workers[UpstreamIdentity(system: reader.source, value: value)] = worker
    }
  }

  /// Empties the cache of workers and clients. Call this after the record of a worker or client has changed.
  func forget() {
    people.clients = [:]
    people.workers = [:]
  }

  /// Returns the records of a visit on which the store and upstream last agreed; `nil` if the visit has no Appointment
  /// upstream.
  func records(of thing: SyncThing) throws -> VisitRecords? {
    let agreed = try store.agreed(on: thing)
    guard let appointment = agreed.first(where: { $0.address.type == "Appointment" }) else { return nil }
    let encounters = try agreed.filter { $0.address.type == "Encounter" }.map(RecordSnapshot<MappedEncounter>.init)
    // The last Encounter that has begun counts: an earlier Encounter may have been entered in error.
    return VisitRecords(
      appointment: try RecordSnapshot(appointment),
      encounter: encounters.last { $0.fields.state != .none } ?? encounters.last
    )
  }

  /// Returns the values of the visit that these records describe.
  ///
  /// - Throws: ``RecordFault`` if the client or worker whom the records name is not stored here.
  func visit(_ records: VisitRecords) throws -> SyncedVisit {
    let mapped = records.appointment.fields.mapped
    let body = records.appointment.body
    let client = try client(mapped.client, in: body)
    let worker = try records.appointment.fields.worker.map { try self.worker($0, in: body) }
    let place =
      try records.appointment.fields.place
      ?? ResolvedPlace(placeFields(of: mapped), home: client.homes.home(at: mapped.plan.start).address)
    return SyncedVisit(
      plan: mapped.plan, worker: worker, client: client.id, address: place.ownAddress,
      addressParts: place.ownParts, virtual: try virtual(of: records, at: place), service: mapped.service,
      purpose: mapped.purpose, instruction: mapped.instruction, note: mapped.note,
      life: try SyncedLife(mapped, records.encounter?.fields))
  }

  /// Returns the call of a virtual visit, from its Appointment, Location, HealthcareService or Encounter; `nil` if the
  /// visit is not virtual.
  private func virtual(of records: VisitRecords, at place: ResolvedPlace) throws -> VirtualPlace? {
    let mapped = records.appointment.fields.mapped
    let offer = try mapped.offer.flatMap(reader.address).flatMap { try store.agreed(on: $0).first }
    let offered = try offer.flatMap { try PlaceFields($0.fields).virtual }
    let told = [mapped.virtual, place.virtual, offered].compactMap(\.self)
    guard let first = told.first else { return records.encounter?.fields.isVirtual == true ? VirtualPlace() : nil }
    return VirtualPlace(link: told.lazy.compactMap(\.link).first ?? first.link)
  }

  private func client(_ identity: UpstreamIdentity, in body: String) throws -> (id: ClientID, homes: Homes) {
    if let known = people.clients[identity] { return known }
    guard let id = try clientID(identity), let client = try store.client(id) else { throw unknown(identity, in: body) }
    let homes = if case .client(id, to: let home) = people.move { home } else { client.homes }
    people.clients[identity] = (id, homes)
    return (id, homes)
  }

  private func worker(_ identity: UpstreamIdentity, in body: String) throws -> WorkerID {
    if let known = people.workers[identity] { return known }
    guard let id = try store.workerID(for: identity) else { throw unknown(identity, in: body) }
    people.workers[identity] = id
    return id
  }

  /// Returns the fault of a record that names a client or worker who is not stored here.
  ///
  /// - Parameters:
  ///   - identity: The reference to the client or worker.
  ///   - body: The Appointment as text, which may give the name of the client or worker.
  private func unknown(_ identity: UpstreamIdentity, in body: String) -> RecordFault {
    let actors = (try? JSONDocument(json: Array(body.utf8)))?["participant"]?.items.compactMap { $0["actor"] } ?? []
    let display = actors.first { reader.identity(of: $0) == identity }?["display"]?.string
    let named = display.map { " (\(Quotation($0, limit: 80, marks: false)))" } ?? ""
    // On another server, the same id names another client or worker, so the fault shows the whole reference.
    let whole = identity.system.hasPrefix("http") && identity.system != reader.source && identity.value.contains("/")
    let reference = whole ? "\(identity.system)/\(identity.value)" : identity.value
    return RecordFault(
      TextFault(.recordUnknown, [.value: Quotation(reference: reference).description + named]), isPassing: true)
  }

  /// Returns the client to whom a Patient belongs. If that client was merged into another, returns the other client.
  func clientID(_ identity: UpstreamIdentity) throws -> ClientID? {
    try reader.address(of: identity).flatMap(store.client(standingAt:)) ?? store.clientID(for: identity)
  }

  /// Returns the place of an Appointment, resolved from the stored Location and client.
  func place(of mapped: MappedAppointment) throws -> ResolvedPlace {
    ResolvedPlace(
      try placeFields(of: mapped), home: try client(mapped.client, in: "").homes.home(at: mapped.plan.start).address)
  }

  /// Returns the place that an Appointment names: its own address, or the fields of its stored Location. If the stored
  /// Location gives no address and no name, or no Location is stored, returns the name in the Appointment's reference.
  func placeFields(of mapped: MappedAppointment) throws -> PlaceFields? {
    let told = PlaceFields(line: mapped.address, parts: mapped.addressParts, name: mapped.placeName)
    guard mapped.address == nil, let address = mapped.place.flatMap(reader.address) else {
      return told.isEmpty ? nil : told
    }
    var known = try store.agreed(on: address).first.map { try PlaceFields($0.fields) }
    if case .location(address, to: let fields) = people.move { known = fields }
    if let known, !known.isEmpty { return known }
    return told.isEmpty ? known : told
  }

  /// Returns whether an Appointment names a Location that is not stored here, because its read failed or it was
  /// deleted.
  func lacksPlace(_ mapped: MappedAppointment) throws -> Bool {
    guard mapped.address == nil, let place = mapped.place else { return false }
    return try !(reader.address(of: place).map { try store.isAgreed(on: $0) } ?? false)
  }

  /// Returns the reference with which our records name a worker upstream. If the office has merged the worker into
  /// another, the reference names the other worker.
  func actor(_ id: WorkerID) throws -> UpstreamActor? {
    let id = try store.successor(of: id)
    return try store.worker(id).map { UpstreamActor($0, at: try address(of: SyncThing(.worker, id.rawValue))) }
  }

  /// Returns the reference with which our records name a client upstream.
  func actor(_ id: ClientID) throws -> UpstreamActor? {
    try store.client(id).map { UpstreamActor($0, at: try address(of: SyncThing(.client, id.rawValue))) }
  }

  /// Returns the address of a worker's or client's record upstream. If a client has several Patients, returns a Patient
  /// that has not been replaced by another one.
  private func address(of person: SyncThing) throws -> RecordAddress? {
    let agreed = try store.agreed(on: person)
    return (agreed.first { person.parts?.topic != .client || $0.fields.isEmpty } ?? agreed.first)?.address
  }

  /// Returns the other visits of an Appointment that several workers make. A visit whose worker was taken off the
  /// Appointment is withdrawn, so it is left out.
  func others(than thing: SyncThing, of appointment: RecordAddress) throws -> [VisitWriting.Other] {
    try store.agreed(on: appointment).filter { $0.thing != thing }.compactMap { record in
      guard let visit = try record.thing.visit.flatMap(store.visit), !visit.isWithdrawn else { return nil }
      let encounter = try records(of: record.thing)?.encounter?.fields
      return VisitWriting.Other(SyncedVisit(visit).life, hasEncounter: (encounter?.state ?? .none) != .none)
    }
  }
}
