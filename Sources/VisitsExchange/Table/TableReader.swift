import FHIR
import TableColumns
package import VisitsModel

/// Reads a table, as a spreadsheet saves it, into a `SchedulePlan` or a `PeoplePlan`.
///
/// Pure: the same text gives the same plan. A wrong row is refused with its number as a spreadsheet shows it, and with
/// advice; the other rows are planned all the same.
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

  /// What a table says, by what its rows are.
  package enum Plan: Sendable, Hashable {
    case visits(SchedulePlan)
    case people(PeoplePlan)
  }

  /// Plans what a table says. Its headings tell whether it is one of visits, of workers or of clients.
  package func plan(ofAnyKindFrom text: String) -> Plan {
    do {
      switch try kind(of: text.utf8.span) {
      case .visits: return .visits(plan(from: text))
      case .workers: return .people(people(.worker, from: text))
      case .clients: return .people(people(.client, from: text))
      }
    } catch {
      var plan = SchedulePlan()
      plan.unreadable = error.refused
      return .visits(plan)
    }
  }

  /// Plans what a table of visits says.
  package func plan(from text: String) -> SchedulePlan {
    var plan = SchedulePlan()
    do {
      try read(text.utf8.span, into: &plan)
    } catch {
      plan.unreadable = error.refused
    }
    return plan
  }

  /// Plans what a table of workers or of clients says.
  package func people(_ kind: PersonKind, from text: String) -> PeoplePlan {
    var plan = PeoplePlan(kind: kind)
    do {
      try read(text.utf8.span, into: &plan)
    } catch {
      plan.unreadable = error.refused
    }
    return plan
  }

  private func read(_ bytes: Span<UInt8>, into plan: inout SchedulePlan) throws(TableFault) {
    var records = records(of: bytes)
    let headings = try headings(&records, in: bytes, of: .visits)
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

  private func read(_ bytes: Span<UInt8>, into plan: inout PeoplePlan) throws(TableFault) {
    var records = records(of: bytes)
    let headings = try headings(&records, in: bytes, of: plan.kind == .worker ? .workers : .clients)
    var use = headings.use
    use.people = plan.kind
    plan.table = use
    let survey = try TableSurvey(records, below: headings, saying: reading.dateOrder, in: bytes)
    var rows = PersonReading(below: headings, of: survey)
    while records.next(in: bytes) {
      if records.isBlank(in: bytes) { continue }
      do {
        let person = try rows.person(of: records, in: bytes)
        plan.people.append(person)
      } catch {
        plan.refuse(records.row, error.fault, limit: limits.refusals)
      }
    }
  }

  private func kind(of bytes: Span<UInt8>) throws(TableFault) -> TableKind {
    var records = records(of: bytes)
    let names = try names(&records, in: bytes)
    guard let kind = TableKind(headings: names, mapping: reading.columns) else {
      throw .noKind(headings: names.filter { !$0.isEmpty })
    }
    return kind
  }

  private func records(of bytes: Span<UInt8>) -> RecordScanner {
    let opening = TableOpening(of: bytes)
    return RecordScanner(separator: opening.separator, from: opening.start, limits: limits)
  }

  private func headings(
    _ records: inout RecordScanner, in bytes: Span<UInt8>, of kind: TableKind
  ) throws(TableFault) -> TableHeadings {
    try TableHeadings(names(&records, in: bytes), of: kind, mapping: reading.columns)
  }

  private func names(_ records: inout RecordScanner, in bytes: Span<UInt8>) throws(TableFault) -> [String] {
    repeat {
      guard records.next(in: bytes) else { throw .empty }
    } while records.isBlank(in: bytes)
    if let fault = records.fault { throw .headings(row: records.row, fault) }
    return records.cells.map { RecordScanner.text($0, in: bytes) }
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
