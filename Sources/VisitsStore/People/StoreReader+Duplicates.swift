package import VisitsModel

/// Two workers, or two clients, who may be one person. One of them has a record upstream. The other has no record
/// upstream, or only a record on a system other than the agency's server.
package struct LikelyPair: Sendable, Hashable {
  /// The id of the person without a record on the agency's server.
  package let local: String
  /// The id of the person with a record upstream.
  package let upstream: String
  /// The upstream record of the person in ``upstream``.
  package let record: UpstreamIdentity
  /// The reasons why the two may be one person.
  package let likeness: Likeness
}

/// The pairs of workers or clients who may be one person.
package struct LikelyPairs: Sendable, Hashable {
  /// The listed pairs. The pairs with the most reasons come first.
  package var pairs: [LikelyPair] = []
  /// The number of pairs that were found but are not in ``pairs``.
  package var more = 0
}

extension StoreReader {
  /// The maximum number of people with records upstream who share a lookup key (``PersonFacts/keys``). If more people
  /// share a key, for example a placeholder birth date with a common name, the key identifies no person and is ignored.
  private static let mostSharing = 50
  /// The maximum number of pairs that one search compares. In an agency with more candidates, a later search finds the
  /// remaining pairs, after the office has linked the pairs found first.
  private static let mostComparisons = 200_000

  private struct Person {
    let id: String
    let facts: PersonFacts
    let isActive: Bool
    /// The place of the person's records: 2 if a record is on the agency's server, 1 if records are on other systems
    /// only, 0 if the person has no record upstream.
    let rank: Int
  }

  /// Returns the pairs of workers, or of clients, who may be one person. The pairs with the most reasons come first.
  ///
  /// - Parameters:
  ///   - kind: Whether to compare workers or clients.
  ///   - server: The base address of the server that the agency syncs with. If it is `nil`, a record on any system
  ///     counts as a record on the server.
  ///   - limit: The maximum number of pairs to list.
  package func likely(_ kind: PersonKind, on server: String?, limit: Int) throws -> LikelyPairs {
    let people = try people(kind, on: server)
    let likely = Self.likely(among: people).sorted {
      ($1.likeness.reasons.count, $0.local, $0.upstream) < ($0.likeness.reasons.count, $1.local, $1.upstream)
    }
    var result = LikelyPairs()
    for (local, upstream, likeness) in likely.prefix(limit) {
      guard let record = try record(kind, of: people[upstream].id, on: server) else { continue }
      result.pairs.append(
        LikelyPair(local: people[local].id, upstream: people[upstream].id, record: record, likeness: likeness))
    }
    result.more = max(0, likely.count - limit)
    return result
  }

  /// Returns the pairs of people who may be one person. Each pair has the indices of the two in `people`.
  private static func likely(among people: [Person]) -> [(local: Int, upstream: Int, likeness: Likeness)] {
    // In most agencies all people come from upstream, so there is nothing to compare.
    guard let highest = people.map(\.rank).max(), people.contains(where: { $0.rank < highest }) else { return [] }
    var byKey: [String: [Int]] = [:]
    for (index, person) in people.enumerated() where person.rank > 0 {
      for key in person.facts.keys { byKey[key, default: []].append(index) }
    }
    byKey = byKey.filter { $0.value.count <= mostSharing }
    var pairs: [(local: Int, upstream: Int, likeness: Likeness)] = []
    var comparisons = 0
    for (index, person) in people.enumerated() where person.rank < highest {
      for other in Set(person.facts.keys.flatMap { byKey[$0] ?? [] }).sorted() {
        let candidate = people[other]
        guard candidate.rank > person.rank, person.isActive || candidate.isActive else { continue }
        comparisons += 1
        guard comparisons <= mostComparisons else { return pairs }
        guard let likeness = Likeness(person.facts, candidate.facts) else { continue }
        pairs.append((index, other, likeness))
      }
    }
    return pairs
  }

  private func record(_ kind: PersonKind, of id: String, on server: String?) throws -> UpstreamIdentity? {
    let records = try personRecords(kind, id)
    return records.first { $0.system == server } ?? records.first
  }

  private func people(_ kind: PersonKind, on server: String?) throws -> [Person] {
    let birthDate = kind == .client ? "birthDate" : "NULL"
    return try db.all(
      """
      SELECT id, foldedName, phone, \(birthDate), isActive, coalesce((
        SELECT max(CASE WHEN ?1 IS NULL OR system = ?1 THEN 2 ELSE 1 END)
        FROM upstream INDEXED BY upstreamByThing
        WHERE topic = ?2 AND thing = people.id AND value GLOB ?3), 0)
      FROM \(kind.thing.table) AS people
      WHERE NOT EXISTS (SELECT 1 FROM mergedPeople WHERE topic = ?2 AND person = people.id)
      ORDER BY id
      """, [Bound(server), .text(kind.topic), .text(kind.recordType + "/*")]
    ) {
      Person(
        id: $0.text(0),
        facts: PersonFacts(foldedName: $0.text(1), birthDate: $0.dayIfAny(3), phone: $0.textIfAny(2)),
        isActive: $0.truth(4), rank: $0.int(5))
    }
  }
}

extension PersonFacts {
  /// The maximum number of parts of one name that become lookup keys.
  private static let mostParts = 6

  /// The lookup keys of a worker or client. Two people who may be one person have at least one key in common.
  ///
  /// One key is the whole name. Each of the others combines two facts, such as the birth date and one name part,
  /// because many people share a single fact (see ``Likeness``).
  fileprivate var keys: [String] {
    let born = birthDate.map { "born \($0.daysSince1970)" }
    let phone = phoneEnd.map { "phone \($0)" }
    var keys = nameParts.isEmpty ? [] : ["name " + nameParts.joined(separator: " ")]
    if let born, let phone { keys.append("\(born) \(phone)") }
    for part in Set(nameParts.filter { $0.count > 1 }).sorted().prefix(Self.mostParts) {
      for fact in [born, phone].compactMap(\.self) { keys.append("\(fact) name \(part)") }
    }
    return keys
  }
}
