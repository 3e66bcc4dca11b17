import TableColumns

extension TableKind {
  /// Creates the kind that the headings of a table, and the columns that the caller has named, stand for; `nil` if they
  /// stand for none.
  ///
  /// Tables of visits have a start or a date. A table of workers may have their addresses, so a word for workers or
  /// clients counts more than an address.
  init?(headings: [String], named columns: [String]) {
    let words = (headings + columns).map { FoldedCell($0).word }
    func has(_ columns: Set<TableColumn>, in kind: TableKind) -> Bool {
      words.contains { TableColumn.named($0, in: kind).map { columns.contains($0) } ?? false }
    }
    let isOfClients = has([.client, .clientFirstName, .clientLastName], in: .visits)
    let isOfWorkers = has(Set(TableColumn.workers), in: .visits)
    let tellsOfHome = has(
      [.address, .street, .city, .region, .postalCode, .birthDate, .emergencyContact, .accessNote], in: .clients)
    let isOfVisits = has([.start, .date, .day, .end, .minutes], in: .visits)
    switch (isOfClients, isOfWorkers) {
    case _ where isOfVisits: self = .visits
    case (true, true) where !tellsOfHome && !has([.phone], in: .clients): self = .visits
    case (true, _): self = .clients
    case (false, true): self = .workers
    case (false, false) where tellsOfHome: self = .clients
    case (false, false): return nil
    }
  }
}
