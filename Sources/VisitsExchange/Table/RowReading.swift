import FHIR
import TableColumns
import VisitsModel

/// Reads the rows below the headings.
struct RowReading: ~Copyable {
  let orders: DateOrders
  let hours: HoursAmongTimes
  /// A duration of the table that is too short to be one in minutes.
  let shortDuration: HoursAmongTimes.Cell?
  var cells: TableCells

  /// A reading of rows below these headings, in the light of the whole table.
  init(below headings: TableHeadings, of survey: TableSurvey) {
    cells = TableCells(below: headings)
    orders = survey.orders
    hours = survey.hours
    shortDuration = survey.shortDuration
  }

  /// The visit of a row.
  mutating func entry(of record: borrowing RecordScanner, in bytes: Span<UInt8>) throws(RowFault) -> PlannedEntry {
    if let fault = record.fault { throw RowFault(fault) }
    try cells.demandHeadings(over: record, in: bytes)
    guard
      let client = try person(
        .client, .clientFirstName, .clientLastName, of: record, in: bytes)
    else { throw RowFault(.noClient) }
    let isCancelled = try isCancelled(record, in: bytes)
    try demandTimes(record, in: bytes)
    let start = try start(of: record, in: bytes)
    let end = try end(of: record, in: bytes, start: start)
    let zone = try cells.zone(of: record, in: bytes)
    let worker = try person(.worker, .workerFirstName, .workerLastName, of: record, in: bytes)
    let isOpen = worker.map { CellWords.isOpen(FoldedCell($0)) } ?? false
    return PlannedEntry(
      place: .row(record.row),
      identity: try cells.identity(of: record, in: bytes),
      client: client,
      worker: isOpen ? nil : worker,
      isOpen: isOpen,
      start: start.time(zone: zone),
      end: end.planned(zone: zone),
      address: try cells.name(.address, limit: 500, of: record, in: bytes),
      service: try cells.name(.service, limit: 200, of: record, in: bytes),
      serviceCode: try serviceCode(of: record, in: bytes),
      note: try cells.paragraphs(.note, limit: 4000, of: record, in: bytes),
      isCancelled: isCancelled)
  }

  private mutating func person(
    _ whole: TableColumn, _ first: TableColumn, _ last: TableColumn, of record: borrowing RecordScanner,
    in bytes: Span<UInt8>
  ) throws(RowFault) -> String? {
    if let name = try cells.name(whole, of: record, in: bytes) { return name }
    let firstName = try cells.name(first, of: record, in: bytes)
    let lastName = try cells.name(last, of: record, in: bytes)
    guard let firstName, let lastName else { return firstName ?? lastName }
    return cells.share("\(firstName) \(lastName)")
  }

  private mutating func isCancelled(
    _ record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) -> Bool? {
    let isCalledOff = try cells.answer(.cancelled, of: record, in: bytes)
    guard cells.fold(.status, of: record, in: bytes) else {
      if isCalledOff != true { try demandNoCancellation(record, in: bytes) }
      return isCalledOff
    }
    switch CellWords.status(cells.folded) {
    case .planned:
      if isCalledOff != true { try demandNoCancellation(record, in: bytes) }
      return isCalledOff ?? false
    case .cancelled: return true
    case .happened: throw fault(.happened, .status, of: record, in: bytes)
    case nil: throw fault(.unknownStatus, .status, of: record, in: bytes)
    }
  }

  /// Refuses a row in which something stands under a heading such as "Cancellation Reason" that is not known.
  private mutating func demandNoCancellation(
    _ record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) {
    for place in cells.headings.cancellations where place < record.cells.count {
      let text = RecordScanner.text(record.cells[place], in: bytes)
      let cell = FoldedCell(text)
      if cell.word.isEmpty || CellWords.isYes(cell) == false || CellWords.isNothing(cell) { continue }
      throw RowFault(.mayBeCancelled, heading: cells.headings.names[place], text: text)
    }
  }

  /// Refuses what has no times: a calendar's day off is no visit from midnight to midnight.
  private mutating func demandTimes(_ record: borrowing RecordScanner, in bytes: Span<UInt8>) throws(RowFault) {
    if try cells.answer(.allDay, of: record, in: bytes) == true { throw RowFault(.allDay) }
  }

  /// A code of its own; where no other column tells the service, the code is its words.
  private mutating func serviceCode(
    of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) -> ServiceCode? {
    guard cells.headings[.serviceCode] != cells.headings[.service] else { return nil }
    let text = cells.text(.serviceCode, of: record, in: bytes)
    if text.isEmpty { return nil }
    guard let code = ServiceCode(text) else { throw fault(.noServiceCode, .serviceCode, of: record, in: bytes) }
    return code
  }

  /// The fault of a cell of this row.
  func fault(
    _ reason: RowFault.Reason, _ column: TableColumn, of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) -> RowFault {
    cells.fault(reason, column, of: record, in: bytes)
  }
}
