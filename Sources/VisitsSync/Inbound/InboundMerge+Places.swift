import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// The places of visits. An Appointment stays as it is when the address of its Location changes, or the client's.
extension InboundMerge {
  /// Records as they came, with the place that their Appointment means.
  ///
  /// A visit that has happened was made where its Location was then. A Location that cannot be read tells nothing new.
  func placed(_ theirs: VisitRecords, _ visit: Visit) throws -> VisitRecords {
    let came = theirs.appointment.fields
    guard came.place == nil else { return theirs }
    let agreed = try known.records(of: SyncThing(.visit, visit.id.rawValue))?.appointment.fields
    var placed = theirs
    if let agreed, agreed.namesPlace(of: came), let place = agreed.place,
      try SyncedLife(visit.life).hasHappened || known.lacksPlace(came.mapped)
    {
      placed.appointment.fields.place = place
    } else {
      placed.appointment.fields.place = try known.place(of: came.mapped)
    }
    return placed
  }

  /// Whether an Appointment names the place that it named when both sides agreed. An earlier version may have read less of
  /// it, so the agreed record is read again.
  func isPlaceSame(_ theirs: VisitRecords, _ thing: SyncThing) throws -> Bool {
    guard let agreed = try known.records(of: thing)?.appointment else { return false }
    var before = agreed.fields
    if !agreed.body.isEmpty, let resource = try? Resource(json: Array(agreed.body.utf8)),
      case .appointment(let read)? = try? context.reader.record(resource, at: transaction.now)
    {
      before.mapped = read
    }
    let now = theirs.appointment.fields
    guard [now.mapped.place?.value, now.mapped.address, now.mapped.placeName].contains(where: { $0 != nil }) else {
      return false
    }
    return before.namesPlace(of: now) && before.mapped.placeName == now.mapped.placeName
  }

  /// Brings the visits at a Location up to date.
  ///
  /// - Parameters:
  ///   - before: The address that it had; `nil`: it was not known.
  ///   - records: The agreed Appointments there; `nil`: all.
  mutating func follow(
    _ location: RecordAddress, from before: PlaceFields?, _ records: [AgreedRecord]? = nil
  ) throws {
    for record in try records ?? transaction.appointments(at: location) {
      let fields = try RecordSnapshot<AppointmentSnapshot>(record).fields
      guard fields.mapped.address == nil, fields.mapped.place.flatMap(context.reader.address) == location else {
        continue
      }
      let home = try known.clientID(fields.mapped.client).flatMap(transaction.client)?.address
      try mergeAgain(record, wasAt: ResolvedPlace(before, home: home))
    }
  }

  /// Brings the planned visits of a client up to date whose Appointment tells where they are.
  ///
  /// - Parameters:
  ///   - home: The address that the client had.
  ///   - records: The agreed Appointments of these visits; `nil`: all.
  mutating func follow(_ client: ClientID, from home: String?, _ records: [AgreedRecord]? = nil) throws {
    for record in try records ?? transaction.plannedAppointments(of: client) {
      let fields = try RecordSnapshot<AppointmentSnapshot>(record).fields
      guard let now = try known.placeFields(of: fields.mapped) else { continue }
      try mergeAgain(record, wasAt: ResolvedPlace(now, home: home))
    }
  }

  /// Merges the agreed records of a visit once more, since what its Appointment means has changed.
  ///
  /// - Parameter place: The place that it meant, where that was not stored.
  private mutating func mergeAgain(_ record: AgreedRecord, wasAt place: ResolvedPlace) throws {
    guard let visit = try record.thing.visit.flatMap(transaction.visit), !visit.isWithdrawn else { return }
    var appointment = try RecordSnapshot<AppointmentSnapshot>(record)
    if appointment.fields.place == nil {
      let isDiscarded = try transaction.isDiscarded(record.thing)
      try transaction.ledger.agree(on: appointment.at(place).agreed(on: record.thing))
      if isDiscarded { try transaction.ledger.discard(record.thing) }
    }
    guard !SyncedLife(visit.life).hasHappened else { return }
    appointment.fields.place = nil
    let encounter = try known.records(of: record.thing)?.encounter
    do {
      _ = try merge(VisitRecords(appointment: appointment, encounter: encounter), into: visit)
    } catch is RecordFault {
      // The Appointment comes again by itself, and the fault is told then. It is none of the Location or the client.
    }
  }
}

extension RecordSnapshot<AppointmentSnapshot> {
  /// The record with the place that it meant; `nil`: as it stands.
  func at(_ place: ResolvedPlace?) -> Self {
    var record = self
    record.fields.place = place ?? fields.place
    return record
  }
}
