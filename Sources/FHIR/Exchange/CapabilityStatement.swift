/// What a server says it is able to do (R4, CapabilityStatement), as far as a sync depends on it.
///
/// What it does not say it is not able to do: a create that was believed safe and was not is worse than a slow one.
package struct CapabilityStatement: Sendable, Hashable {
  /// "4.0.1" of a server for R4.
  package let fhirVersion: String?
  /// The server's name and version, made short and harmless.
  package let software: String?
  /// Whether several writes can be sent as one, all or none.
  package let hasTransactions: Bool
  /// What it can do with each type of resource.
  package let types: [String: TypeAbilities]

  /// What a server can do with resources of one type.
  package struct TypeAbilities: Sendable, Hashable {
    /// How it keeps versions.
    package let versioning: Versioning
    /// Whether a PUT to an id that is not there creates it.
    package let hasUpdateCreate: Bool
    /// Whether it heeds If-None-Exist.
    package let hasConditionalCreate: Bool
    /// read, create, update, search-type, …
    package let interactions: Set<String>

    /// Abilities; the ones of a server that has told of none.
    package init(
      versioning: Versioning = .none, hasUpdateCreate: Bool = false, hasConditionalCreate: Bool = false,
      interactions: Set<String> = []
    ) {
      self.versioning = versioning
      self.hasUpdateCreate = hasUpdateCreate
      self.hasConditionalCreate = hasConditionalCreate
      self.interactions = interactions
    }
  }

  /// How a server keeps the versions of a resource.
  package enum Versioning: String, Sendable, Hashable {
    /// Not at all, or it does not say: an update could overwrite somebody else's without anybody noticing.
    case none = "no-version"
    /// Versions are kept and If-Match is heeded.
    case versioned
    /// The same, and an update without If-Match is refused.
    case required = "versioned-update"
  }

  /// Servers that describe every search of every type have some 100,000 values.
  private static let limits = ReadingLimits(bytes: 32 << 20, values: 1_000_000)

  /// Reads a statement from its JSON text.
  package init(json bytes: [UInt8], limits: ReadingLimits = Self.limits) throws(FHIRProblem) {
    let json = try JSONText(bytes, limits: limits).root
    try json.expect(.object)
    try json.requireDistinctNames(deep: true)
    let type = try json.string("resourceType")
    guard type == "CapabilityStatement" else {
      throw FHIRProblem(reason: .wrongType(expected: "CapabilityStatement", found: type ?? ""))
    }
    fhirVersion = try json.string("fhirVersion")
    software = try json.value("software", Software.self).map { Quotation($0.text, limit: 80, marks: false).description }
    let server = try json.values("rest", Server.self).first { $0.mode == "server" }
    hasTransactions = server?.interactions.contains { $0.code == "transaction" } ?? false
    // A type that is described twice can do what both descriptions grant.
    types = Dictionary((server?.resources ?? []).map { ($0.type, $0.abilities) }) { first, second in
      first == second ? first : TypeAbilities(interactions: first.interactions.intersection(second.interactions))
    }
  }

  /// What the server can do with resources of a type; nothing where it does not name the type.
  package func abilities(with type: String) -> TypeAbilities { types[type] ?? TypeAbilities() }

  private struct Software: JSONReadable {
    let text: String

    init(_ json: JSONView) throws(FHIRProblem) {
      text = [try json.string("name"), try json.string("version")].compactMap(\.self).joined(separator: " ")
    }
  }

  private struct Server: JSONReadable {
    let mode: String?
    let interactions: [Interaction]
    let resources: [ServedType]

    init(_ json: JSONView) throws(FHIRProblem) {
      mode = try json.string("mode")
      interactions = try json.values("interaction")
      resources = try json.values("resource")
    }
  }

  private struct Interaction: JSONReadable {
    let code: String?

    init(_ json: JSONView) throws(FHIRProblem) {
      code = try json.string("code")
    }
  }

  private struct ServedType: JSONReadable {
    let type: String
    let abilities: TypeAbilities

    init(_ json: JSONView) throws(FHIRProblem) {
      type = try json.string("type") ?? ""
      abilities = TypeAbilities(
        versioning: try json.string("versioning").flatMap(Versioning.init) ?? .none,
        hasUpdateCreate: try json.bool("updateCreate") ?? false,
        hasConditionalCreate: try json.bool("conditionalCreate") ?? false,
        interactions: Set(try json.values("interaction", Interaction.self).compactMap(\.code)))
    }
  }
}
