package import VisitsModel

/// What a text says of a visit, in parts that the office may decide apart: only digests of them are kept.
package struct SaidOfVisit: Sendable, Hashable {
  let digest: String

  /// - Parameter parts: Each part in words; two texts with the same words say the same.
  package init(_ parts: [String]) {
    digest = parts.map { String(UInt64(bitPattern: Fingerprint(Array($0.utf8), requestId: "").low), radix: 36) }
      .joined(separator: " ")
  }

  /// Which parts differ from what was said before.
  package func news(since before: SaidOfVisit) -> Set<Int> { news(since: before.digest) }

  /// Which parts differ from what was said before.
  func news(since before: String?) -> Set<Int> {
    let now = digest.split(separator: " ")
    let before = before?.split(separator: " ") ?? []
    return Set(now.indices.filter { !before.indices.contains($0) || before[$0] != now[$0] })
  }
}

extension StoreReader {
  /// The visit that stands for an identity, and which parts of what is said of it are news.
  package func visit(
    for identity: UpstreamIdentity, saying words: SaidOfVisit
  ) throws -> (id: VisitID, news: Set<Int>)? {
    try db.first(
      "SELECT thing, digest FROM upstream WHERE topic = 'visit' AND system = ? AND value = ? AND part = 1",
      [.text(identity.system), .text(identity.value)]
    ) { (VisitID(rawValue: $0.text(0)), words.news(since: $0.textIfAny(1))) }
  }
}

extension ChangeTransaction {
  /// Keeps which visit an identity stands for, and what was said last of it.
  package func link(_ identity: UpstreamIdentity, to visit: VisitID, saying words: SaidOfVisit) throws {
    try db.run(
      """
      INSERT INTO upstream (topic, system, value, part, thing, digest) VALUES ('visit', ?, ?, 1, ?, ?)
      ON CONFLICT DO UPDATE SET digest = excluded.digest
      """, [.text(identity.system), .text(identity.value), .text(visit.rawValue), .text(words.digest)])
  }
}
