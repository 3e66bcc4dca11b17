/// How near two words are.
enum Spelling {
  /// Whether one letter put in, taken out, replaced or swapped with the next makes one word of the other.
  static func isOneEdit(_ left: String, _ right: String) -> Bool {
    let (short, long) = left.utf8.count <= right.utf8.count ? (left, right) : (right, left)
    guard long.utf8.count - short.utf8.count <= 1, short != long else { return false }
    let (few, many) = (Array(short.utf8), Array(long.utf8))
    let same = zip(few, many).prefix { $0 == $1 }.count
    if few.count < many.count { return few[same...] == many[(same + 1)...] }
    if few[(same + 1)...] == many[(same + 1)...] { return true }
    return same + 1 < few.count && few[same] == many[same + 1] && few[same + 1] == many[same]
      && few[(same + 2)...] == many[(same + 2)...]
  }

  /// The candidate that shares most with `word`, if that is more than half; the first of several.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let wanted = pairs(of: FoldedCell(word).word)
    var best: (candidate: String, likeness: Double)?
    for candidate in candidates {
      let known = pairs(of: FoldedCell(candidate).word)
      guard !wanted.isEmpty, !known.isEmpty else { continue }
      let likeness = Double(2 * wanted.intersection(known).count) / Double(wanted.count + known.count)
      if likeness > 0.5, likeness > best?.likeness ?? 0 { best = (candidate, likeness) }
    }
    return best?.candidate
  }

  /// Every two letters that follow each other, and the first and last with nothing beside them.
  private static func pairs(of word: String) -> Set<[UInt8]> {
    let letters = [0] + word.utf8.prefix(100) + [0]
    return Set(zip(letters, letters.dropFirst()).map { [$0, $1] })
  }
}
