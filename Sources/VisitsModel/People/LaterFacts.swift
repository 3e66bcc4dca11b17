/// The facts of a worker or client that change at a moment which upstream has announced: a stay with the daughter, a new
/// home from the 2nd, a new telephone number (FHIR Period).
package struct LaterFacts: Sendable, Hashable, Codable {
  /// When they begin to hold.
  package var from: Instant
  /// The name; `nil`: it stays. The same holds for the other facts.
  package var name: String?
  /// The parts of that name.
  package var nameParts = NameParts()
  /// The telephone number.
  package var phone: String?
  /// Whom to call.
  package var emergencyContact: String?
  /// Home, in one line.
  package var address: String?
  /// The home before it, as upstream writes it.
  package var formerAddress: String?
  /// The parts of that address.
  package var addressParts = PostalAddress()

  /// Facts that begin to hold at a moment; none is known unless it is set.
  package init(from: Instant) { self.from = from }

  /// The facts of a worker that a record changes at a moment; `nil` if it changes none.
  package init?(from: Instant, _ before: PlannedWorker, _ after: PlannedWorker) {
    self.init(from: from)
    if after.name != before.name { (name, nameParts) = (after.name, after.nameParts) }
    if after.phone != before.phone { phone = after.phone }
    if self == LaterFacts(from: from) { return nil }
  }

  /// The facts of a client that a record changes at a moment; `nil` if it changes none.
  package init?(from: Instant, _ before: PlannedClient, _ after: PlannedClient) {
    self.init(from: from)
    if after.name != before.name { (name, nameParts) = (after.name, after.nameParts) }
    if after.phone != before.phone { phone = after.phone }
    if after.emergencyContact != before.emergencyContact { emergencyContact = after.emergencyContact }
    if after.address != before.address {
      (address, addressParts, formerAddress) = (after.address, after.addressParts, before.address)
    }
    if self == LaterFacts(from: from) { return nil }
  }
}

extension Worker {
  /// Takes over the facts that hold by now.
  ///
  /// - Returns: Whether there were any.
  package mutating func takeEffect(at now: Instant) -> Bool {
    let due = later.prefix { $0.from <= now }
    for facts in due {
      if let name = facts.name { (self.name, nameParts) = (name, facts.nameParts) }
      phone = facts.phone ?? phone
    }
    later.removeFirst(due.count)
    return !due.isEmpty
  }
}

extension Client {
  /// Takes over the facts that hold by now, and remembers the home that the client has left.
  ///
  /// - Returns: Whether there were any.
  package mutating func takeEffect(at now: Instant) -> Bool {
    let due = later.prefix { $0.from <= now }
    for facts in due {
      if let name = facts.name { (self.name, nameParts) = (name, facts.nameParts) }
      phone = facts.phone ?? phone
      emergencyContact = facts.emergencyContact ?? emergencyContact
      if facts.address != nil {
        let next = homes.home(at: facts.from)
        earlierHomes =
          (earlierHomes + [EarlierHome(homes.home, until: facts.from, calledUpstream: facts.formerAddress)])
          .suffix(EarlierHome.most)
        address = next.address
        addressParts = next.parts
        location = next.location
      }
      later.removeFirst()
    }
    return !due.isEmpty
  }

  /// Where the client lives, as far as it is known: before, now and later.
  package var homes: Homes {
    Homes(
      home: HomePlace(address: address, parts: addressParts, location: location), later: later, earlier: earlierHomes)
  }
}
