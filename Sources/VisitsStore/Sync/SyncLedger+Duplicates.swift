package import VisitsModel

extension SyncLedger {
  /// The subject of the one problem that lists all pairs of people who may be one person.
  private static let subject = "upstream/people"

  /// Updates the problem that lists the pairs of people who may be one person. If the office has acknowledged the
  /// problem, it opens again only for a new pair. Without any pairs, it is settled.
  ///
  /// - Parameter pairs: The pairs that exist now. Each is one word, `local=upstream`, with the ids of the two people.
  package func noteDuplicates(_ pairs: [String], at now: Instant) throws {
    let kind = SyncProblem.Kind.overruled
    guard !pairs.isEmpty else { return try settle(kind, of: Self.subject, by: "upstream", at: now) }
    let told = try db.all(
      "SELECT words, settledAt IS NULL FROM problems WHERE kind = ? AND subject = ?",
      [.text(kind.rawValue), .text(Self.subject)]
    ) { (words: $0.text(0), isOpen: $0.truth(1)) }
    let words = pairs.joined(separator: " ")
    if told.contains(where: \.isOpen) {
      try db.run(
        "UPDATE problems SET words = ? WHERE kind = ? AND subject = ? AND settledAt IS NULL AND words <> ?",
        [.text(words), .text(kind.rawValue), .text(Self.subject), .text(words)])
      return
    }
    let known = Set(told.flatMap { $0.words.split(separator: " ").map(String.init) })
    guard !known.isSuperset(of: pairs) else { return }
    var problem = SyncProblem(kind, Self.subject, words: words)
    problem.code = SyncProblem.duplicatesCode
    try note(problem, at: now)
  }

  /// Removes from this problem all pairs with one of these people, because the office has linked the person.
  package func settleDuplicates(of people: [String], at now: Instant) throws {
    let words = try db.first(
      "SELECT words FROM problems WHERE kind = ? AND subject = ? AND settledAt IS NULL",
      [.text(SyncProblem.Kind.overruled.rawValue), .text(Self.subject)]
    ) { $0.text(0) }
    guard let words else { return }
    let pairs = words.split(separator: " ").map(String.init)
    let left = pairs.filter { pair in !pair.split(separator: "=").contains { people.contains(String($0)) } }
    if left.count < pairs.count { try noteDuplicates(left, at: now) }
  }
}

extension StoreReader {
  /// The maximum number of pairs of workers, and of pairs of clients, that the problem lists.
  private static let mostTold = 200

  /// Returns the pairs of workers, then of clients, who may be one person. Each pair is one word, `local=upstream`. The
  /// pairs with the most reasons come first.
  package func duplicatePairs(on server: String?) throws -> [String] {
    try [PersonKind.worker, .client].flatMap { try likely($0, on: server, limit: Self.mostTold).pairs }
      .map { "\($0.local)=\($0.upstream)" }
  }

  /// Returns the number of pairs of workers or clients who may be one person.
  package func duplicateCount(on server: String?) throws -> Int {
    try [PersonKind.worker, .client].map { try likely($0, on: server, limit: 0).more }.reduce(0, +)
  }

  /// Whether the problem that lists the pairs of people who may be one person is open.
  package func areDuplicatesTold() throws -> Bool {
    try db.first(
      "SELECT 1 FROM problems WHERE kind = 'overruled' AND code = ? AND settledAt IS NULL",
      [.text(SyncProblem.duplicatesCode)]
    ) { _ in true } ?? false
  }
}
