import FHIR
import VisitsModel

/// Whether a visit is held by video or telephone, as the parts of an Appointment tell it one after the other: the
/// `virtualService` of R5 as an extension, extensions of vendors, coded types, a HealthcareService, a Location or words to
/// call.
struct VirtualReading {
  private var isVirtual = false
  private var link: String?
  /// As earlier versions read it.
  private var former: (isVirtual: Bool, link: String?) = (false, nil)

  /// Nothing yet but what the Appointment itself tells.
  ///
  /// - Parameter contained: The resources inside the Appointment.
  init(_ appointment: Appointment, contained: [Resource]) {
    for part in appointment.extensions where Self.isOfCall(part) { add(Self.link(in: part)) }
    for part in appointment.extensions where Self.isOfMeeting(part) { add(Self.link(in: part), isNew: true) }
    for part in appointment.extensions where Self.isOfCall(part) { add(Self.number(in: part), isNew: true) }
    let concepts = [appointment.appointmentType].compactMap(\.self)
    if concepts.contains(where: { $0.isVirtual || Self.speaksOfCall($0.words) })
      || (appointment.serviceType + appointment.reasonCode).contains(where: \.isVirtual)
    {
      add(nil)
    }
    for reference in appointment.supportingInformation {
      guard let text = reference.reference, text.hasPrefix("#") else { continue }
      let endpoint = contained.first { $0.id.map { $0 == text.dropFirst() } ?? false }?.endpointAddress
      if let call = endpoint.flatMap({ CallLink($0) }) { add(call.text, isNew: true) }
    }
  }

  /// Where the call is; `nil`: somebody comes.
  var place: VirtualPlace? { isVirtual ? VirtualPlace(link: link) : nil }

  /// The same as earlier versions read it.
  var formerPlace: VirtualPlace? { former.isVirtual ? VirtualPlace(link: former.link) : nil }

  /// Takes in a participant of whom the Appointment has just words; whether they tell of a call.
  mutating func read(words: String?) -> Bool {
    guard Self.speaksOfCall(words) else { return false }
    add(nil, isNew: true)
    return true
  }

  /// Takes in a service that takes part.
  ///
  /// - Parameter display: What the Appointment calls it.
  mutating func read(_ service: HealthcareService?, display: String?) {
    let types = service?.types ?? []
    let words = [display, service?.name] + types.map(\.words)
    guard types.contains(where: \.isVirtual) || words.contains(where: Self.speaksOfCall) else { return }
    add(service?.telecom.link)
  }

  /// The call that a HealthcareService is; `nil`: somebody comes, as far as it tells.
  init(_ service: HealthcareService) { read(service, display: nil) }

  /// The call that a Location is; `nil`: it is a place to go to.
  init(_ location: Location) { _ = read(location) }

  /// Takes in a place; whether it is one to call, and no place to go to.
  mutating func read(_ location: Location) -> Bool {
    let isNowhere = location.physicalType?.has(
      code: "vi", system: "http://terminology.hl7.org/CodeSystem/location-physical-type")
    guard isNowhere == true || location.address == nil && Self.speaksOfCall(location.name) else { return false }
    add(location.telecom.link)
    return true
  }

  /// - Parameter isNew: Whether earlier versions did not read it.
  private mutating func add(_ found: String?, isNew: Bool = false) {
    isVirtual = true
    link = link ?? found
    if !isNew { former = (true, former.link ?? found) }
  }

  /// Whether an extension tells of a call: by the last part of its name, since each vendor has its own.
  private static func isOfCall(_ part: Extension) -> Bool {
    guard let name = part.url?.split(separator: "/").last else { return false }
    let folded = FoldedText.fold(String(name)).filter(\.isLetter)
    if folded.contains("deliverychannel") { return speaksOfCall(part.value) }
    let isNamed = ["virtualservice", "virtualvisit", "telehealth", "telemedicine", "videovisit", "videocall"]
      .contains { folded.contains($0) }
    // "is-telehealth" may be false, and "telehealth-consent" says nothing of this visit.
    return isNamed && (part.truth == true || !part.parts.isEmpty || link(in: part) != nil || speaksOfCall(part.value))
  }

  /// Whether an extension has the address of a meeting.
  private static func isOfMeeting(_ part: Extension) -> Bool {
    guard let name = part.url?.split(separator: "/").last, link(in: part) != nil else { return false }
    let folded = FoldedText.fold(String(name)).filter(\.isLetter)
    return ["meetingurl", "meetinglink", "joinurl"].contains { folded.contains($0) }
  }

  /// The number to call that an extension has.
  private static func number(in part: Extension) -> String? {
    if part.system == "phone", let number = part.value.flatMap({ CallLink(number: $0) }) { return number.text }
    return part.parts.lazy.compactMap { number(in: $0) }.first
  }

  private static func link(in part: Extension) -> String? {
    if let link = part.value.flatMap({ CallLink($0) }) { return link.text }
    return part.parts.lazy.compactMap { link(in: $0) }.first
  }

  /// Whether words of a type or a name tell of a call. They are a vendor's own, and few systems code them.
  private static func speaksOfCall(_ words: String?) -> Bool {
    guard let words, words.utf8.count < 500 else { return false }
    let folded = FoldedText.fold(words)
    return [
      "telehealth", "telemedic", "telemediz", "teleconsult", "telekonsult", "telephone", "phone call", "phone visit",
      "video", "virtual",
    ].contains { folded.contains($0) }
  }
}

extension CodeableConcept {
  /// Whether it is a code for care by video or telephone.
  var isVirtual: Bool {
    // Telemedicine consultation with patient; telephone encounter.
    let snomed = ["448337001", "185317003"].contains { has(code: $0, system: "http://snomed.info/sct") }
    return snomed || has(code: "VR", system: "http://terminology.hl7.org/CodeSystem/v3-ActCode")
  }
}

extension [ContactPoint] {
  /// The address of a call: a link before a number.
  fileprivate var link: String? {
    for point in self where point.system == "url" || point.system == "other" {
      if let link = point.value.flatMap({ CallLink($0) }) { return link.text }
    }
    let number = first { $0.system == "phone" }?.value
    return number.flatMap { CallLink(number: $0) }?.text
  }
}

/// An address that can be called without harm: a browser or a telephone opens it.
struct CallLink {
  let text: String

  /// A link; `nil` for anything else, such as a script.
  init?(_ text: String) {
    let text = text.trimmingBlanks
    let schemes = ["https://", "http://", "tel:", "sip:", "sips:"]
    guard text.utf8.count <= 2000, schemes.contains(where: { text.lowercased().hasPrefix($0) }),
      text.unicodeScalars.allSatisfy({ $0.isHarmless && !$0.properties.isWhitespace })
    else { return nil }
    self.text = text
  }

  /// A telephone number.
  init?(number: String) {
    let digits = number.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
    guard digits.count >= 3, digits.utf8.count <= 40 else { return nil }
    text = "tel:\(digits)"
  }
}
