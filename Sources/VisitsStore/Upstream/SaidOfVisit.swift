package import VisitsModel

/// The values that an imported table or calendar gives for a visit, stored as digests.
///
/// The values are divided into numbered parts, such as the time, the worker and the address. The office can change each
/// part without the others.
package struct SaidOfVisit: Sendable, Hashable {
  private let digests: [String?]

  /// - Parameters:
  ///   - parts: The values of each part as one text; `nil` if the file does not mention the part. Equal texts mean
  ///     equal values.
  ///   - plain: The text of one more part, a single word. It is stored as it is, without a digest.
  package init(_ parts: [String?], plain: String? = nil) {
    digests = parts.map { $0.map(Self.digest) } + (plain.map { [$0] } ?? [])
  }

  private init(digests: [String?]) { self.digests = digests }

  private static func digest(_ words: String) -> String {
    String(UInt64(bitPattern: Fingerprint(Array(words.utf8), requestId: "").low), radix: 36)
  }

  /// Returns only these parts, as if the file did not mention the others.
  package func only(_ parts: Set<Int>) -> SaidOfVisit {
    SaidOfVisit(digests: digests.indices.map { parts.contains($0) ? digests[$0] : nil })
  }

  /// The digest or plain word of a part; `nil` if the file does not mention the part.
  package subscript(part: Int) -> String? { digests.indices.contains(part) ? digests[part] : nil }

  /// Whether the file gives the same values for a part as the earlier imports did; `false` if the file does not mention
  /// the part.
  package func repeats(_ part: Int, of told: ToldOfVisit) -> Bool {
    self[part].map { $0 == told[part] } ?? false
  }

  /// Returns the parts for which the file gives other values than the earlier imports did. Parts that the file does not
  /// mention are left out.
  package func news(since before: ToldOfVisit) -> Set<Int> {
    Set(digests.indices.filter { index in digests[index].map { $0 != before[index] } ?? false })
  }

  /// Returns the text to store after an import. For each part that the file does not mention, it has the digest that an
  /// earlier import stored.
  func text(since before: ToldOfVisit) -> String {
    (0..<max(digests.count, before.count)).map { self[$0] ?? before[$0] ?? Self.nothing }.joined(separator: " ")
  }

  private static let nothing = digest("")
}

/// The values that earlier imports gave for a visit, as stored digests. The values are divided into the parts of
/// ``SaidOfVisit``.
package struct ToldOfVisit: Sendable, Hashable {
  private let digests: [String]

  /// Creates the value for a visit that no import has mentioned.
  package init() { digests = [] }

  /// Creates the value that the store would hold if `said` came from the first import that mentioned the visit.
  package init(_ said: SaidOfVisit) { self.init(said.text(since: ToldOfVisit())) }

  init(_ text: String?) { digests = text?.split(separator: " ").map(String.init) ?? [] }

  /// The number of stored parts.
  var count: Int { digests.count }

  /// The stored digest or plain word of a part; `nil` if no import stored this part.
  package subscript(part: Int) -> String? { digests.indices.contains(part) ? digests[part] : nil }
}

extension StoreReader {
  /// Returns the visit that is linked to an identity; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - identity: The identity of the row or event that the file contains.
  ///   - part: The number of the visit among the visits with this identity, from 1.
  ///   - words: The values that the file gives for the visit.
  /// - Returns: The visit's id, the values that earlier imports gave for it, and the parts for which the file gives
  ///   other values.
  package func visit(
    for identity: UpstreamIdentity, part: Int, saying words: SaidOfVisit
  ) throws -> (id: VisitID, told: ToldOfVisit, news: Set<Int>)? {
    try db.first(
      "SELECT thing, digest FROM upstream WHERE topic = 'visit' AND system = ? AND value = ? AND part = ?",
      [.text(identity.system), .text(identity.value), Bound(part)]
    ) {
      let told = ToldOfVisit($0.textIfAny(1))
      return (VisitID(rawValue: $0.text(0)), told, words.news(since: told))
    }
  }

  /// Returns the values that earlier imports gave for the visits with an identity. Several visits can have one
  /// identity; `part` is the number of the visit among them, and the order of the result.
  package func told(of identity: UpstreamIdentity) throws -> [(part: Int, told: ToldOfVisit)] {
    try db.all(
      "SELECT part, digest FROM upstream WHERE topic = 'visit' AND system = ? AND value = ? ORDER BY part",
      [.text(identity.system), .text(identity.value)]
    ) { ($0.int(0), ToldOfVisit($0.textIfAny(1))) }
  }
}

extension ChangeTransaction {
  /// Links an identity to a visit, and stores the values that the file gives for the visit.
  ///
  /// - Parameters:
  ///   - identity: The identity of the row or event that the file contains.
  ///   - part: The number of the visit among the visits with this identity, from 1.
  ///   - visit: The visit.
  ///   - words: The values that the file gives.
  ///   - told: The values that earlier imports gave. They stay stored where the file does not mention them.
  package func link(
    _ identity: UpstreamIdentity, part: Int, to visit: VisitID, saying words: SaidOfVisit,
    after told: ToldOfVisit = ToldOfVisit()
  ) throws {
    try db.run(
      """
      INSERT INTO upstream (topic, system, value, part, thing, digest) VALUES ('visit', ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET digest = excluded.digest
      """,
      [
        .text(identity.system), .text(identity.value), Bound(part), .text(visit.rawValue),
        .text(words.text(since: told)),
      ])
  }

  /// Replaces the value of a visit's identity with another value of the same system. The digests that imports stored
  /// for the visit stay.
  package func rename(_ identity: UpstreamIdentity, to value: String) throws {
    try db.run(
      "UPDATE upstream SET value = ? WHERE topic = 'visit' AND system = ? AND value = ? AND part = 1",
      [.text(value), .text(identity.system), .text(identity.value)])
  }
}
