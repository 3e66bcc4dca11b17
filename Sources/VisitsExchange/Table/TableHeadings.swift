import TableColumns
import VisitsModel

/// Which column stands where in a table.
struct TableHeadings {
  /// What the rows below them are.
  let kind: TableKind
  /// The headings as the table writes them.
  let names: [String]
  private var places: [TableColumn: Int] = [:]
  /// Where columns stand that are not known, and may tell that visits were called off.
  private(set) var cancellations: [Int] = []
  /// The columns that the caller has named.
  private var said: Set<TableColumn> = []

  /// Finds the columns.
  ///
  /// - Parameter mapping: The table's headings by our columns' names; they win over the headings that are known.
  /// - Throws: That a column is missing, stands there twice, or seems to be misspelt.
  init(_ names: [String], of kind: TableKind, mapping: [String: String]) throws(TableFault) {
    self.kind = kind
    self.names = names
    let words = names.map { FoldedCell($0).word }
    try place(mapping, among: words)
    try placeKnown(words)
    if let day = places[.day], places[.date] == nil { places[.date] = day }
    if let code = places[.serviceCode], places[.service] == nil, !said.contains(.serviceCode) {
      places[.service] = code
    }
    placeParts()
    cancellations = kind == .visits ? Self.cancellations(words, but: Set(places.values)) : []
    try demandSpelling(of: words)
    try demandRequired()
  }

  /// Where a column stands, counted from 0; `nil`: nowhere.
  subscript(column: TableColumn) -> Int? { places[column] }

  /// The columns that stand somewhere.
  var columns: [TableColumn] { kind.columns.filter { places[$0] != nil } }

  /// The heading over a column.
  func name(of column: TableColumn) -> String { places[column].map { names[$0] } ?? column.name }

  private mutating func place(_ mapping: [String: String], among words: [String]) throws(TableFault) {
    for (name, heading) in mapping.sorted(by: { $0.key < $1.key }) {
      guard let column = TableColumn.named(FoldedCell(name).word, in: kind) else {
        let known = kind.columns.map(\.name)
        throw .noSuchColumn(name, nearest: Spelling.nearest(to: name, among: known), columns: known)
      }
      guard places[column] == nil else { throw .mappedTwice(column) }
      let found = places(of: heading, among: words)
      guard let place = found.first else {
        throw .noSuchHeading(
          heading, for: column, nearest: Spelling.nearest(to: heading, among: names), headings: names)
      }
      guard found.count == 1 else { throw .severalSuchHeadings(heading, for: column) }
      places[column] = place
      said.insert(column)
    }
  }

  /// Where a heading stands. A number behind it picks one of several: `Begin#2` is the second from the left.
  private func places(of heading: String, among words: [String]) -> [Int] {
    func all(_ heading: String) -> [Int] {
      let word = FoldedCell(heading).word
      // "#" has no letters: it is itself alone.
      return words.indices.filter { word.isEmpty ? names[$0] == heading : words[$0] == word }
    }
    guard !names.contains(heading), let mark = heading.lastIndex(of: "#"),
      let number = Int(heading[mark...].dropFirst()), number > 0
    else { return all(heading) }
    let several = all(String(heading[..<mark]))
    guard several.count > 1 else { return all(heading) }
    return number <= several.count ? [several[number - 1]] : []
  }

  /// Whether nothing tells that the numbers below a heading for durations are minutes: neither its words nor the caller.
  var mayHoldHours: Bool {
    guard let place = places[.minutes], !said.contains(.minutes) else { return false }
    return !FoldedCell(names[place]).word.contains("min")
  }

  private mutating func placeKnown(_ words: [String]) throws(TableFault) {
    let named = places
    let taken = Set(named.values)
    var fallbacks: [(column: TableColumn, place: Int)] = []
    for (place, word) in words.enumerated() where !taken.contains(place) {
      guard let column = TableColumn.named(word, in: kind), named[column] == nil else { continue }
      if column.isFallback(word, in: kind) {
        fallbacks.append((column, place))
      } else {
        try put(column, at: place, words)
      }
    }
    let known = places
    for (column, place) in fallbacks where column.alternatives.allSatisfy({ known[$0] == nil }) {
      try put(column, at: place, words)
    }
  }

  /// Takes a name beside a first name for the last name, and an address beside a city for the street, as spreadsheets
  /// write them.
  private mutating func placeParts() {
    if kind == .visits { return }
    func isAlone(_ whole: TableColumn, beside parts: [TableColumn], without part: TableColumn) -> Bool {
      !said.contains(whole) && places[part] == nil && parts.contains { places[$0] != nil }
    }
    if isAlone(.name, beside: [.givenName], without: .familyName) {
      places[.familyName] = places.removeValue(forKey: .name)
    }
    if isAlone(.address, beside: [.city, .region, .postalCode], without: .street) {
      places[.street] = places.removeValue(forKey: .address)
    }
  }

  private mutating func put(_ column: TableColumn, at place: Int, _ words: [String]) throws(TableFault) {
    guard let other = places[column] else { return places[column] = place }
    let number = words[..<place].count { $0 == words[place] } + 1
    throw .columnTwice(column, names[other], names[place], which: words[other] == words[place] ? number : nil)
  }

  /// A heading that is nearly a known one would be passed over, and its column lost without a word: the cancelled
  /// visits of a column "Statsu" would all take place.
  private func demandSpelling(of words: [String]) throws(TableFault) {
    let taken = Set(places.values)
    for (place, word) in words.enumerated() where !taken.contains(place) && word.utf8.count > 3 {
      guard TableColumn.named(word, in: kind) == nil, !Self.others.contains(word), !isNumbered(word) else {
        continue
      }
      let nearest = TableColumn.words(in: kind).first { known in
        known.utf8.count > 3 && Spelling.isOneEdit(word, known)
          && TableColumn.named(known, in: kind).map { places[$0] == nil } ?? false
      }
      if let nearest, let column = TableColumn.named(nearest, in: kind) {
        let free = kind == .visits ? [TableColumn.note, .service].first { places[$0] == nil } : nil
        throw .misspelt(names[place], nearest: column.heading(of: nearest, in: kind), as: free ?? column)
      }
    }
  }

  private func demandRequired() throws(TableFault) {
    let missing = kind.required.filter { $0.allSatisfy { places[$0] == nil } }
    guard let first = missing.first else { return }
    let words = missing.map { $0[0] == .end ? "end/minutes" : $0[0].name }
    let headings = names.filter { !$0.isEmpty }
    guard let people else { throw .missing(words, example: first[0].name, headings: headings) }
    throw .missingOrPeople(words, example: first[0].name, headings: headings, format: people.rawValue)
  }

  /// Whose table it may be instead of one of visits; `nil` if it has no word for people, or a start of visits.
  private var people: TableKind? {
    guard kind == .visits, places[.start] == nil else { return nil }
    func has(_ columns: [TableColumn]) -> Bool { columns.contains { places[$0] != nil } }
    if has([.client, .clientFirstName, .clientLastName]) { return .clients }
    return has(TableColumn.workers) ? .workers : nil
  }

  /// Whether it is a known heading with a number behind it, one more of its kind: `Notes 2`.
  private func isNumbered(_ word: String) -> Bool {
    let end = word.lastIndex { !("0"..."9").contains($0) }
    guard let end, word.index(after: end) < word.endIndex else { return false }
    return TableColumn.named(String(word[...end]), in: kind) != nil
  }

  /// Honest headings of other columns, one letter away from a date's or a note's. In German a tour is a round of visits,
  /// and a Staat a country; of a client's care some write the start.
  private static let others: Set<String> = [
    "rate", "late", "vote", "votes", "tour", "tours", "care", "side", "ride", "stat", "worked", "staat", "start",
  ]
}

extension TableColumn {
  /// How the known heading is written that is this word.
  fileprivate func heading(of word: String, in kind: TableKind) -> String {
    headings(in: kind).first { FoldedCell($0).word == word } ?? name
  }
}
