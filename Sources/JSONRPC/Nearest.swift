/// Finds what somebody probably meant to write.
package enum Nearest {
  /// The candidate that `word` was most likely meant to be, if any is near; the first of several.
  ///
  /// Capitals do not count. A key whose last part is exactly right counts as near, whatever its section:
  /// `timeZone` is `agency.timeZone`.
  package static func name(to word: String, among candidates: [String]) -> String? {
    // A longer word is no typing error, and comparing it takes time that a hostile caller must not get.
    guard word.utf8.count <= longestWord else { return nil }
    let wanted = Array(word.lowercased().utf8)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let known = Array(candidate.lowercased().utf8)
      let hasSameEnd = wanted.lastPart == known.lastPart
      let farthest = max(1, min(wanted.count, known.count) / 3)
      // The distance is at least the difference of the lengths.
      guard hasSameEnd || abs(wanted.count - known.count) <= farthest else { continue }
      let distance = hasSameEnd ? min(1, editDistance(wanted, known)) : editDistance(wanted, known)
      if distance <= farthest, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// The longest word, in bytes, for which ``name(to:among:)`` looks for a name.
  package static let longestWord = 64

  /// The same of a method: where there are others of its noun, it is one of these, and `client.add` is not taken for
  /// `visit.add`.
  package static func method(to word: String, among methods: [String]) -> String? {
    let noun = word.lowercased().prefix { $0 != "." } + "."
    let ofNoun = methods.filter { $0.lowercased().hasPrefix(noun) }
    return name(to: word, among: ofNoun.isEmpty ? methods : ofNoun)
  }

  /// How many bytes must be put in, taken out, replaced or swapped with the next to make one of the other.
  static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    // Three rows that change their places: a row of its own for each byte would take longer than the comparison.
    var beforeLast = Array(0...right.count)
    var last = beforeLast
    var current = beforeLast
    for row in left.indices {
      current[0] = row + 1
      for column in right.indices {
        var distance = min(last[column + 1] + 1, current[column] + 1)
        distance = min(distance, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          distance = min(distance, beforeLast[column - 1] + 1)
        }
        current[column + 1] = distance
      }
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[right.count]
  }
}

extension [UInt8] {
  /// What stands behind the last dot.
  fileprivate var lastPart: SubSequence { self[(lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0)...] }
}
