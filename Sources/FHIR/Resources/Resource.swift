/// A FHIR R4 resource: what all of them have, what this one says, and the bytes it was read from.
package struct Resource: Sendable, Hashable {
  /// "Appointment", "Patient", …
  package let type: String
  /// The id on the server, or inside the containing resource.
  package let id: String?
  /// What the server says about its copy.
  package let meta: Meta?
  /// Business identifiers; read only for the types that ``Content`` knows.
  package let identifiers: [Identifier]
  /// Resources that exist only inside this one, referred to as "#id".
  package let contained: [Resource]
  /// The typed fields.
  package let content: Content
  /// The first statement that changes the meaning of the resource; read only for the types that ``Content`` knows. A reader
  /// who does not understand it must not use the resource (R4, extensibility, modifierExtension; resource, implicitRules).
  package let modifier: Modifier?
  /// The JSON text as it came, in UTF-8, with everything that the typed fields leave out.
  package let json: [UInt8]

  /// The fields of the types that are read; boxed, because a resource is handed on far more often than it is read.
  package indirect enum Content: Sendable, Hashable {
    /// A booking.
    case appointment(Appointment)
    /// A person who receives care.
    case patient(Patient)
    /// A person who gives care.
    case practitioner(Practitioner)
    /// What such a person does for an organization.
    case practitionerRole(PractitionerRole)
    /// A place.
    case location(Location)
    /// A meeting that takes or took place.
    case encounter(Encounter)
    /// A type that is kept but not read.
    case other
  }

  /// A statement that changes the meaning of the resource that it stands in.
  package struct Modifier: Sendable, Hashable {
    /// The element: modifierExtension or implicitRules.
    package let path: String
    /// The URL of the extension, or of the rules.
    package let url: String

    init?(_ json: JSONView) throws(FHIRProblem) {
      if let rules = try json.string("implicitRules") {
        (path, url) = ("implicitRules", rules)
      } else if let extended = try json.modifierURL {
        (path, url) = ("modifierExtension", extended)
      } else {
        return nil
      }
    }
  }

  /// Reads one resource from its JSON text.
  package init(json bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) throws(FHIRProblem) {
    try self.init(JSONText(bytes, limits: limits).root, json: bytes)
  }

  private init(_ json: JSONView, json bytes: [UInt8], isContained: Bool = false) throws(FHIRProblem) {
    do throws(FHIRProblem) {
      try json.expect(.object)
      try json.requireDistinctNames(deep: true)
      guard let type = try json.string("resourceType") else {
        throw FHIRProblem(path: "resourceType", reason: .missing)
      }
      self.type = type
      id = try json.id("id")
      meta = try json.value("meta")
      content = try Content(json, type: type)
      modifier = content.isKnown ? try Modifier(json) : nil
      identifiers = content.isKnown ? try json.values("identifier") : []
      // R4 forbids contained resources that contain others; what stands there all the same is not read.
      contained = isContained || !content.isKnown ? [] : try Self.contained(in: json)
      self.json = bytes
    } catch {
      throw error.named(by: json)
    }
  }

  private static func contained(in json: JSONView) throws(FHIRProblem) -> [Resource] {
    var contained: [Resource] = []
    let items = try json.array("contained")
    guard items.count <= json.text.limits.contained else {
      throw FHIRProblem(path: "contained", reason: .tooManyContained(limit: json.text.limits.contained))
    }
    for item in items {
      contained.append(try Resource(item, json: item.bytes, isContained: true))
    }
    return contained
  }

  /// "Appointment/abc", or the type alone.
  package var name: String {
    guard let id else { return type }
    return "\(type)/\(id)"
  }
}

extension Resource.Content {
  fileprivate init(_ json: JSONView, type: String) throws(FHIRProblem) {
    switch type {
    case "Appointment": self = .appointment(try Appointment(json))
    case "Patient": self = .patient(try Patient(json))
    case "Practitioner": self = .practitioner(try Practitioner(json))
    case "PractitionerRole": self = .practitionerRole(try PractitionerRole(json))
    case "Encounter": self = .encounter(try Encounter(json))
    case "Location": self = .location(try Location(json))
    default: self = .other
    }
  }

  /// Whether the type is read at all.
  package var isKnown: Bool { self != .other }
}

extension FHIRProblem {
  /// The same problem with the resource's type and id, as far as they can be made out.
  fileprivate func named(by json: JSONView) -> FHIRProblem {
    guard json.index == json.origin else { return self }
    var named = self
    func text(_ name: StaticString) -> String? {
      guard let value = json.member(name), value.kind == .string, let text = try? value.string() else { return nil }
      return Quotation(text, limit: 64, marks: false).description
    }
    if let type = text("resourceType") {
      named.resource = text("id").map { "\(type)/\($0)" } ?? type
    }
    return named
  }
}
