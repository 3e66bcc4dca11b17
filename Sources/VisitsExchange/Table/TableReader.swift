import FHIR
import TableColumns
package import VisitsModel

/// Reads a table, as a spreadsheet saves it, into a ``SchedulePlan``.
///
/// Pure: the same text gives the same plan. What is wrong is refused row by row, each with its number as a spreadsheet
/// shows it and what to do about it; the other rows are planned all the same.
package struct TableReader: Sendable {
  /// What the caller says of the table.
  package let reading: TableReading
  /// How much is read before it is refused.
  package let limits: TableLimits

  /// A reader.
  package init(_ reading: TableReading = TableReading(), limits: TableLimits = TableLimits()) {
    self.reading = reading
    self.limits = limits
  }

  /// Plans what a table says.
  package func plan(from text: String) -> SchedulePlan {
    var plan = SchedulePlan()
    do {
      try read(text.utf8.span, into: &plan)
    } catch {
      plan.unreadable = error.refused
    }
    return plan
  }

  private func read(_ bytes: Span<UInt8>, into plan: inout SchedulePlan) throws(TableFault) {
    let opening = TableOpening(of: bytes)
    var records = RecordScanner(separator: opening.separator, from: opening.start, limits: limits)
    let headings = try headings(&records, in: bytes)
    plan.table = headings.use
    let survey = try TableSurvey(records, below: headings, saying: reading.dateOrder, in: bytes)
    plan.entries.reserveCapacity(survey.rows)
    var rows = RowReading(below: headings, of: survey)
    var known: [String: (index: Int, row: Int)] = [:]
    while records.next(in: bytes) {
      if records.isBlank(in: bytes) { continue }
      do {
        let entry = try rows.entry(of: records, in: bytes)
        try plan.add(entry, of: records.row, known: &known, heading: headings.name(of: .id))
      } catch {
        plan.refuse(records.row, error, limit: limits.refusals)
      }
    }
  }

  private func headings(_ records: inout RecordScanner, in bytes: Span<UInt8>) throws(TableFault) -> TableHeadings {
    repeat {
      guard records.next(in: bytes) else { throw .empty }
    } while records.isBlank(in: bytes)
    if let fault = records.fault { throw .headings(row: records.row, fault) }
    return try TableHeadings(records.cells.map { RecordScanner.text($0, in: bytes) }, mapping: reading.columns)
  }
}

extension SchedulePlan {
  fileprivate mutating func refuse(_ row: Int, _ fault: RowFault, limit: Int) {
    guard gaps.count < limit else { return refusedMore += 1 }
    let refused = ImportSummary.Refused(place: .row(row), reason: .fault(fault.fault))
    gaps.append(Gap(refused, entriesBefore: entries.count))
  }

  /// Takes a visit whose id no row had, or the very same again.
  fileprivate mutating func add(
    _ entry: PlannedEntry, of row: Int, known: inout [String: (index: Int, row: Int)], heading: String
  ) throws(RowFault) {
    if let identity = entry.identity {
      if let (index, first) = known[identity] {
        var again = entry
        again.place = entries[index].place
        guard again == entries[index] else {
          throw RowFault(.idTwice(row: first), heading: heading, text: identity)
        }
        return
      }
      known[identity] = (entries.count, row)
    }
    entries.append(entry)
  }
}
