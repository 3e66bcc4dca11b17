import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// The drafts that bring upstream's records of a visit to the visit's stored state. If upstream's records already have
/// that state, there is no draft.
struct VisitDrafts {
  private let visit: Visit
  private let known: KnownRecords
  private let isOurID: Bool
  private let thing: SyncThing

  init(_ visit: Visit, _ known: KnownRecords, isOurID: Bool) {
    self.visit = visit
    self.known = known
    self.isOurID = isOurID
    thing = SyncThing(.visit, visit.id.rawValue)
  }

  /// Returns the drafts to send: the draft of the Appointment, then the draft of the Encounter that refers to this
  /// Appointment. A record that upstream already has in this state is left out.
  func drafts() throws -> [PushDraft] {
    if visit.isWithdrawn { return [] }
    var synced = SyncedVisit(visit)
    synced.client = try known.store.client(of: visit)
    guard let home = try known.store.client(synced.client), let client = try known.actor(synced.client) else {
      throw RecordFault(TextFault(.recordGone, [.value: synced.client.rawValue]))
    }
    // The client's home is left out, because it does not count as the visit's own address when the draft is read back.
    if synced.address == home.address { (synced.address, synced.addressParts) = (nil, PostalAddress()) }
    let records = try known.records(of: thing)
    if records == nil, try known.standsThereAlready(visit) { throw RecordFault(code: SyncProblem.twinCode) }
    let present = try records.map(present)
    // A visit that has begun stores the home as its own address. If its Appointment names the home as a Location, that
    // address is left out too.
    let place = records?.appointment.fields.place
    if let place, place.isHome, synced.address != nil, synced.address == place.address { synced.address = nil }
    let writing = VisitWriting(
      visit.id, synced, client: client, worker: try visit.worker.flatMap(known.actor), reader: known.reader)
    let appointment = writing.appointment(editing: present, isOurID: isOurID)
    let encounter = writing.encounter(editing: present, of: address(records), isOurID: isOurID)
    try check(synced.life, appointment, encounter, present)
    try check(synced.worker, appointment, present)
    return try [appointmentDraft(appointment, records), encounter.flatMap { try encounterDraft($0, records) }]
      .compactMap(\.self)
  }

  /// Refuses drafts if the next pull would read another state from them than the visit has. This happens because one
  /// Appointment of several workers cannot express every combination of their visits' states.
  private func check(
    _ life: SyncedLife, _ appointment: JSONDocument, _ encounter: JSONDocument?, _ present: VisitWriting.Present?
  ) throws {
    // If only this worker is called off, the status of the worker's participant says so.
    guard let present, !present.others.isEmpty, !life.isCalledOff else { return }
    guard case .appointment(let read) = try read(appointment) else { return }
    var readEncounter = present.readEncounter
    if let encounter, case .encounter(let read) = try self.read(encounter) { readEncounter = read.fields }
    guard try SyncedLife(read, readEncounter) == life else { throw RecordFault(code: "shared") }
  }

  /// Refuses to change the worker of a visit in two cases:
  ///
  /// - The visit has no worker upstream, but the Appointment has a participant with only a name. This participant may
  ///   be the visit's worker.
  /// - The Appointment has several workers and names a role. Any of the workers may have that role.
  private func check(
    _ worker: WorkerID?, _ appointment: JSONDocument, _ present: VisitWriting.Present?
  ) throws {
    guard let present, worker != present.visit.worker else { return }
    if present.visit.worker == nil {
      let notes = try known.reader.read(Resource(json: present.appointment.json), at: visit.updatedAt).notes
      if let named = notes.first(where: { $0.kind == .fhirNamedOnly }) { throw RecordFault(named) }
    } else if !present.others.isEmpty, VisitWriting.namesRole(appointment) {
      throw RecordFault(code: "shared")
    }
  }

  private func present(_ records: VisitRecords) throws -> VisitWriting.Present {
    let snapshot = records.appointment.fields
    let appointment = try JSONDocument(json: Array(records.appointment.body.utf8))
    var present = VisitWriting.Present(
      appointment: appointment, read: snapshot.mapped,
      encounter: try records.encounter.map { try JSONDocument(json: Array($0.body.utf8)) },
      readEncounter: records.encounter?.fields, visit: try known.visit(records), worker: snapshot.worker,
      others: try known.others(than: thing, of: records.appointment.address))
    if let worker = snapshot.worker { present.namesakes = try namesakes(of: worker, in: appointment) }
    return present
  }

  /// Returns the other identities by which the participants of an Appointment name the same worker.
  private func namesakes(of worker: UpstreamIdentity, in appointment: JSONDocument) throws -> Set<UpstreamIdentity> {
    let participants = appointment["participant"]?.items ?? []
    let identities = Set(participants.compactMap { known.reader.identity(ofParticipant: $0, in: appointment) })
    guard identities.count > 1, let id = try known.store.workerID(for: worker) else { return [] }
    return try identities.filter { try $0 != worker && known.store.workerID(for: $0) == id }
  }

  private func address(_ records: VisitRecords?) -> String {
    if let address = records?.appointment.address { return "\(address.type)/\(address.id)" }
    return isOurID ? "Appointment/\(visit.id.rawValue)" : OwnIdentifier.value(visit.id.rawValue)
  }

  private func appointmentDraft(_ body: JSONDocument, _ records: VisitRecords?) throws -> PushDraft? {
    guard case .appointment(let read) = try read(body) else { return nil }
    let before = records?.appointment
    if before?.fields.mapped == read { return nil }
    var snapshot = AppointmentSnapshot(mapped: read, worker: try worker(in: read, before?.fields))
    if let before, before.fields.namesPlace(of: snapshot) {
      snapshot.place = before.fields.place
    } else {
      let place = PlaceFields(line: visit.address, parts: visit.addressParts)
      let client = try known.store.successor(of: visit.client)
      snapshot.place = ResolvedPlace(place, home: try known.store.client(client)?.address)
    }
    let attempt = Attempt(
      "Appointment", try before?.agreed(on: thing), uuid: visit.id.rawValue, isOurID: isOurID,
      fields: snapshot.text)
    return PushDraft(thing: thing, attempt: attempt, part: before?.part ?? 1, body: body, version: visit.version)
  }

  private func encounterDraft(_ body: JSONDocument, _ records: VisitRecords?) throws -> PushDraft? {
    guard case .encounter(let read) = try read(body) else { return nil }
    let before = records?.encounter
    if before?.fields == read.fields { return nil }
    let attempt = Attempt(
      "Encounter", try before?.agreed(on: thing), uuid: visit.id.encounterUUID, isOurID: isOurID,
      fields: try read.fields.text)
    return PushDraft(thing: thing, attempt: attempt, body: body, version: visit.version)
  }

  /// Parses the body of a draft in the same way as a later pull parses the record.
  private func read(_ body: JSONDocument) throws -> UpstreamRecord {
    do {
      return try known.reader.record(try Resource(json: body.json), at: visit.updatedAt)
    } catch let problem as FHIRProblem {
      throw RecordFault(problem)
    }
  }

  /// Returns the identity by which the drafted Appointment names the visit's worker; `nil` if the visit has no worker.
  private func worker(in read: MappedAppointment, _ before: AppointmentSnapshot?) throws -> UpstreamIdentity? {
    guard let worker = visit.worker else { return nil }
    let named = try read.workers.first { try known.store.workerID(for: $0) == worker }
    return named ?? before?.worker
  }
}
