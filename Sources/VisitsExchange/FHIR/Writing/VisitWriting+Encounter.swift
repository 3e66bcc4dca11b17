package import FHIR
import VisitsModel

extension VisitWriting {
  /// The id of a visit's Encounter where it goes to one of ours: the visit's own as version 8, which is for makers to
  /// fill (RFC 9562, 5.8).
  package var encounterID: String { id.encounterUUID }

  /// The Encounter; `nil`: none is needed.
  ///
  /// - Parameters:
  ///   - present: What stands there.
  ///   - appointment: The Appointment as it is to be referred to: "Appointment/17", or its `urn:uuid` in a transaction.
  ///   - isOurID: Whether a new one goes to an id of ours; else the server chooses.
  package func encounter(editing present: Present?, of appointment: String, isOurID: Bool) -> JSONDocument? {
    guard let status = encounterStatus(present) else { return nil }
    var json = present?.encounter ?? new(of: appointment, isOurID: isOurID)
    refer(to: appointment, in: &json)
    let before = present?.readEncounter
    if status.state != before?.state { json["status"] = .string(status.code) }
    var period = json["period", default: [:]]
    // Of an Encounter that has not begun, or not ended, the period tells what was planned: nobody has reported that.
    let hasBegun = before.map { $0.state != .none } ?? false
    let isPlannedEnd = status.state == .finished && before?.state != .finished
    if !hasBegun || before?.checkIn != visit.life.checkIn {
      period["start"] = (visit.life.checkIn?.fhirText).map { .string($0) }
    }
    if isPlannedEnd || !hasBegun || before?.checkOut != visit.life.checkOut {
      period["end"] = (visit.life.checkOut?.fhirText).map { .string($0) }
    }
    json["period"] = period.members.isEmpty ? nil : period
    if before == nil || isOtherClient(in: json, present) { json["subject"] = subject(present) }
    if isOtherWorker(than: before, present) { write(workerInto: &json, present) }
    return json
  }

  /// Whether the Encounter is of somebody else than the visit. The Appointment may have been given to them since.
  private func isOtherClient(in json: JSONDocument, _ present: Present?) -> Bool {
    if present?.visit.client != visit.client { return true }
    guard visit.life.hasHappened, let subject = reader.identity(of: json["subject", default: [:]]) else { return false }
    return subject != present?.read.client && !client.identities(for: reader).contains(subject)
  }

  /// The Patient whom the Appointment names, as long as the visit is theirs: a merge of Patients may be taken back.
  private func subject(_ present: Present?) -> JSONDocument {
    guard let present, present.visit.client == visit.client else { return client.json }
    let actors = (present.appointment["participant"]?.items ?? []).compactMap { $0["actor"] }
    let named = actors.first { actor in
      actor["reference"]?.string?.hasPrefix("#") != true && reader.identity(of: actor) == present.read.client
    }
    return named ?? client.json
  }

  /// Whether somebody else is to stand in the Encounter than does. The Appointment may have been given to them since.
  private func isOtherWorker(than before: MappedEncounter?, _ present: Present?) -> Bool {
    guard let before else { return true }
    if present?.visit.worker != visit.worker { return true }
    guard let worker, visit.life.hasHappened else { return false }
    let own = ([present?.worker] + worker.identities(for: reader)).compactMap(\.self)
    return !before.workers.isEmpty && !before.workers.contains(where: own.contains)
  }

  private func encounterStatus(_ present: Present?) -> (state: MappedEncounter.State, code: String)? {
    let before = present?.readEncounter
    // What the Appointment alone tells needs no Encounter, and none that upstream has not begun, or has taken back.
    if before.map({ $0.state == .none }) ?? true, let present, present.visit.life == visit.life { return nil }
    switch visit.life {
    case .inProgress: return (.inProgress, "in-progress")
    case .completed: return (.finished, "finished")
    case .cancelled(_, let checkIn):
      let hasBegun = checkIn != nil || (before?.state ?? .none) != .none
      return hasBegun ? (.finished, "finished") : nil
    case .scheduled, .missed:
      guard let before, before.state != .none else { return nil }
      return (.none, "entered-in-error")
    case .withdrawn: return nil
    }
  }

  private func new(of appointment: String, isOurID: Bool) -> JSONDocument {
    var json: JSONDocument = ["resourceType": "Encounter"]
    if isOurID { json["id"] = .string(encounterID) }
    json["identifier"] = [OwnIdentifier.json(encounterID)]
    json["status"] = "in-progress"
    let kind = VirtualService.encounterClass(of: visit.virtual)
    json["class"] = [
      "system": .string(VirtualService.system), "code": .string(kind.code), "display": .string(kind.display),
    ]
    json["appointment"] = [["reference": .string(appointment)]]
    return json
  }

  /// What it was called in the transaction that made both means nothing by itself: a server that answered without what it
  /// keeps has left us with that name.
  private func refer(to appointment: String, in json: inout JSONDocument) {
    let own = OwnIdentifier.value(id.rawValue)
    let references = json["appointment", default: []].items
    json["appointment"] =
      references.isEmpty
      ? nil
      : .array(
        references.map { reference in
          var reference = reference
          let text = reference["reference"]?.string
          // The one record that it belongs to may have come back under another id.
          let isGone = references.count == 1 && text.flatMap(reader.identity(in:)) != reader.identity(in: appointment)
          if text == own || isGone { reference["reference"] = .string(appointment) }
          return reference
        })
  }

  /// The one of whom the Encounter tells where the Appointment names somebody else by now; who else takes part stays.
  private func formerWorker(in participants: [JSONDocument], _ present: Present?) -> Int? {
    guard present?.others.isEmpty ?? true else { return nil }
    let practitioners = participants.indices.filter { index in
      let text = participants[index]["individual"]?["reference"]?.string
      return text.flatMap { ResourceAddress($0) }?.type == "Practitioner"
    }
    return practitioners.count == 1 ? practitioners[0] : nil
  }

  private func write(workerInto json: inout JSONDocument, _ present: Present?) {
    var participants = json["participant", default: []].items
    let position =
      (present?.worker).flatMap { old in
        participants.firstIndex { $0["individual"]?["reference"]?.string.flatMap(reader.identity(in:)) == old }
      } ?? formerWorker(in: participants, present)
    switch (position, worker) {
    case (let position?, let worker?): participants[position]["individual"] = worker.json
    case (let position?, nil): participants.remove(at: position)
    case (nil, let worker?): participants.append(["individual": worker.json])
    case (nil, nil): break
    }
    json["participant"] = participants.isEmpty ? nil : .array(participants)
  }
}
