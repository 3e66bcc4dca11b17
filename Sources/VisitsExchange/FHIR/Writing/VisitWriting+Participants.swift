package import FHIR
package import VisitsModel

extension VisitWriting {
  /// The times of participants who were there all the time follow the visit's.
  func write(planIntoParticipantsOf json: inout JSONDocument, from start: JSONDocument?, to end: JSONDocument?) {
    func isSame(_ text: JSONDocument?, _ other: JSONDocument?) -> Bool {
      guard let text = text?.string, let other = other?.string else { return false }
      return (try? FHIRInstant(text)).map { (try? FHIRInstant(other)) == $0 } ?? false
    }
    guard let participants = json["participant"]?.items, !participants.isEmpty else { return }
    json["participant"] = .array(
      participants.map { participant in
        guard let period = participant["period"] else { return participant }
        var moved = participant
        if isSame(period["start"], start) {
          moved["period", default: [:]]["start"] = .string(visit.plan.start.fhirText)
        }
        if isSame(period["end"], end) { moved["period", default: [:]]["end"] = .string(visit.plan.end.fhirText) }
        return moved
      })
  }

  /// Client, worker and place among those who take part; everybody else stays where they are.
  func write(participantsInto json: inout JSONDocument, _ present: Present?) {
    let before = present?.visit
    var participants = json["participant", default: []].items
    if before?.client != visit.client {
      replace(Set([present?.read.client].compactMap(\.self)), by: client, in: &participants, json)
    }
    var own = present?.workers ?? []
    if before == nil || before?.worker != visit.worker {
      let called = names(of: own, in: participants, json)
      replace(own, by: worker, in: &participants, json)
      if before?.worker != nil {
        removeStandIns(of: own, called, isAlone: present?.others.isEmpty ?? true, &participants, json)
      }
      own = Set([worker.flatMap { reader.identity(ofParticipant: ["actor": $0.json], in: json) }].compactMap(\.self))
    }
    if let present, !present.others.isEmpty, visit.life.isCalledOff != present.isCalledOff {
      answer(visit.life.isCalledOff ? "declined" : "accepted", of: own, in: &participants, json)
    }
    if before?.address != visit.address { write(placeInto: &json, &participants) }
    json["participant"] = .array(participants)
  }

  /// Puts somebody in the place of somebody else, who may take part under several identities; where there was nobody, at
  /// the end.
  private func replace(
    _ old: Set<UpstreamIdentity>, by new: UpstreamActor?, in participants: inout [JSONDocument], _ json: JSONDocument
  ) {
    let positions = participants.indices.filter { isOne(of: old, participants[$0], in: json) }
    for position in positions.dropFirst().reversed() { participants.remove(at: position) }
    switch (positions.first, new) {
    case (let position?, let new?):
      participants[position]["actor"] = new.json
      participants[position]["status"] = "accepted"
    case (let position?, nil): participants.remove(at: position)
    case (nil, let new?): participants.append(["actor": new.json, "status": "accepted"])
    case (nil, nil): break
    }
  }

  /// Removes the other participants that stand for a worker who does not come any more: further entries of the same
  /// Practitioner, and roles. Of several workers a role is theirs if it bears their name.
  private func removeStandIns(
    of old: Set<UpstreamIdentity>, _ names: Set<String>, isAlone: Bool, _ participants: inout [JSONDocument],
    _ json: JSONDocument
  ) {
    participants.removeAll { participant in
      if isOne(of: old, participant, in: json) { return true }
      guard Self.isRole(participant) else { return false }
      return isAlone || participant["actor"]?["display"]?.string.map { names.contains(FoldedText.fold($0)) } ?? false
    }
  }

  /// How the participants that are somebody call them.
  private func names(
    of old: Set<UpstreamIdentity>, in participants: [JSONDocument], _ json: JSONDocument
  ) -> Set<String> {
    let own = participants.filter { isOne(of: old, $0, in: json) }
    return Set(own.compactMap { $0["actor"]?["display"]?.string }.map(FoldedText.fold))
  }

  /// Whether a participant is a PractitionerRole that stands elsewhere and takes part.
  static func isRole(_ participant: JSONDocument) -> Bool {
    let actor = participant["actor"]
    let type = (actor?["reference"]?.string).flatMap { ResourceAddress($0) }?.type ?? actor?["type"]?.string
    return type == "PractitionerRole" && participant["status"]?.string != "declined"
      && participant["required"]?.string != "information-only"
  }

  /// Whether an Appointment of ours names a role. Beside the workers of several visits nobody could tell whose it is.
  package static func namesRole(_ appointment: JSONDocument) -> Bool {
    (appointment["participant"]?.items ?? []).contains(where: isRole)
  }

  private func answer(
    _ status: String, of worker: Set<UpstreamIdentity>, in participants: inout [JSONDocument], _ json: JSONDocument
  ) {
    // A worker who takes part twice does not come at all, or comes: the other answer would contradict this one.
    for position in participants.indices where isOne(of: worker, participants[position], in: json) {
      participants[position]["status"] = .string(status)
    }
  }

  private func isOne(of identities: Set<UpstreamIdentity>, _ participant: JSONDocument, in json: JSONDocument) -> Bool {
    reader.identity(ofParticipant: participant, in: json).map(identities.contains) ?? false
  }

  /// A place of the visit's own is told inside of the Appointment; without one it is the client's home.
  private func write(placeInto json: inout JSONDocument, _ participants: inout [JSONDocument]) {
    let own = "visit-place"
    participants.removeAll { participant in
      guard let text = participant["actor"]?["reference"]?.string else { return Self.isNamedPlace(participant) }
      return text == "#\(own)" || ResourceAddress(text)?.type == "Location" || isContainedPlace(text, in: json)
    }
    var contained = json["contained", default: []].items.filter { $0["resourceType"]?.string != "Location" }
    if let address = visit.address {
      contained.append(
        ["resourceType": "Location", "id": .string(own), "address": Self.json(address, visit.addressParts)])
      participants.append(["actor": ["reference": .string("#\(own)")], "status": "accepted"])
    }
    json["contained"] = contained.isEmpty ? nil : .array(contained)
  }

  /// Whether a participant is a place that has just a name.
  private static func isNamedPlace(_ participant: JSONDocument) -> Bool {
    let codes = (participant["type"]?.items ?? []).flatMap { $0["coding"]?.items ?? [] }.compactMap {
      $0["code"]?.string
    }
    guard participant["actor"]?["identifier"] == nil, participant["actor"]?["display"] != nil else { return false }
    return participant["actor"]?["type"]?.string == "Location" || codes.contains("LOC")
  }

  /// An address, with its parts where they are known: lines only if they make the address as it is shown.
  private static func json(_ line: String, _ parts: PostalAddress) -> JSONDocument {
    var json: JSONDocument = ["text": .string(line)]
    if line == parts.street { json["line"] = .array(parts.lines.map { .string($0) }) }
    json["city"] = parts.city.map { .string($0) }
    json["district"] = parts.district.map { .string($0) }
    json["state"] = parts.region.map { .string($0) }
    json["postalCode"] = parts.postalCode.map { .string($0) }
    json["country"] = parts.country.map { .string($0) }
    return json
  }

  private func isContainedPlace(_ text: String, in json: JSONDocument) -> Bool {
    guard text.hasPrefix("#") else { return false }
    return (json["contained"]?.items ?? []).contains {
      $0["id"]?.string == String(text.dropFirst()) && $0["resourceType"]?.string == "Location"
    }
  }
}

extension UpstreamReader {
  /// The identity of a participant of an Appointment that is edited, as it is read.
  ///
  /// - Parameter json: The Appointment, with what it contains.
  package func identity(ofParticipant participant: JSONDocument, in json: JSONDocument) -> UpstreamIdentity? {
    guard let actor = participant["actor"] else { return nil }
    guard let text = actor["reference"]?.string, text.hasPrefix("#"),
      let contained = json["contained"]?.items.first(where: { $0["id"]?.string == String(text.dropFirst()) })
    else { return identity(of: actor) }
    if contained["resourceType"]?.string == "PractitionerRole" {
      return contained["practitioner"].flatMap(identity(of:))
    }
    return contained["identifier"]?.items.lazy.compactMap { UpstreamIdentity($0) }.first
  }
}

extension VisitWriting.Present {
  /// All that its participants call the worker of this visit.
  fileprivate var workers: Set<UpstreamIdentity> { worker.map { namesakes.union([$0]) } ?? [] }

  /// Whether upstream says that nobody comes any more: of one of several workers by their answer.
  fileprivate var isCalledOff: Bool {
    visit.life.isCalledOff || worker != nil && !read.workers.contains(where: workers.contains)
  }
}
