import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// The update of visits after a change of address. An Appointment itself does not change when its Location or its
/// client gets another address. So this extension merges the visits of that Location or client again.
extension InboundMerge {
  /// Returns the received records of a visit with the place that the Appointment's references resolve to.
  ///
  /// A visit that has happened keeps the place on which the store and upstream last agreed, because it took place at
  /// the Location's former address. Any visit keeps that place if the Location is not stored here.
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

  /// Returns whether the received Appointment names a place, and the same place as the Appointment on which the store
  /// and upstream last agreed. The stored text of that Appointment is parsed again, because an earlier version of this
  /// program may have read fewer of its fields.
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

  /// Updates the visits at a Location whose address or name has changed.
  ///
  /// - Parameters:
  ///   - location: The Location.
  ///   - before: The former fields of the Location; `nil` if they were not known.
  ///   - records: The stored Appointments whose visits to update; `nil` for all Appointments at the Location.
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

  /// Updates the planned visits of a client whose address has changed. A place that an Appointment names may now be the
  /// client's home, or may no longer be the client's home.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - home: The former address of the client.
  ///   - records: The stored Appointments whose visits to update; `nil` for all planned Appointments of the client.
  mutating func follow(_ client: ClientID, from home: String?, _ records: [AgreedRecord]? = nil) throws {
    for record in try records ?? transaction.plannedAppointments(of: client) {
      let fields = try RecordSnapshot<AppointmentSnapshot>(record).fields
      guard let now = try known.placeFields(of: fields.mapped) else { continue }
      try mergeAgain(record, wasAt: ResolvedPlace(now, home: home))
    }
  }

  /// Merges the stored records of a visit again, after its Location or client got another address.
  ///
  /// - Parameters:
  ///   - record: The stored Appointment of the visit.
  ///   - place: The former place of the visit. It is used if the Appointment was stored without a place.
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
  /// Returns the Appointment with this resolved place. `nil` leaves the place unchanged.
  func at(_ place: ResolvedPlace?) -> Self {
    var record = self
    record.fields.place = place ?? fields.place
    return record
  }
}
