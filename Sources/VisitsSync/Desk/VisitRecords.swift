import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// One record of upstream's with what it says.
struct SaidRecord<Said: KeptAsText>: Sendable, Hashable {
  var address: RecordAddress
  var version: String?
  var part = 1
  var body: String
  var said: Said

  init(_ address: RecordAddress, version: String?, part: Int = 1, body: String, said: Said) {
    self.address = address
    self.version = version
    self.part = part
    self.body = body
    self.said = said
  }

  init(_ record: AgreedRecord) throws {
    self.init(
      record.address, version: record.version, part: record.part, body: record.body,
      said: try MappedText.value(from: record.fields))
  }

  func agreed(on thing: SyncThing) throws -> AgreedRecord {
    AgreedRecord(
      address, version: version, thing: thing, part: part, fields: try said.text, body: body)
  }
}

/// The records that a visit is upstream.
struct VisitRecords: Sendable, Hashable {
  var appointment: SaidRecord<SaidOfAppointment>
  var encounter: SaidRecord<MappedEncounter>?
}

/// Upstream's records as they are known here, seen by one reader.
struct KnownRecords {
  let store: StoreReader
  let reader: UpstreamReader
  private let people = FoundPeople()

  init(store: StoreReader, reader: UpstreamReader) {
    self.store = store
    self.reader = reader
  }

  /// Whom a page's records name was looked up before, most of the time.
  private final class FoundPeople {
    var clients: [UpstreamIdentity: (id: ClientID, address: String?)] = [:]
    var workers: [UpstreamIdentity: WorkerID] = [:]
  }

  /// Looks up at once whom Appointments name.
  func lookUp(_ came: [CameRecord]) throws {
    var clients: Set<String> = []
    var workers: Set<String> = []
    for record in came {
      guard case .success(.appointment(let read)) = record.said else { continue }
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

  /// Somebody has changed: they are to be looked up again.
  func forget() {
    people.clients = [:]
    people.workers = [:]
  }

  /// The records of a visit that both sides agreed on; `nil`: it was never sent.
  func records(of thing: SyncThing) throws -> VisitRecords? {
    let agreed = try store.agreed(on: thing)
    guard let appointment = agreed.first(where: { $0.address.type == "Appointment" }) else { return nil }
    let encounters = try agreed.filter { $0.address.type == "Encounter" }.map(SaidRecord<MappedEncounter>.init)
    // Of several the last that has begun: a first one may have been entered in error.
    return VisitRecords(
      appointment: try SaidRecord(appointment), encounter: encounters.last { $0.said.state != .none } ?? encounters.last
    )
  }

  /// What a visit's records say of it, its people being known here.
  func visit(_ records: VisitRecords) throws -> SyncedVisit {
    let said = records.appointment.said
    let client = try client(said.read.client)
    let worker = try said.worker.map(worker)
    let address = try said.read.address ?? place(said.read.place)
    return SyncedVisit(
      plan: said.read.plan, worker: worker, client: client.id, address: address == client.address ? nil : address,
      service: said.read.service, note: said.read.note,
      life: try SyncedLife(said.read, records.encounter?.said))
  }

  private func client(_ identity: UpstreamIdentity) throws -> (id: ClientID, address: String?) {
    if let known = people.clients[identity] { return known }
    guard let id = try clientID(identity), let client = try store.client(id) else { throw unknown(identity) }
    people.clients[identity] = (id, client.address)
    return (id, client.address)
  }

  private func worker(_ identity: UpstreamIdentity) throws -> WorkerID {
    if let known = people.workers[identity] { return known }
    guard let id = try store.workerID(for: identity) else { throw unknown(identity) }
    people.workers[identity] = id
    return id
  }

  private func unknown(_ identity: UpstreamIdentity) -> RecordFault {
    RecordFault(TextFault(.recordUnknown, [.value: identity.value]), isPassing: true)
  }

  /// The client whom a record of upstream's stands for, or the one that has taken its place.
  func clientID(_ identity: UpstreamIdentity) throws -> ClientID? {
    try reader.address(of: identity).flatMap(store.client(standingAt:)) ?? store.clientID(for: identity)
  }

  private func place(_ identity: UpstreamIdentity?) throws -> String? {
    guard let address = identity.flatMap(reader.address) else { return nil }
    return try store.agreed(on: address).first.flatMap { $0.fields.isEmpty ? nil : $0.fields }
  }

  /// A worker as a record of ours refers to them.
  func actor(_ id: WorkerID) throws -> UpstreamActor? {
    try store.worker(id).map { UpstreamActor($0, at: try address(of: SyncThing(.worker, id.rawValue))) }
  }

  /// A client as a record of ours refers to them.
  func actor(_ id: ClientID) throws -> UpstreamActor? {
    try store.client(id).map { UpstreamActor($0, at: try address(of: SyncThing(.client, id.rawValue))) }
  }

  /// The record of a person that nothing has taken the place of.
  private func address(of person: SyncThing) throws -> RecordAddress? {
    let agreed = try store.agreed(on: person)
    return (agreed.first { person.parts?.topic != .client || $0.fields.isEmpty } ?? agreed.first)?.address
  }

  /// What the other visits of the same Appointment are. One whose worker was taken off it says nothing of it any more.
  func others(than thing: SyncThing, of appointment: RecordAddress) throws -> [VisitWriting.Other] {
    try store.agreed(on: appointment).filter { $0.thing != thing }.compactMap { record in
      guard let visit = try record.thing.visit.flatMap(store.visit), !visit.isWithdrawn else { return nil }
      let encounter = try records(of: record.thing)?.encounter?.said
      return VisitWriting.Other(SyncedVisit(visit).life, hasEncounter: (encounter?.state ?? .none) != .none)
    }
  }
}
