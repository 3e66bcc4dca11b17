package import VisitsModel

/// What a text says of a visit, in parts that the office may decide apart: only digests of them are kept.
package struct SaidOfVisit: Sendable, Hashable {
  private let digests: [String?]

  /// - Parameters:
  ///   - parts: Each part in words, `nil` where nothing is said of it; two texts with the same words say the same.
  ///   - plain: The last part, which is kept as it is: one word.
  package init(_ parts: [String?], plain: String? = nil) {
    digests = parts.map { $0.map(Self.digest) } + (plain.map { [$0] } ?? [])
  }

  private init(digests: [String?]) { self.digests = digests }

  private static func digest(_ words: String) -> String {
    String(UInt64(bitPattern: Fingerprint(Array(words.utf8), requestId: "").low), radix: 36)
  }

  /// Some parts alone, as if nothing were said of the others.
  package func only(_ parts: Set<Int>) -> SaidOfVisit {
    SaidOfVisit(digests: digests.indices.map { parts.contains($0) ? digests[$0] : nil })
  }

  /// A part as it is kept; `nil`: nothing is said of it.
  package subscript(part: Int) -> String? { digests.indices.contains(part) ? digests[part] : nil }

  /// Whether a part is said, in the words in which it was told.
  package func repeats(_ part: Int, of told: ToldOfVisit) -> Bool {
    self[part].map { $0 == told[part] } ?? false
  }

  /// Which parts differ from what was said before. What is not said is no news.
  package func news(since before: ToldOfVisit) -> Set<Int> {
    Set(digests.indices.filter { index in digests[index].map { $0 != before[index] } ?? false })
  }

  /// What has been said when this is, too: what it does not touch stays as it was told before.
  func text(since before: ToldOfVisit) -> String {
    (0..<max(digests.count, before.count)).map { self[$0] ?? before[$0] ?? Self.nothing }.joined(separator: " ")
  }

  private static let nothing = digest("")
}

/// What was said of a visit before, as it is kept.
package struct ToldOfVisit: Sendable, Hashable {
  private let digests: [String]

  /// Nothing was said.
  package init() { digests = [] }

  /// What a visit is now, as if that had been said.
  package init(_ said: SaidOfVisit) { self.init(said.text(since: ToldOfVisit())) }

  init(_ text: String?) { digests = text?.split(separator: " ").map(String.init) ?? [] }

  /// How many parts are kept.
  var count: Int { digests.count }

  /// A part as it is kept; `nil`: nothing was ever said of it.
  package subscript(part: Int) -> String? { digests.indices.contains(part) ? digests[part] : nil }
}

extension StoreReader {
  /// The visit that stands for an identity, what was told of it before, and which parts of what is said now are news.
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

  /// What was told of each of the visits that share an identity, in order.
  package func told(of identity: UpstreamIdentity) throws -> [(part: Int, told: ToldOfVisit)] {
    try db.all(
      "SELECT part, digest FROM upstream WHERE topic = 'visit' AND system = ? AND value = ? ORDER BY part",
      [.text(identity.system), .text(identity.value)]
    ) { ($0.int(0), ToldOfVisit($0.textIfAny(1))) }
  }
}

extension ChangeTransaction {
  /// Keeps which visit an identity stands for, and what was said last of it.
  ///
  /// - Parameter told: What was told before, of which stays what is not said now.
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

  /// Has a visit known by another identity of the same system, with what was told of it.
  package func rename(_ identity: UpstreamIdentity, to value: String) throws {
    try db.run(
      "UPDATE upstream SET value = ? WHERE topic = 'visit' AND system = ? AND value = ? AND part = 1",
      [.text(value), .text(identity.system), .text(identity.value)])
  }
}
