package import VisitsModel

/// Digests of the values that an imported table or calendar gives for a visit. Values that the office can change
/// separately are in separate parts.
package struct SaidOfVisit: Sendable, Hashable {
  private let digests: [String?]

  /// - Parameters:
  ///   - parts: The values of each part as one text; `nil` if the file does not mention the part. Equal texts mean
  ///     equal values.
  ///   - plain: The text of a last part, one word, which is stored without a digest.
  package init(_ parts: [String?], plain: String? = nil) {
    digests = parts.map { $0.map(Self.digest) } + (plain.map { [$0] } ?? [])
  }

  private init(digests: [String?]) { self.digests = digests }

  private static func digest(_ words: String) -> String {
    String(UInt64(bitPattern: Fingerprint(Array(words.utf8), requestId: "").low), radix: 36)
  }

  /// Returns the digests of these parts alone, as if the file did not mention the other parts.
  package func only(_ parts: Set<Int>) -> SaidOfVisit {
    SaidOfVisit(digests: digests.indices.map { parts.contains($0) ? digests[$0] : nil })
  }

  /// The stored form of a part; `nil` if the file does not mention the part.
  package subscript(part: Int) -> String? { digests.indices.contains(part) ? digests[part] : nil }

  /// Whether the file gives a part the same values as the earlier import; `false` if the file does not mention the
  /// part.
  package func repeats(_ part: Int, of told: ToldOfVisit) -> Bool {
    self[part].map { $0 == told[part] } ?? false
  }

  /// Returns the parts whose values differ from the earlier import, without the parts that the file does not mention.
  package func news(since before: ToldOfVisit) -> Set<Int> {
    Set(digests.indices.filter { index in digests[index].map { $0 != before[index] } ?? false })
  }

  /// Returns the text to store: the parts of this value, and the earlier form of each part that the file does not
  /// mention.
  func text(since before: ToldOfVisit) -> String {
    (0..<max(digests.count, before.count)).map { self[$0] ?? before[$0] ?? Self.nothing }.joined(separator: " ")
  }

  private static let nothing = digest("")
}

/// The digests of a visit's values that earlier imports stored.
package struct ToldOfVisit: Sendable, Hashable {
  private let digests: [String]

  /// Creates the value for a visit that no import has mentioned.
  package init() { digests = [] }

  /// Creates the value that the store would hold if `said` came from the first import of the visit.
  package init(_ said: SaidOfVisit) { self.init(said.text(since: ToldOfVisit())) }

  init(_ text: String?) { digests = text?.split(separator: " ").map(String.init) ?? [] }

  /// The number of stored parts.
  var count: Int { digests.count }

  /// The stored form of a part; `nil` if no import has stored this part.
  package subscript(part: Int) -> String? { digests.indices.contains(part) ? digests[part] : nil }
}

extension StoreReader {
  /// Returns the visit of an identity, the digests that earlier imports stored for it, and the parts of `words` that
  /// differ from these digests; `nil` if no visit has the identity.
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

  /// Returns the stored digests of the visits that share an identity, ordered by part.
  package func told(of identity: UpstreamIdentity) throws -> [(part: Int, told: ToldOfVisit)] {
    try db.all(
      "SELECT part, digest FROM upstream WHERE topic = 'visit' AND system = ? AND value = ? ORDER BY part",
      [.text(identity.system), .text(identity.value)]
    ) { ($0.int(0), ToldOfVisit($0.textIfAny(1))) }
  }
}

extension ChangeTransaction {
  /// Links an identity to a visit, and stores the digests of the values that the file gives for it.
  ///
  /// - Parameter told: The digests that earlier imports stored. Parts that the file does not mention stay as they are.
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

  /// Changes the identity of a visit to another value of the same system. The visit's stored digests stay.
  package func rename(_ identity: UpstreamIdentity, to value: String) throws {
    try db.run(
      "UPDATE upstream SET value = ? WHERE topic = 'visit' AND system = ? AND value = ? AND part = 1",
      [.text(value), .text(identity.system), .text(identity.value)])
  }
}
