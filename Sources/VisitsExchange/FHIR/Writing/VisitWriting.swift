package import FHIR
package import VisitsModel

/// What is to stand upstream of a visit. Its records are made by editing those that stand there, so that what we do not
/// know goes back as it came; what is the same on both sides is not touched at all.
package struct VisitWriting: Sendable {
  /// A visit's records as they stand upstream, and what they say.
  package struct Present: Sendable {
    /// The Appointment.
    package var appointment: JSONDocument
    /// What it says.
    package var read: MappedAppointment
    /// The visit's own Encounter; `nil`: there is none.
    package var encounter: JSONDocument?
    /// What that says.
    package var readEncounter: MappedEncounter?
    /// What both say of this visit.
    package var visit: SyncedVisit
    /// Whom the records call the worker of this visit; `nil`: nobody.
    package var worker: UpstreamIdentity?
    /// What else its participants call that worker: two records there may be one worker here.
    package var namesakes: Set<UpstreamIdentity> = []
    /// The other visits of the same Appointment, where several workers come.
    package var others: [Other]

    /// Records with what they say.
    package init(
      appointment: JSONDocument, read: MappedAppointment, encounter: JSONDocument?, readEncounter: MappedEncounter?,
      visit: SyncedVisit, worker: UpstreamIdentity?, others: [Other]
    ) {
      self.appointment = appointment
      self.read = read
      self.encounter = encounter
      self.readEncounter = readEncounter
      self.visit = visit
      self.worker = worker
      self.others = others
    }
  }

  /// Another worker's visit of the same Appointment.
  package struct Other: Sendable {
    /// Where it stands.
    package var life: SyncedLife
    /// Whether an Encounter of its own says so; else the Appointment alone does.
    package var hasEncounter: Bool

    /// A visit that stands so.
    package init(_ life: SyncedLife, hasEncounter: Bool) {
      self.life = life
      self.hasEncounter = hasEncounter
    }
  }

  let id: VisitID
  let visit: SyncedVisit
  let client: UpstreamActor
  let worker: UpstreamActor?
  let reader: UpstreamReader

  /// A visit that is to stand upstream with these people.
  package init(
    _ id: VisitID, _ visit: SyncedVisit, client: UpstreamActor, worker: UpstreamActor?, reader: UpstreamReader
  ) {
    self.id = id
    self.visit = visit
    self.client = client
    self.worker = worker
    self.reader = reader
  }

  /// The Appointment.
  ///
  /// - Parameters:
  ///   - present: What stands there; `nil`: it is new.
  ///   - isOurID: Whether a new one goes to an id of ours; else the server chooses.
  package func appointment(editing present: Present?, isOurID: Bool) -> JSONDocument {
    var json: JSONDocument = present?.appointment ?? ["resourceType": "Appointment"]
    let before = present?.visit
    if present == nil {
      if isOurID { json["id"] = .string(id.rawValue) }
      json["identifier"] = [OwnIdentifier.json(id.rawValue)]
    }
    if before?.life != visit.life || isAgreedOn(present) { json["status"] = .string(status(present).rawValue) }
    write(reasonInto: &json, before)
    if before?.service != visit.service {
      // What was read as the service where no type told it. Left as it was, it would be read as what the visit is about.
      let isDescribed = json["serviceType", default: []].items.isEmpty && json["description"] != nil
      json["serviceType"] = visit.service.map { [["text": .string($0)]] }
      if visit.service == nil || isDescribed { json["description"] = visit.service.map { .string($0) } }
    }
    if before?.purpose != visit.purpose { json["reasonCode"] = visit.purpose.map { [["text": .string($0)]] } }
    if before?.instruction != visit.instruction {
      json["patientInstruction"] = visit.instruction.map { .string($0) }
    }
    if before?.virtual != visit.virtual { VirtualService.write(visit.virtual, into: &json) }
    if before?.plan != visit.plan { write(planInto: &json) }
    if before?.note != visit.note { json["comment"] = visit.note.map { .string($0) } }
    write(participantsInto: &json, present)
    return json
  }

  /// Whether somebody makes a visit now that was only proposed.
  private func isAgreedOn(_ present: Present?) -> Bool {
    guard let present, visit.worker != nil, present.visit.worker == nil else { return false }
    return [.proposed, .pending, .waitlist].contains(present.read.status)
  }

  private func status(_ present: Present?) -> AppointmentStatus {
    let others = present?.others ?? []
    let now = present?.read.status ?? .booked
    switch visit.life {
    // It stays fulfilled for those of whom nothing else says that they were there.
    case .scheduled:
      let isTold = others.allSatisfy { !$0.life.hasHappened || $0.hasEncounter }
      return now != .fulfilled || isTold ? .booked : now
    // Of several workers it is fulfilled once all have come: who has not come yet must not be taken to be done.
    case .inProgress, .completed: return others.allSatisfy(\.life.isSettled) ? .fulfilled : .booked
    case .cancelled: return others.allSatisfy(\.life.isCalledOff) ? .cancelled : now
    case .missed: return others.allSatisfy(\.life.isCalledOff) ? .noshow : now
    case .withdrawn: return now
    }
  }

  private func write(reasonInto json: inout JSONDocument, _ before: SyncedVisit?) {
    let status = json["status"]?.string
    guard status == "cancelled" || status == "noshow" else { return json["cancelationReason"] = nil }
    switch visit.life {
    case _ where before?.life == visit.life: break
    case .cancelled(let reason, _):
      // Kept where just the words of it are ours: upstream's code still says which kind of reason it was.
      json["cancelationReason", default: [:]]["text"] = .string(reason)
    case .missed(let by, let reason):
      let system = "http://terminology.hl7.org/CodeSystem/appointment-cancellation-reason"
      json["cancelationReason"] = [
        "coding": [["system": .string(system), "code": .string(by.code)]], "text": .string(reason),
      ]
    default: break
    }
  }

  private func write(planInto json: inout JSONDocument) {
    let (start, end) = (json["start"], json["end"])
    json["start"] = .string(visit.plan.start.fhirText)
    json["end"] = .string(visit.plan.end.fhirText)
    write(planIntoParticipantsOf: &json, from: start, to: end)
    guard json["minutesDuration"] != nil else { return }
    json["minutesDuration"] = .number(Int(visit.plan.start.milliseconds(to: visit.plan.end) / 60_000))
  }
}

extension SyncedLife {
  /// Whether nothing is left to be done of it.
  fileprivate var isSettled: Bool { hasHappened || isCalledOff }
}

extension MissedBy {
  /// R4's code of who failed.
  fileprivate var code: String {
    switch self {
    case .client: "pat"
    case .worker: "prov"
    case .agency: "other"
    }
  }
}

extension Instant {
  /// As FHIR writes it, in UTC.
  var fhirText: String { FHIRInstant(milliseconds: milliseconds).description }
}
