import VisitsExchange
import VisitsModel
import VisitsStore

/// A search for the stored records that a new record may replace. A server may give its records new ids, and two
/// systems may each create a record of the same visit. The run then reads the stored record to find out whether it
/// still exists.
struct Rivals {
  private let known: KnownRecords
  private let zone: Zone

  init(_ known: KnownRecords, _ zone: Zone) {
    self.known = known
    self.zone = zone
  }

  /// Returns the stored records that a received record may replace (its rivals). A record that was merged before has
  /// none.
  ///
  /// - Parameters:
  ///   - fetched: The received record.
  ///   - met: The sync state of this record as stored.
  func of(_ fetched: FetchedRecord, _ met: MetRecord) throws -> [RecordAddress] {
    guard met.agreed.isEmpty, case .success(let read) = fetched.reading else { return [] }
    switch read {
    case .appointment(let read):
      // On a day that was never pulled in full, every record is new and replaces no stored record.
      guard try known.store.uncovered("Appointment", in: day(of: read)...day(of: read)).isEmpty else { return [] }
      let identities = known.reader.identities(of: fetched.resource)
      let visits = try identities.flatMap { try known.store.visitIDs(for: $0).map(\.id) } + known.twins(of: read)
      return try visits.flatMap { try known.records(of: $0, type: "Appointment") }
    case .encounter(let read):
      return try known.place(of: read, nil).map { try known.begunEncounters(of: $0.row.thing) } ?? []
    case .worker(let planned):
      return try others(than: fetched, planned.identities, .worker) { try known.store.workerID(for: $0)?.rawValue }
    case .client(let planned):
      return try others(than: fetched, planned.identities, .client) { try known.store.clientID(for: $0)?.rawValue }
    case .place, .withdrawal, .other: return []
    }
  }

  /// Returns the addresses of stored records that could be of the same worker or client as the received record, because
  /// their worker or client has one of its identifiers. The received record itself is left out.
  private func others(
    than fetched: FetchedRecord, _ identities: [UpstreamIdentity], _ topic: SyncThing.Topic,
    _ person: (UpstreamIdentity) throws -> String?
  ) throws -> [RecordAddress] {
    let people = Set(try identities.dropFirst().compactMap(person))
    return try people.sorted().flatMap { try known.store.agreed(on: SyncThing(topic, $0)) }.map(\.address)
      .filter { $0 != fetched.address }
  }

  private func day(of read: MappedAppointment) -> CareDay { zone.day(of: read.plan.start) }
}

extension KnownRecords {
  /// Returns the stored visits of the Appointment's client at exactly the same time, with one of the Appointment's
  /// workers.
  func twins(of read: MappedAppointment) throws -> [VisitID] {
    guard let client = try clientID(read.client) else { return [] }
    let workers = try read.workers.map { try store.workerID(for: $0) }
    return try store.simultaneous(of: client, read.plan.start, read.plan.end).filter { visit in
      workers.isEmpty ? visit.worker == nil : workers.contains(visit.worker)
    }.map(\.id)
  }

  /// Returns the addresses of a visit's stored records of one type, such as Appointment.
  func records(of visit: VisitID, type: String) throws -> [RecordAddress] {
    try store.agreed(on: SyncThing(.visit, visit.rawValue)).map(\.address).filter { $0.type == type }
  }

  /// Returns the addresses of a visit's stored Encounters that have begun.
  func begunEncounters(of thing: SyncThing) throws -> [RecordAddress] {
    try store.agreed(on: thing).filter { $0.address.type == "Encounter" }.compactMap { record in
      try RecordSnapshot<MappedEncounter>(record).fields.state == .none ? nil : record.address
    }
  }

  /// Returns the visit to which an Encounter belongs, with the stored Appointment of that visit; `nil` if no such visit
  /// is stored here.
  ///
  /// - Parameters:
  ///   - read: The Encounter.
  ///   - before: The visit to which the Encounter belonged when it was last merged; `nil` if it is new.
  func place(of read: EncounterReading, _ before: SyncThing?) throws -> (row: AgreedRecord, visit: Visit)? {
    for identity in read.appointments {
      guard let address = reader.address(of: identity) else { continue }
      let rows = try rows(at: address)
      let row = try rows.first { $0.thing == before } ?? (rows.count == 1 ? rows : named(in: read, rows)).first
      if let row, let visit = try row.thing.visit.flatMap(store.visit) { return (row, visit) }
    }
    // An Encounter that no longer names an Appointment stays with its visit.
    guard read.appointments.isEmpty, let before, let visit = try before.visit.flatMap(store.visit) else { return nil }
    return try store.agreed(on: before).first { $0.address.type == "Appointment" }.map { ($0, visit) }
  }

  /// Returns whether it is unclear to which visit of an Appointment an Encounter belongs: the Encounter has begun, the
  /// Appointment has one visit for each of several workers, and the Encounter names none or several of these workers.
  func isOfSeveral(_ read: EncounterReading, _ before: SyncThing?) throws -> Bool {
    guard read.fields.state != .none else { return false }
    for identity in read.appointments {
      let rows = try reader.address(of: identity).map(rows) ?? []
      guard rows.count > 1, !rows.contains(where: { $0.thing == before }) else { continue }
      if try named(in: read, rows).count != 1 { return true }
    }
    return false
  }

  /// Returns the stored rows of an Appointment, one for each of its visits, to which an Encounter may belong. If there
  /// are several, the visits whose worker the Appointment still names count, and withdrawn visits do not.
  private func rows(at address: RecordAddress) throws -> [AgreedRecord] {
    let rows = try store.agreed(on: address)
    guard rows.count > 1 else { return rows }
    let present = try rows.filter { row in
      try MappedText.value(AppointmentSnapshot.self, from: row.fields).isOfItsWorker
    }
    // If the Appointment named a worker twice, the worker may have had two visits, of which one was withdrawn.
    let made = try present.filter { try $0.thing.visit.flatMap(store.visit)?.isWithdrawn == false }
    return [made, present, rows].first { !$0.isEmpty } ?? rows
  }

  /// Returns those rows of an Appointment, one for each of its visits, whose worker is a participant of the Encounter.
  private func named(in read: EncounterReading, _ rows: [AgreedRecord]) throws -> [AgreedRecord] {
    let workers = try read.fields.workers.compactMap { try store.workerID(for: $0) }
    return try rows.filter { row in
      guard let worker = try MappedText.value(AppointmentSnapshot.self, from: row.fields).worker else { return false }
      if read.fields.workers.contains(worker) { return true }
      return try store.workerID(for: worker).map(workers.contains) ?? false
    }
  }
}
