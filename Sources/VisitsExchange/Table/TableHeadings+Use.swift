import TableColumns
import VisitsModel

extension TableHeadings {
  /// The longest heading that is told, in characters.
  private static let limit = 100

  /// Where columns stand that are not known, and tell by their headings that visits were called off.
  static func cancellations(_ words: [String], but known: Set<Int>) -> [Int] {
    words.indices.filter { place in
      let word = words[place]
      guard !known.contains(place), !word.isEmpty else { return false }
      return (calledOff.contains { word.contains($0) } || word.hasPrefix("void"))
        && !terms.contains { word.contains($0) }
    }
  }

  /// Called off, deleted, in English, German and French.
  private static let calledOff = ["cancel", "delet", "stornier", "storno", "abgesagt", "absage", "annul", "supprim"]
  /// What is agreed on for that case, and what leads to a page.
  private static let terms = [
    "policy", "fee", "notice", "terms", "charge", "deadline", "url", "link", "allowed", "frist",
  ]

  /// Which headings were used, and which were passed over.
  ///
  /// A column of weekdays beside the dates is neither: nobody misses it. Nor is what a table that was written here tells
  /// beside the plan.
  var use: TableUse {
    let used = columns.filter { column in
      switch column {
      case .date: self[.date] != self[.day]
      case .day: self[.date] == self[.day]
      case .serviceCode: self[.service] != self[.serviceCode]
      default: true
      }
    }
    let known = Set(columns.compactMap { self[$0] })
    let words = names.map { FoldedCell($0).word }
    let told = ScheduleTable.told.map { FoldedCell($0).word }
    let isOurs = told.allSatisfy(words.contains)
    let ignored = names.indices.filter { place in
      !known.contains(place) && !names[place].isEmpty && !(isOurs && told.contains(words[place]))
    }
    return TableUse(
      columns: used.map { TableUse.Column(name: $0.rawValue, heading: Self.shortened(name(of: $0))) },
      ignored: ignored.map { Self.shortened(names[$0]) })
  }

  private static func shortened(_ heading: String) -> String {
    heading.count > limit ? heading.prefix(limit - 1) + "…" : heading
  }
}
