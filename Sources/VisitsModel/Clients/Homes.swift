/// A home of a client.
package struct HomePlace: Sendable, Hashable {
  /// In one line.
  package var address: String?
  /// The parts of that address.
  package var parts: PostalAddress
  /// Where it is on the map.
  package var location: Position?

  /// A home.
  package init(address: String?, parts: PostalAddress = PostalAddress(), location: Position? = nil) {
    self.address = address
    self.parts = parts
    self.location = location
  }
}

/// A home that a client has left, for a time or for good, on a day that upstream has announced.
package struct EarlierHome: Sendable, Hashable, Codable {
  /// How many a client keeps.
  package static let most = 6

  /// When the next home began.
  package var until: Instant
  /// In one line.
  package var address: String?
  /// The parts of that address.
  package var parts: PostalAddress
  /// Where it is on the map.
  package var location: Position?
  /// The same address as upstream writes it. The office may have corrected it here.
  package var said: String?

  /// A home that was left.
  package init(_ home: HomePlace, until: Instant, calledUpstream said: String?) {
    self.until = until
    address = home.address
    parts = home.parts
    location = home.location
    self.said = said
  }

  /// The home itself.
  package var home: HomePlace { HomePlace(address: address, parts: parts, location: location) }
}

/// The homes of a client: those that were left, today's, and those that upstream has announced.
package struct Homes: Sendable, Hashable {
  /// Today's.
  package var home: HomePlace
  /// The facts that change later.
  package var later: [LaterFacts]
  /// Those that were left, in order.
  package var earlier: [EarlierHome]

  /// The homes of a client.
  package init(home: HomePlace, later: [LaterFacts] = [], earlier: [EarlierHome] = []) {
    self.home = home
    self.later = later
    self.earlier = earlier
  }

  /// The home at a moment.
  package func home(at moment: Instant) -> HomePlace {
    if let left = earlier.first(where: { moment < $0.until }) { return left.home }
    guard let facts = later.last(where: { $0.from <= moment && $0.address != nil }) else { return home }
    return home(calledUpstream: facts.address) ?? HomePlace(address: facts.address, parts: facts.addressParts)
  }

  /// Returns the stored home that upstream writes like this. After a stay elsewhere, the office's corrections of it
  /// still hold.
  private func home(calledUpstream said: String?) -> HomePlace? {
    if later.first(where: { $0.address != nil })?.formerAddress == said { return home }
    return earlier.last { $0.said == said }?.home
  }
}

extension PlannedClient {
  /// The home at a moment, in one line, as upstream writes it.
  package func home(at moment: Instant) -> String? {
    if let before = earlier.first(where: { moment < $0.until }) { return before.record.address }
    return later.last { $0.from <= moment && $0.address != nil }?.address ?? address
  }

  /// Returns the homes that the client has left by now. A home that is stored already is returned as it is stored.
  package func earlierHomes(besides stored: [EarlierHome]) -> [EarlierHome] {
    let next = earlier.dropFirst().map(\.record.address) + [address]
    return zip(earlier, next).compactMap { before, next in
      guard let address = before.record.address, address != next else { return nil }
      return stored.first { $0.until == before.until }
        ?? EarlierHome(
          HomePlace(address: address, parts: before.record.addressParts), until: before.until, calledUpstream: address)
    }
  }
}
