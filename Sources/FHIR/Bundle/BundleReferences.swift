/// Finds what the references inside a Bundle point to (R4, Bundle, "Resolving references in Bundles").
///
/// Stricter than a browser where persons would be mixed up: "Patient/1" of one server is not "Patient/1" of another,
/// and two candidates are no answer. More lenient where only form is at stake: a Bundle without any `fullUrl` resolves
/// by type and id.
package struct BundleReferences: Sendable {
  private let entries: [Bundle.Entry]
  private var byURL: [String: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  private var byNameWithoutServer: [String: [Int]] = [:]
  private var byIdentifier: [IdentifierKey: [Int]] = [:]

  private struct IdentifierKey: Hashable {
    var type: String?
    let system: String?
    let value: String
  }

  /// What a reference points to.
  package enum Target: Sendable, Hashable {
    /// An entry of the Bundle.
    case entry(Bundle.Entry)
    /// A resource inside the referring one.
    case contained(Resource)
    /// A resource that the Bundle does not hold.
    case outside(ResourceAddress)
    /// A resource that the Bundle does not hold, by an identifier of it.
    case named(ResourceName)
    /// Several different resources.
    case several([Bundle.Entry])
    /// Nothing that could be found.
    case nothing
  }

  /// Indexes a Bundle's entries.
  package init(_ bundle: Bundle) {
    entries = bundle.entries
    for (position, entry) in entries.enumerated() {
      let address = entry.address
      if let url = entry.fullURL { Self.add(position, of: entries, to: &byURL[address?.text ?? url, default: []]) }
      if entry.resource.id != nil {
        let name = entry.resource.name
        Self.add(position, of: entries, to: &byName[name, default: []])
        if address == nil { Self.add(position, of: entries, to: &byNameWithoutServer[name, default: []]) }
      }
      for identifier in entry.resource.identifiers {
        guard let value = identifier.value else { continue }
        for type in [nil, entry.resource.type] {
          let key = IdentifierKey(type: type, system: identifier.system, value: value)
          Self.add(position, of: entries, to: &byIdentifier[key, default: []])
        }
      }
    }
  }

  /// Keeps a candidate. Copies of one resource count once, and a few candidates are as good as thousands: a hostile
  /// Bundle must not make each of its references look at each of its entries.
  private static func add(_ position: Int, of entries: [Bundle.Entry], to candidates: inout [Int]) {
    let entry = entries[position]
    let isCopy = candidates.contains {
      entries[$0].resource.name == entry.resource.name && entries[$0].fullURL == entry.fullURL
    }
    if !isCopy && candidates.count < 8 { candidates.append(position) }
  }

  /// What `reference`, which stands in the resource of `entry`, points to.
  package func target(of reference: Reference, in entry: Bundle.Entry) -> Target {
    let found = reference.reference.map { target(of: $0, in: entry) } ?? .nothing
    if case .entry = found { return found }
    if case .contained = found { return found }
    guard let identifier = reference.identifier, let value = identifier.value else { return found }
    let key = IdentifierKey(type: reference.type, system: identifier.system, value: value)
    let named = target(at: byIdentifier[key])
    guard named == .nothing else { return named }
    guard found == .nothing, let system = identifier.system else { return found }
    return .named(ResourceName(type: reference.type, system: system, value: value))
  }

  private func target(of text: String, in entry: Bundle.Entry) -> Target {
    if text.hasPrefix("#") {
      let id = text.dropFirst()
      return entry.resource.contained.first { $0.id.map { $0 == id } ?? false }.map(Target.contained) ?? .nothing
    }
    if let positions = byURL[text] { return target(at: positions) }
    if let search = ConditionalReference(text) {
      let found = target(
        at: byIdentifier[IdentifierKey(type: search.type, system: search.system, value: search.value)])
      guard found == .nothing, let system = search.system else { return found }
      return .named(ResourceName(type: search.type, system: system, value: search.value))
    }
    guard let written = ResourceAddress(text) else { return .nothing }
    let address = ResourceAddress(
      base: written.base ?? entry.address?.base, type: written.type, id: written.id, version: written.version)
    if let positions = byURL[address.text] { return target(at: positions) }
    let name = "\(address.type)/\(address.id)"
    let found = target(at: address.base == nil ? byName[name] : byNameWithoutServer[name])
    return found == .nothing ? .outside(address) : found
  }

  private func target(at candidates: [Int]?) -> Target {
    guard let candidates, let first = candidates.first else { return .nothing }
    return candidates.count == 1 ? .entry(entries[first]) : .several(candidates.map { entries[$0] })
  }
}
