/// Where a client has lived, as far as it was recorded: a visit that was made keeps the home of its day.
package struct HomeHistory: Sendable, Hashable {
  /// A home, from when it was recorded.
  package struct Home: Sendable, Hashable {
    /// When it was recorded.
    package var since: Instant
    /// The address in one line; empty: only its parts are known.
    package var address: String
    /// The parts of the address, as far as they were ever known.
    package var parts: PostalAddress
  }

  /// The homes, the oldest first.
  package private(set) var homes: [Home] = []

  /// No home is known.
  package init() {}

  /// Adds what was recorded later than everything before.
  package mutating func record(_ address: String?, _ parts: PostalAddress, at instant: Instant) {
    guard address != nil || !parts.isEmpty else { return }
    guard let last = homes.indices.last, homes[last].address == address ?? "" else {
      return homes.append(Home(since: instant, address: address ?? "", parts: parts))
    }
    if !parts.isEmpty { homes[last].parts = parts }
  }

  /// Whether the client has moved, as far as that is known.
  package var hasMoved: Bool { homes.contains { $0.address != homes.last?.address } }

  /// The home at a moment; `nil`: it is not known. A client who has never moved lived there before it was recorded, too.
  package func home(at moment: Instant) -> Home? {
    let home = homes.last { $0.since <= moment } ?? (hasMoved ? nil : homes.first)
    return home.flatMap { self.home(called: $0.address) ?? $0 }
  }

  /// The home with an address in one line, with its parts where they were ever known; `nil`: the client never lived there.
  package func home(called address: String) -> Home? {
    homes.last { $0.address == address && !$0.parts.isEmpty } ?? homes.last { $0.address == address }
  }
}
