package import VisitsModel

extension SyncLedger {
  /// Under which name it is told that people here may be people upstream.
  private static let subject = "upstream/people"

  /// Notes which people here may be people upstream, so that the office hears of each pair once: what a person has taken
  /// note of is not told again, and what is told is taken back when no pair is left.
  ///
  /// - Parameter pairs: The pairs, each as one word.
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
}

extension StoreReader {
  /// The pairs of people who may be one, each as one word.
  package func duplicatePairs(on server: String?) throws -> [String] {
    try (likely(.worker, on: server) + likely(.client, on: server)).map { "\($0.local)=\($0.upstream)" }
  }

  /// Whether the office is told that people here may be people upstream.
  package func areDuplicatesTold() throws -> Bool {
    try db.first(
      "SELECT 1 FROM problems WHERE kind = 'overruled' AND code = ? AND settledAt IS NULL",
      [.text(SyncProblem.duplicatesCode)]
    ) { _ in true } ?? false
  }
}
