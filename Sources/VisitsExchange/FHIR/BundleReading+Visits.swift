import FHIR
import VisitsModel

extension BundleReading {
  /// Keeps an Encounter for the Appointments that it comes from.
  mutating func noteEncounter(_ entry: FHIR.Bundle.Entry) {
    guard case .encounter(let encounter) = entry.resource.content else { return }
    let report: Result<ReportedEncounter, ReadingFault>
    do {
      guard let begun = try ReportedEncounter(encounter, now: now) else { return }
      report = .success(begun)
    } catch {
      report = .failure(error)
    }
    let read = ReadEncounter(
      report: report, workers: Set(encounter.individuals.compactMap { identity(of: $0, in: entry) }))
    for appointment in encounter.appointments {
      if let identity = identity(of: appointment, in: entry) { encounters[identity, default: []].append(read) }
    }
  }

  /// The first identity of what a reference leads to, without asking whether it was taken.
  func identity(of reference: Reference, in entry: FHIR.Bundle.Entry) -> UpstreamIdentity? {
    switch references.target(of: reference, in: entry) {
    case .entry(let target): try? identities.identities(of: target).first
    case .outside(let address): identities.identity(at: address)
    case .named(let name): UpstreamIdentity(name)
    case .contained, .several, .nothing: nil
    }
  }

  /// Plans the visits of an Appointment: one, or one for each of its Practitioners.
  mutating func readAppointment(_ entry: FHIR.Bundle.Entry, _ identities: [UpstreamIdentity]) {
    guard case .appointment(let appointment) = entry.resource.content else { return }
    do {
      let status = try AppointmentStatus(appointment)
      if status == .enteredInError {
        plan.withdrawals.append(PlannedWithdrawal(identities: identities, place: place(of: entry)))
      } else {
        plan.visits += try visits(of: appointment, status, identities, in: entry)
      }
    } catch {
      refuse(error, in: entry)
    }
  }

  private mutating func visits(
    of appointment: Appointment, _ status: AppointmentStatus, _ identities: [UpstreamIdentity],
    in entry: FHIR.Bundle.Entry
  ) throws(ReadingFault) -> [PlannedVisit] {
    let time = try appointment.plannedTime
    let service = try PlainText.line(
      appointment.serviceType.lazy.compactMap(\.words).first ?? appointment.description, at: "serviceType")
    let note = try PlainText.paragraphs(appointment.comment, at: "comment")
    let attendance = try attendance(of: appointment, status, in: entry)
    guard let client = attendance.client else { throw ReadingFault(path: "participant", reason: .noPatient) }
    let address = ownAddress(of: attendance, client)
    let workers: [UpstreamIdentity?] = attendance.workers.isEmpty ? [nil] : attendance.workers
    var visits: [PlannedVisit] = []
    for (position, worker) in workers.enumerated() {
      visits.append(
        PlannedVisit(
          identities: identities.map { $0.part(position + 1) }, part: position + 1, parts: workers.count,
          client: client, worker: worker, start: time.lowerBound, end: time.upperBound, address: address,
          service: service, note: note,
          life: try status.life(
            appointment, encounter: try encounter(of: identities[0], by: workers.count > 1 ? worker : nil)),
          place: place(of: entry)))
    }
    return visits
  }

  /// The visit's place where it is not the client's home. The place's zone is the client's, if theirs is not known.
  private mutating func ownAddress(of attendance: Attendance, _ client: UpstreamIdentity) -> String? {
    guard case .planned(let position) = people[Person(kind: .client, identity: client)] else {
      return attendance.address
    }
    if plan.clients[position].zone == nil { plan.clients[position].zone = attendance.zone }
    return attendance.address == plan.clients[position].address ? nil : attendance.address
  }

  /// What Encounters say: where several workers come, each one's own, else one that names nobody; where one comes,
  /// whoever it was. The last in the Bundle counts.
  private func encounter(
    of appointment: UpstreamIdentity, by worker: UpstreamIdentity?
  ) throws(ReadingFault) -> ReportedEncounter? {
    var own: ReportedEncounter?
    var anybodys: ReportedEncounter?
    for read in encounters[appointment] ?? [] {
      if let worker, read.workers.contains(worker) {
        own = try read.report.get()
      } else if worker == nil || read.workers.isEmpty {
        anybodys = try read.report.get()
      }
    }
    return own ?? anybodys
  }
}
