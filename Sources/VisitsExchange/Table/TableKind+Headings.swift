import TableColumns

extension TableKind {
  /// Creates the kind that the headings of a table, and the columns that the caller has named, stand for; `nil` if they
  /// stand for none.
  ///
  /// Tables of visits have a start or a date. A table of workers may have their addresses, so a word for workers or
  /// clients counts more than an address. A table with a heading that is not known is one of people only if it has a
  /// column that only people have: the heading may stand over the start of visits.
  ///
  /// - Parameter mapping: The table's headings by our columns' names.
  init?(headings: [String], mapping: [String: String]) {
    let mapped = Set(mapping.values.map { FoldedCell($0).word })
    let free = headings.map { FoldedCell($0).word }.filter { !$0.isEmpty && !mapped.contains($0) }
    let words = free + mapping.keys.map { FoldedCell($0).word }
    func has(_ columns: Set<TableColumn>, in kind: TableKind) -> Bool {
      words.contains { TableColumn.named($0, in: kind).map { columns.contains($0) } ?? false }
    }
    let isOfPeople =
      Self.people.contains { has($0.ofPeopleAlone, in: $0) }
      || words.allSatisfy { word in Self.people.contains { TableColumn.named(word, in: $0) != nil } }
    let isOfClients = has([.client, .clientFirstName, .clientLastName], in: .visits)
    let isOfWorkers = has(Set(TableColumn.workers), in: .visits)
    let tellsOfHome = has(
      [.address, .street, .city, .region, .postalCode, .birthDate, .emergencyContact, .accessNote], in: .clients)
    let isOfVisits = has(
      [.start, .date, .day, .end, .endDate, .minutes, .hours, .serviceCode, .cancelled, .allDay], in: .visits)
    switch (isOfClients, isOfWorkers) {
    case _ where isOfVisits: self = .visits
    case (true, true) where !tellsOfHome && !has([.phone], in: .clients): self = .visits
    case (true, _): self = isOfPeople ? .clients : .visits
    case (false, true): self = isOfPeople ? .workers : .visits
    case (false, false) where tellsOfHome: self = .clients
    case (false, false): return nil
    }
  }

  private static let people: [TableKind] = [.workers, .clients]

  /// The columns of such a table that tell of people, and that no table of visits has; a name is none of them.
  private var ofPeopleAlone: Set<TableColumn> {
    Set(columns).subtracting(TableKind.visits.columns).subtracting([.name, .givenName, .familyName])
  }
}
