package import VisitsModel

/// Two people who may be one: one of them came from upstream, the other is here alone.
package struct LikelyPair: Sendable, Hashable {
  /// The id of the person who is here alone.
  package let local: String
  /// The id of the person who came.
  package let upstream: String
  /// The record of the person who came.
  package let record: UpstreamIdentity
  /// Why they may be one.
  package let likeness: Likeness
}

extension StoreReader {
  private struct Person {
    let id: String
    let facts: PersonFacts
    let isActive: Bool
    /// 2: has a record on the server; 1: on another system; 0: is here alone.
    let rank: Int
  }

  /// The pairs of people who may be one, those with most in common first.
  ///
  /// - Parameter server: The base address of the server that sync is with; `nil`: every system counts.
  package func likely(_ kind: PersonKind, on server: String?) throws -> [LikelyPair] {
    let people = try people(kind, on: server)
    // In most agencies everybody comes from upstream.
    guard let highest = people.map(\.rank).max(), people.contains(where: { $0.rank < highest }) else { return [] }
    var byKey: [String: [Int]] = [:]
    for (index, person) in people.enumerated() where person.rank > 0 {
      for key in person.facts.keys { byKey[key, default: []].append(index) }
    }
    var pairs: [LikelyPair] = []
    for person in people where person.rank < highest {
      let near = Set(person.facts.keys.flatMap { byKey[$0] ?? [] }).sorted()
      for other in near.map({ people[$0] }) where other.rank > person.rank && (person.isActive || other.isActive) {
        guard let likeness = Likeness(person.facts, other.facts),
          let record = try record(kind, of: other.id, on: server)
        else { continue }
        pairs.append(LikelyPair(local: person.id, upstream: other.id, record: record, likeness: likeness))
      }
    }
    return pairs.enumerated()
      .sorted { ($1.element.likeness.reasons.count, $0.offset) < ($0.element.likeness.reasons.count, $1.offset) }
      .map(\.element)
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
  /// Under which keys a person is looked up: two who may be one share one of them.
  fileprivate var keys: [String] {
    let name = nameParts.isEmpty ? nil : "name " + nameParts.joined(separator: " ")
    return [name, birthDate.map { "born \($0.daysSince1970)" }, phoneEnd.map { "phone \($0)" }].compactMap(\.self)
  }
}
