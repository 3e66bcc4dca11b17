/// How often one caller has raised one emergency in 24 hours.
package struct RepeatedRaises: Sendable, Hashable {
  /// How many times it was kept.
  package var count: Int
  /// When it was kept last.
  package var last: Instant
  /// When words were kept last.
  package var lastWords: Instant?

  /// So many times.
  package init(count: Int, last: Instant, lastWords: Instant?) {
    self.count = count
    self.last = last
    self.lastWords = lastWords
  }
}

/// What is kept of an emergency that a caller raises without end: it must not fill the disk, and nothing new may be lost.
extension Emergency {
  /// How often a caller raises an emergency before not every time is kept.
  package static let raisesKept = 500
  /// How long the same caller waits until another place is kept, in milliseconds.
  private static let pauseOfPlaces: Int64 = 10_000
  /// How long they wait until a raise that says nothing new is kept, or words for which the note has no room.
  private static let pause: Int64 = 60_000

  /// Whether one more time that it is raised is kept. What others raise does not count, nor does how often they do.
  ///
  /// - Parameters:
  ///   - past: How often the same caller has raised this emergency.
  ///   - now: When it would be kept: what was sent earlier may have waited for its turn behind many.
  package func keeps(_ again: Emergency, after past: RepeatedRaises?, at now: Instant) -> Bool {
    guard acknowledged == nil, let past, past.count >= Self.raisesKept else { return true }
    // Whatever it says: found out without a look at the note, since thousands of them may come in a second.
    if past.lastWords?.isWithin(Self.pause, before: now) == true, past.last.isWithin(Self.pauseOfPlaces, before: now),
      again.note.map({ !hasRoom(for: $0) }) ?? true
    {
      return false
    }
    if let more = again.note, !says(more) {
      return hasRoom(for: more) || past.lastWords?.isWithin(Self.pause, before: now) != true
    }
    let isElsewhere = (again.position ?? position) != position || (again.visit ?? visit) != visit
    return !past.last.isWithin(isElsewhere ? Self.pauseOfPlaces : Self.pause, before: now)
  }

  /// Whether its note has these words already.
  package func says(_ words: String) -> Bool { (note ?? "").holds(words) }

  /// Whether the note takes these words without giving up older ones.
  private func hasRoom(for words: String) -> Bool {
    (note?.unicodeScalars.count ?? 0) + 1 + words.unicodeScalars.count <= Self.noteLimit
  }
}

extension String {
  /// Whether these words stand in this text. The time grows with the sum of both lengths (Knuth, Morris and Pratt):
  /// `contains` takes their product for a text and words of one letter, a third of a second of the writer's for notes of
  /// the longest kind.
  func holds(_ words: String) -> Bool {
    let words = Array(words.utf8)
    guard !words.isEmpty else { return true }
    /// How much of the beginning of the words stands at the end of each of their prefixes, too.
    var borders = [0]
    var matched = 0
    for byte in words.dropFirst() {
      matched = Self.advance(matched, byte, words, borders)
      borders.append(matched)
    }
    matched = 0
    for byte in utf8 {
      matched = Self.advance(matched, byte, words, borders)
      if matched == words.count { return true }
    }
    return false
  }

  /// How much of the words stands at the end of a text that is one byte longer.
  private static func advance(_ matched: Int, _ byte: UInt8, _ words: [UInt8], _ borders: [Int]) -> Int {
    var matched = matched
    while matched > 0, words[matched] != byte { matched = borders[matched - 1] }
    return words[matched] == byte ? matched + 1 : 0
  }
}
