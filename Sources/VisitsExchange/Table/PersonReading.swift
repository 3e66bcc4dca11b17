import TableColumns
import VisitsModel

/// Reads the rows of a table of workers or of clients.
struct PersonReading: ~Copyable {
  private let orders: DateOrders
  private var cells: TableCells

  /// A reading of rows below these headings, in the light of the whole table.
  init(below headings: TableHeadings, of survey: TableSurvey) {
    cells = TableCells(below: headings)
    orders = survey.orders
  }

  /// The person of a row.
  mutating func person(of record: borrowing RecordScanner, in bytes: Span<UInt8>) throws(RowFault) -> PlannedPerson {
    if let fault = record.fault { throw RowFault(fault) }
    try cells.demandHeadings(over: record, in: bytes)
    var person = PlannedPerson(row: record.row)
    person.id = try id(of: record, in: bytes)
    try readName(of: record, in: bytes, into: &person)
    guard person.id != nil || person.name != nil else { throw RowFault(.noName) }
    person.phone = try cells.name(.phone, limit: 64, of: record, in: bytes)
    person.zone = try cells.zone(of: record, in: bytes)
    person.isActive = try cells.answer(.active, of: record, in: bytes)
    person.locale = try language(of: record, in: bytes)
    person.address = try cells.name(.address, limit: 500, of: record, in: bytes)
    let street = try cells.name(.street, limit: 200, of: record, in: bytes)
    person.addressParts = PostalAddress(
      lines: street.map { [$0] } ?? [],
      city: try cells.name(.city, limit: 100, of: record, in: bytes),
      region: try cells.name(.region, limit: 100, of: record, in: bytes),
      postalCode: try cells.name(.postalCode, limit: 20, of: record, in: bytes))
    person.birthDate = try birthDate(of: record, in: bytes)
    person.emergencyContact = try cells.name(.emergencyContact, limit: 500, of: record, in: bytes)
    person.accessNote = try cells.paragraphs(.accessNote, limit: 2000, of: record, in: bytes)
    return person
  }

  /// The id, in small letters: other programs write them large.
  private func id(of record: borrowing RecordScanner, in bytes: Span<UInt8>) throws(RowFault) -> String? {
    let text = cells.text(.id, of: record, in: bytes)
    if text.isEmpty { return nil }
    let id = text.lowercased()
    guard Slug.isValid(id) else { throw cells.fault(.noID, .id, of: record, in: bytes) }
    return id
  }

  private mutating func readName(
    of record: borrowing RecordScanner, in bytes: Span<UInt8>, into person: inout PlannedPerson
  ) throws(RowFault) {
    let whole = try cells.name(.name, limit: 200, of: record, in: bytes)
    person.givenName = try cells.name(.givenName, limit: 100, of: record, in: bytes)
    person.familyName = try cells.name(.familyName, limit: 99, of: record, in: bytes)
    if let listed = whole.flatMap({ ListedName($0) }) {
      person.givenName = listed.given
      person.familyName = listed.family
      person.name = "\(listed.given) \(listed.family)"
    } else if let whole {
      person.name = whole
    } else {
      let parts = [person.givenName, person.familyName].compactMap { $0 }
      person.name = parts.isEmpty ? nil : parts.joined(separator: " ")
    }
  }

  /// A language as BCP 47 writes it; programs write `en_US` too.
  private func language(of record: borrowing RecordScanner, in bytes: Span<UInt8>) throws(RowFault) -> String? {
    let text = cells.text(.language, of: record, in: bytes)
    if text.isEmpty { return nil }
    let parts = text.split(whereSeparator: { $0 == "_" || $0 == "-" }).map(String.init)
    let tag = ([parts.first.map { $0.lowercased() } ?? ""] + parts.dropFirst()).joined(separator: "-")
    guard isLanguage(tag) else { throw cells.fault(.noLanguage, .language, of: record, in: bytes) }
    return tag
  }

  /// The date of birth. A year of two digits is refused: it would be one of this century.
  private mutating func birthDate(
    of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) -> CareDay? {
    guard cells.fold(.birthDate, of: record, in: bytes) else { return nil }
    let hasWholeYear = cells.folded.bytes.split { !$0.isDigit }.contains { $0.count >= 4 }
    guard hasWholeYear, let written = MomentReader.read(cells.folded), written.secondOfDay ?? 0 == 0 else {
      throw cells.fault(.noDay, .birthDate, of: record, in: bytes)
    }
    switch written.day {
    case .known(let day): return day
    case .numbers(let numbers):
      do {
        return try orders.resolve(numbers)
      } catch {
        throw cells.fault(error, .birthDate, of: record, in: bytes)
      }
    case nil: throw cells.fault(.noDay, .birthDate, of: record, in: bytes)
    }
  }
}
