package import FHIR
package import VisitsModel

/// An emergency as a Flag that stands by the worker (R4, Flag).
package struct FlagWriting: Sendable {
  /// Extensions of ours; what they are called is part of the mapping.
  enum Extension {
    static let note = "urn:visits:emergency:note"
    static let position = "http://hl7.org/fhir/StructureDefinition/geolocation"
    static let acknowledgement = "urn:visits:emergency:acknowledgement"
    static let resolution = "urn:visits:emergency:resolution"
    static let visit = "urn:visits:emergency:visit"
  }

  let emergency: Emergency
  let worker: UpstreamActor

  /// An emergency of a worker.
  package init(_ emergency: Emergency, worker: UpstreamActor) {
    self.emergency = emergency
    self.worker = worker
  }

  /// The Flag.
  ///
  /// - Parameters:
  ///   - form: All that is known, or just that this worker needs help.
  ///   - present: What stands upstream; `nil`: it is new.
  ///   - visit: The Appointment of the visit during which it was raised, where upstream has it.
  ///   - isOurID: Whether a new one goes to an id of ours; else the server chooses.
  package func json(
    _ form: ExpressLane.Form, editing present: JSONDocument?, visit: RecordAddress?, isOurID: Bool
  ) -> JSONDocument {
    var json: JSONDocument = present ?? ["resourceType": "Flag"]
    if present == nil {
      if isOurID { json["id"] = .string(emergency.id.rawValue) }
      json["identifier"] = [OwnIdentifier.json(emergency.id.rawValue)]
    }
    json["status"] = .string(emergency.isOpen ? "active" : "inactive")
    if present == nil { json["code"] = ["text": "Emergency"] }
    if present == nil || worker.replaces(json["subject"]) { json["subject"] = worker.json }
    guard form == .whole else { return json }
    if present == nil {
      json["category"] = [
        ["coding": [["system": "http://terminology.hl7.org/CodeSystem/flag-category", "code": "safety"]]]
      ]
    }
    if present == nil || worker.replaces(json["author"]) { json["author"] = worker.json }
    json["period", default: [:]]["start"] = .string(emergency.since.fhirText)
    json["period", default: [:]]["end"] = (emergency.resolved?.at.fhirText).map { .string($0) }
    let foreign = json["extension", default: []].items.filter { !Self.isOurs($0) }
    let all = foreign + extensions(visit)
    json["extension"] = all.isEmpty ? nil : .array(all)
    return json
  }

  private static func isOurs(_ json: JSONDocument) -> Bool {
    guard let url = json["url"]?.string else { return false }
    return url.hasPrefix("urn:visits:emergency:") || url == Extension.position
  }

  private func extensions(_ visit: RecordAddress?) -> [JSONDocument] {
    var all: [JSONDocument] = []
    if let note = emergency.note { all.append(["url": .string(Extension.note), "valueString": .string(note)]) }
    if let position = emergency.position {
      let parts: [JSONDocument] = [
        ["url": "latitude", "valueDecimal": .scalar(text: "\(position.latitude)")],
        ["url": "longitude", "valueDecimal": .scalar(text: "\(position.longitude)")],
      ]
      all.append(["url": .string(Extension.position), "extension": .array(parts)])
    }
    if let visit {
      let reference: JSONDocument = ["reference": .string("\(visit.type)/\(visit.id)")]
      all.append(["url": .string(Extension.visit), "valueReference": reference])
    }
    all += [(Extension.acknowledgement, emergency.acknowledged), (Extension.resolution, emergency.resolved)]
      .compactMap { url, handling in handling.map { extensionOf($0, url) } }
    return all
  }

  private func extensionOf(_ handling: Emergency.Handling, _ url: String) -> JSONDocument {
    var parts: [JSONDocument] = [
      ["url": "at", "valueDateTime": .string(handling.at.fhirText)],
      ["url": "by", "valueString": .string(handling.by)],
    ]
    if let note = handling.note { parts.append(["url": "note", "valueString": .string(note)]) }
    return ["url": .string(url), "extension": .array(parts)]
  }
}

/// What a Flag of ours says, to be known when it is met upstream.
package struct MappedFlag: Sendable, Hashable, Codable {
  /// Whether somebody still needs help.
  package var isActive: Bool
  /// What we say of it beside, as JSON text, each extension by itself.
  package var said: [String]
  /// Latitude and longitude in degrees; empty: where it is is not said. As numbers, since a server may write them
  /// otherwise than we did.
  package var position: [Double]

  /// Reads a Flag.
  package init(_ json: JSONDocument) {
    isActive = json["status"]?.string == "active"
    let extensions = json["extension"]?.items ?? []
    said =
      extensions.filter { $0["url"]?.string?.hasPrefix("urn:visits:emergency:") == true }
      .map { String(decoding: $0.json, as: UTF8.self) }
    let place = extensions.first { $0["url"]?.string == FlagWriting.Extension.position }?["extension"]
    position = ["latitude", "longitude"].compactMap { name in
      let part = place?.items.first { $0["url"]?.string == name }
      guard case .scalar(let text) = part?["valueDecimal"] else { return nil }
      return Double(text)
    }
  }
}
