import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// The places of visits. An Appointment does not change when the address of its Location or client changes. So this
/// extension merges the visits at a changed address again.
extension InboundMerge {
  /// Returns received records with the place that the Appointment's references resolve to.
  ///
  /// A visit that has happened keeps the agreed place, because it took place at the Location's former address. Any
  /// visit keeps the agreed place if the Location cannot be read.
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

  /// Returns whether an Appointment names a place, and the same one as when both sides agreed. The agreed record is
  /// parsed again, because an earlier version of this program may have read fewer of its fields.
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

  /// Updates the visits at a Location.
  ///
  /// - Parameters:
  ///   - before: The former fields of the Location; `nil` if they were not known.
  ///   - records: The agreed Appointments there; `nil` for all.
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

  /// Updates the planned visits of a client whose address has changed. A place in their Appointments may now be the
  /// client's home, or may no longer be the client's home.
  ///
  /// - Parameters:
  ///   - home: The former address of the client.
  ///   - records: The agreed Appointments of these visits; `nil` for all.
  mutating func follow(_ client: ClientID, from home: String?, _ records: [AgreedRecord]? = nil) throws {
    for record in try records ?? transaction.plannedAppointments(of: client) {
      let fields = try RecordSnapshot<AppointmentSnapshot>(record).fields
      guard let now = try known.placeFields(of: fields.mapped) else { continue }
      try mergeAgain(record, wasAt: ResolvedPlace(now, home: home))
    }
  }

  /// Merges the agreed records of a visit again, after the address of its Location or client has changed.
  ///
  /// - Parameter place: The former place, for a record that was stored without a place.
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
      // The fault belongs to the Appointment, not to the Location or the client. It is reported when the Appointment
      // itself arrives again.
    }
  }
}

extension RecordSnapshot<AppointmentSnapshot> {
  /// Returns the record with this resolved place; `nil` leaves the place unchanged.
  func at(_ place: ResolvedPlace?) -> Self {
    var record = self
    record.fields.place = place ?? fields.place
    return record
  }
}
