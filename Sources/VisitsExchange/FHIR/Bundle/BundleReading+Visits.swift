import FHIR
import VisitsModel

extension BundleReading {
  /// Keeps an Encounter that has begun for the Appointments that it comes from.
  mutating func noteEncounter(_ entry: FHIR.Bundle.Entry) {
    guard case .encounter(let encounter) = entry.resource.content else { return }
    let reading = EncounterReading(encounter, in: entry, resolving: self)
    guard reading.fields.state != .none else { return plan.passOver(entry.resource.type, .notBegun) }
    for appointment in reading.appointments { encounters[appointment, default: []].append(reading.fields) }
  }

  /// Plans an Encounter whose Appointment is not in this Bundle. An earlier import may have brought the Appointment.
  mutating func readLoneEncounter(
    _ entry: FHIR.Bundle.Entry, _ identities: [UpstreamIdentity], appointments: Set<UpstreamIdentity>
  ) {
    guard case .encounter(let encounter) = entry.resource.content else { return }
    let reading = EncounterReading(encounter, in: entry, resolving: self)
    guard reading.fields.state != .none, !reading.appointments.contains(where: appointments.contains) else { return }
    do {
      let fields = try reading.fields.checked
      let life: SyncedLife =
        fields.state == .inProgress
        ? .inProgress(checkIn: fields.checkIn) : .completed(checkIn: fields.checkIn, checkOut: fields.checkOut)
      plan.encounters.append(
        PlannedEncounter(
          identity: identities[0], appointments: reading.appointments, workers: fields.workers,
          life: life.life(over: .scheduled, heardAt: now), place: place(of: entry)))
    } catch {
      refuse(error, in: entry)
    }
  }

  /// Plans the visits of an Appointment: one, or one for each of its Practitioners.
  mutating func readAppointment(_ entry: FHIR.Bundle.Entry, _ identities: [UpstreamIdentity]) {
    guard case .appointment(let appointment) = entry.resource.content else { return }
    do {
      // A record that was entered in error need not say anything else.
      if try AppointmentStatus(appointment) == .enteredInError {
        plan.withdrawals.append(PlannedWithdrawal(identities: identities, place: place(of: entry)))
      } else {
        let reading = try AppointmentReading(appointment, in: entry, resolving: &self)
        plan.visits += try visits(of: reading, identities, place: place(of: entry))
      }
    } catch {
      refuse(error, in: entry)
    }
  }

  private mutating func visits(
    of reading: AppointmentReading, _ identities: [UpstreamIdentity], place: String
  ) throws(ReadingFault) -> [PlannedVisit] {
    let fields = reading.fields
    let address = ownAddress(of: reading)
    let workers: [UpstreamIdentity?] = fields.workers.isEmpty ? [nil] : fields.workers
    var visits: [PlannedVisit] = []
    for (position, worker) in workers.enumerated() {
      let encounter = try encounter(of: identities[0], by: workers.count > 1 ? worker : nil)
      // Sync meets the two records one after the other; here both stand side by side.
      if fields.status == .cancelled, let state = encounter?.state, state == .inProgress {
        throw ReadingFault(contradiction: state, to: fields.status)
      }
      visits.append(
        PlannedVisit(
          identities: identities.map { $0.part(position + 1) }, part: position + 1, parts: workers.count,
          client: fields.client, worker: worker, start: fields.plan.start, end: fields.plan.end, address: address,
          addressParts: address == nil ? PostalAddress() : fields.addressParts ?? PostalAddress(),
          virtual: fields.virtual, service: fields.service, purpose: fields.purpose, instruction: fields.instruction,
          note: fields.note,
          life: try SyncedLife.life(fields, encounter).life(over: .scheduled, heardAt: now), place: place))
    }
    return visits
  }

  /// The visit's place where it is not the client's home. The place's zone is the client's, if theirs is not known.
  private mutating func ownAddress(of reading: AppointmentReading) -> String? {
    let (client, address) = (reading.fields.client, reading.fields.address)
    guard case .planned(let position) = people[Person(kind: .client, identity: client)] else { return address }
    if plan.clients[position].zone == nil { plan.clients[position].zone = reading.zone }
    return address == plan.clients[position].address ? nil : address
  }

  /// The Encounter of a visit. If several workers come, it is the worker's own, else one without a worker; if one worker
  /// comes, it is any. The last one in the Bundle counts.
  private func encounter(
    of appointment: UpstreamIdentity, by worker: UpstreamIdentity?
  ) throws(ReadingFault) -> MappedEncounter? {
    var own: MappedEncounter?
    var anybodys: MappedEncounter?
    for encounter in encounters[appointment] ?? [] {
      if let worker, encounter.workers.contains(worker) {
        own = try encounter.checked
      } else if worker == nil || encounter.workers.isEmpty {
        anybodys = try encounter.checked
      }
    }
    return own ?? anybodys
  }
}
