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
    if before?.checkIn != visit.life.checkIn { period["start"] = (visit.life.checkIn?.fhirText).map { .string($0) } }
    if before?.checkOut != visit.life.checkOut { period["end"] = (visit.life.checkOut?.fhirText).map { .string($0) } }
    json["period"] = period.members.isEmpty ? nil : period
    if before == nil || present?.visit.client != visit.client { json["subject"] = client.json }
    if before == nil || present?.visit.worker != visit.worker { write(workerInto: &json, present) }
    return json
  }

  private func encounterStatus(_ present: Present?) -> (state: MappedEncounter.State, code: String)? {
    let before = present?.readEncounter
    if before == nil, let present, present.visit.life == visit.life { return nil }
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
    json["class"] = [
      "system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "HH", "display": "home health",
    ]
    json["appointment"] = [["reference": .string(appointment)]]
    return json
  }

  /// What it was called in the transaction that made both means nothing by itself: a server that answered without what it
  /// keeps has left us with that name.
  private func refer(to appointment: String, in json: inout JSONDocument) {
    let own = OwnIdentifier.value(id.rawValue)
    let references = json["appointment", default: []].items
    guard references.contains(where: { $0["reference"]?.string == own }) else { return }
    json["appointment"] = .array(
      references.map { reference in
        var reference = reference
        if reference["reference"]?.string == own { reference["reference"] = .string(appointment) }
        return reference
      })
  }

  private func write(workerInto json: inout JSONDocument, _ present: Present?) {
    var participants = json["participant", default: []].items
    let position = present?.worker.flatMap { old in
      participants.firstIndex { $0["individual"]?["reference"]?.string.flatMap(reader.identity(in:)) == old }
    }
    switch (position, worker) {
    case (let position?, let worker?): participants[position]["individual"] = worker.json
    case (let position?, nil): participants.remove(at: position)
    case (nil, let worker?): participants.append(["individual": worker.json])
    case (nil, nil): break
    }
    json["participant"] = participants.isEmpty ? nil : .array(participants)
  }
}
