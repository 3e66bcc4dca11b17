import FHIR
import VisitsModel

extension BundleReading {
  /// Keeps an Encounter that has begun for the Appointments that it comes from.
  mutating func noteEncounter(_ entry: FHIR.Bundle.Entry) {
    guard case .encounter(let encounter) = entry.resource.content else { return }
    do {
      try entry.resource.requireNoModifier()
    } catch {
      return refuse(error, in: entry)
    }
    let reading = EncounterReading(encounter, in: entry, resolving: self)
    for reference in encounter.individuals {
      if case .entry(let target) = references.target(of: reference, in: entry) { used.insert(target.index) }
    }
    guard reading.fields.state != .none else { return plan.passOver(entry.resource.type, .notBegun) }
    for (path, day) in encounter.undatedChecks { note(.notWholeDate(day.description), in: entry, path: path) }
    for appointment in reading.appointments { encounters[appointment, default: []].append((reading, entry)) }
  }

  /// Plans what an Encounter tells of an Appointment that is not in this Bundle: it may be here since an earlier one.
  mutating func readLoneEncounter(
    _ entry: FHIR.Bundle.Entry, _ identities: [UpstreamIdentity], appointments: Set<UpstreamIdentity>
  ) {
    guard case .encounter(let encounter) = entry.resource.content, entry.resource.modifier == nil else { return }
    let reading = EncounterReading(encounter, in: entry, resolving: self)
    guard reading.fields.state != .none, !reading.appointments.contains(where: appointments.contains) else { return }
    do {
      let fields = try reading.fields.checked
      let life: SyncedLife =
        fields.state == .inProgress
        ? .inProgress(checkIn: fields.checkIn) : .completed(checkIn: fields.checkIn, checkOut: fields.checkOut)
      plan.encounters.append(
        PlannedEncounter(
          identity: identities[0], appointments: reading.appointments, subject: reading.subject,
          workers: fields.workers,
          life: life.life(over: .scheduled, heardAt: now), isVirtual: fields.isVirtual ?? false,
          place: place(of: entry)))
    } catch {
      refuse(error, in: entry)
    }
  }

  /// Plans the visits of an Appointment: one, or one for each of its Practitioners.
  mutating func readAppointment(_ entry: FHIR.Bundle.Entry, _ identities: [UpstreamIdentity]) {
    guard case .appointment(let appointment) = entry.resource.content else { return }
    do {
      try entry.resource.requireNoModifier()
      // A record that was entered in error need not say anything else.
      if try AppointmentStatus(appointment) == .enteredInError {
        plan.withdrawals.append(PlannedWithdrawal(identities: identities, place: place(of: entry)))
      } else {
        let reading = try AppointmentReading(
          appointment, contained: entry.resource.contained, in: entry, resolving: &self)
        for found in reading.notes { note(found.reason, in: entry, path: found.path) }
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
    let parts = PlaceWords.parts(name: fields.placeName, address: fields.address, fields.addressParts)
    let workers: [UpstreamIdentity?] = fields.workers.isEmpty ? [nil] : fields.workers
    let found = try encounters(of: identities[0], fields.client, workers)
    var visits: [PlannedVisit] = []
    for (position, worker) in workers.enumerated() {
      let encounter = found[position]
      // Sync meets the two records one after the other; here both stand side by side.
      if fields.status == .cancelled, let state = encounter?.state, state == .inProgress {
        throw ReadingFault(contradiction: state, to: fields.status)
      }
      var visit = PlannedVisit(
        identities: identities.map { $0.part(position + 1) }, part: position + 1, parts: workers.count,
        client: fields.client, worker: worker, start: fields.plan.start, end: fields.plan.end, address: address,
        addressParts: address == nil ? PostalAddress() : parts ?? PostalAddress(),
        virtual: fields.virtual ?? (encounter?.isVirtual == true ? VirtualPlace() : nil), service: fields.service,
        purpose: fields.purpose, instruction: fields.instruction, note: fields.note,
        life: try SyncedLife.life(fields, encounter).life(over: .scheduled, heardAt: now), place: place)
      visit.former = former(of: reading)
      visits.append(visit)
    }
    return visits
  }

  /// The visit's place where it is not the client's home. The place's zone is the client's, if theirs is not known.
  private mutating func ownAddress(of reading: AppointmentReading) -> String? {
    let (client, address) = (reading.fields.client, reading.fields.address)
    let named = PlaceWords.line(name: reading.fields.placeName, address: address)
    guard case .planned(let position) = people[Person(kind: .client, identity: client)] else { return named }
    if plan.clients[position].zone == nil { plan.clients[position].zone = reading.zone }
    return address != nil && address == plan.clients[position].home(at: reading.fields.plan.start) ? nil : named
  }

  /// What earlier versions read, whose texts must not seem to say something new.
  private func former(of reading: AppointmentReading) -> PlannedVisit.Former {
    var former = reading.former
    if case .planned(let position) = people[Person(kind: .client, identity: reading.fields.client)],
      former.address == plan.clients[position].home(at: reading.fields.plan.start)
    {
      former.address = nil
    }
    if former.address == nil { former.addressParts = PostalAddress() }
    return former
  }

  /// The Encounters of an Appointment's visits: where several workers come, each one's own, else one that names nobody;
  /// where one comes, the first one. What names others, or is a second one, is refused, as sync does.
  private mutating func encounters(
    of appointment: UpstreamIdentity, _ client: UpstreamIdentity, _ workers: [UpstreamIdentity?]
  ) throws(ReadingFault) -> [MappedEncounter?] {
    var own: [Int: (fields: MappedEncounter, place: String)] = [:]
    var anybodys: (fields: MappedEncounter, place: String)?
    for (reading, entry) in encounters[appointment] ?? [] {
      let fields = try reading.fields.checked
      let named = fields.workers.filter { isAtHand(.worker, $0) }
      let isOthersCare = reading.subject.map { isAtHand(.client, $0) && successor(of: $0) != client } ?? false
      let positions = workers.indices.filter { workers[$0].map(named.contains) ?? false }
      let isOfAnybody = named.isEmpty || workers == [nil]
      guard !isOthersCare, isOfAnybody || !positions.isEmpty else {
        refuse(ReadingFault(reason: .encounterOfOthers), in: entry)
        continue
      }
      let this = (fields: fields, place: place(of: entry))
      let rivals = isOfAnybody ? [anybodys] : positions.map { own[$0] }
      if let first = rivals.compactMap({ $0 }).first ?? (workers.count == 1 ? own[0] ?? anybodys : nil) {
        refuse(ReadingFault(reason: .encounterSecond(place: first.place)), in: entry)
      } else if isOfAnybody {
        anybodys = this
      } else {
        for position in positions { own[position] = this }
      }
    }
    return workers.indices.map { (own[$0] ?? anybodys)?.fields }
  }

  /// Whether somebody is in this Bundle, or known from an earlier one. Strangers prove nothing.
  private func isAtHand(_ kind: PersonKind, _ identity: UpstreamIdentity) -> Bool {
    if case .planned = people[Person(kind: kind, identity: identity)] { return true }
    return isKnown(kind, identity)
  }
}
