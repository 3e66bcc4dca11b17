import FHIR
import VisitsModel

/// The upstream identities of the resources of one Bundle.
struct UpstreamIdentities {
  /// The system of resources whose Bundle names no server.
  let source: String
  /// Identifiers that several resources of one type share in this Bundle: they identify none of them.
  private var shared: Set<Bearer> = []

  private struct Bearer: Hashable {
    let type: String
    let identity: UpstreamIdentity
  }

  init(of bundle: FHIR.Bundle, source: String) {
    self.source = source
    var bearers: [Bearer: UpstreamIdentity] = [:]
    for entry in bundle.entries {
      guard let address = addresses(of: entry).first else { continue }
      for identity in entry.resource.identifierIdentities {
        let bearer = Bearer(type: entry.resource.type, identity: identity)
        if let other = bearers.updateValue(address, forKey: bearer), other != address { shared.insert(bearer) }
      }
    }
  }

  /// The identities of an entry's resource, the strongest first.
  func identities(of entry: FHIR.Bundle.Entry) throws(ReadingFault) -> [UpstreamIdentity] {
    let resource = entry.resource
    if let address = entry.address, address.type != resource.type || address.id != resource.id ?? address.id {
      throw ReadingFault(reason: .identitiesDiffer(fullURL: address.text, resource: resource.name))
    }
    let all = addresses(of: entry) + unshared(resource.identifierIdentities, type: resource.type)
    guard !all.isEmpty else { throw ReadingFault(reason: .noIdentity) }
    return all
  }

  /// The identities of a contained resource: its id means nothing outside, so only identifiers count.
  func identities(ofContained resource: Resource) throws(ReadingFault) -> [UpstreamIdentity] {
    let all = unshared(resource.identifierIdentities, type: resource.type)
    guard !all.isEmpty else { throw ReadingFault(reason: .containedWithoutIdentifier(type: resource.type)) }
    return all
  }

  /// The identifiers of the resource that it shares with others.
  func sharedIdentifiers(of resource: Resource) -> [UpstreamIdentity] {
    resource.identifierIdentities.filter { shared.contains(Bearer(type: resource.type, identity: $0)) }
  }

  private func addresses(of entry: FHIR.Bundle.Entry) -> [UpstreamIdentity] {
    if let address = entry.address { return [UpstreamIdentity(address, on: source)] }
    var identities: [UpstreamIdentity] = []
    if entry.resource.id != nil { identities.append(UpstreamIdentity(system: source, value: entry.resource.name)) }
    // The system that R4 gives to identifiers that are URIs.
    if let url = entry.fullURL, url.hasPrefix("urn:") {
      identities.append(UpstreamIdentity(system: OwnIdentifier.system, value: url))
    }
    return identities
  }

  private func unshared(_ identities: [UpstreamIdentity], type: String) -> [UpstreamIdentity] {
    var seen: Set<UpstreamIdentity> = []
    return identities.filter {
      seen.insert($0).inserted && !shared.contains(Bearer(type: type, identity: $0))
    }
  }
}
