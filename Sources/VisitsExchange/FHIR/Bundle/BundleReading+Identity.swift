import FHIR
import VisitsModel

extension BundleReading {
  /// The identity of a worker or client of this Bundle, if they were not refused.
  func person(
    _ kind: PersonKind, _ entry: FHIR.Bundle.Entry, at path: String
  ) throws(ReadingFault) -> UpstreamIdentity {
    guard let identity = try? identities.identities(of: entry).first else {
      throw ReadingFault(path: path, reason: .refusedItself(place: place(of: entry)))
    }
    if case .refused(let place) = people[Person(kind: kind, identity: identity)] {
      throw ReadingFault(path: path, reason: .refusedItself(place: place))
    }
    return identity
  }

  /// The identity of a contained worker or client: the same identifier always means the same person.
  mutating func contained(
    _ resource: Resource, _ kind: PersonKind, in entry: FHIR.Bundle.Entry, at path: String
  ) throws(ReadingFault) -> UpstreamIdentity {
    do {
      let identities = try identities.identities(ofContained: resource)
      for identity in identities {
        if let known = bearers[Person(kind: kind, identity: identity)] { return known }
      }
      // The id of a contained resource means nothing outside, so it is not passed on.
      let position = try plan(resource, id: nil, identities, place: place(of: entry, path: path))
      people[Person(kind: kind, identity: identities[0])] = .planned(position)
      return identities[0]
    } catch {
      throw ReadingFault(path: path, reason: error.reason)
    }
  }

  /// The client whose record replaces this one, if it is at hand. Records may replace each other in a chain.
  func successor(of client: UpstreamIdentity) -> UpstreamIdentity {
    var current = client
    for _ in 0..<8 {
      guard case .planned(let position) = people[Person(kind: .client, identity: current)],
        let next = plan.clients[position].replacedBy
      else { return current }
      if case .planned = people[Person(kind: .client, identity: next)] {
        current = next
      } else {
        return isKnown(.client, next) ? next : current
      }
    }
    // A circle replaces nothing.
    return client
  }
}
