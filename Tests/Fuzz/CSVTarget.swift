import FHIR
import VisitsExchange
import VisitsModel
import VisitsViews

/// What a spreadsheet saves: the text of a table, read into a plan.
enum CSVTarget: FuzzTarget {
  private static let limits = TableLimits(rows: 500, cells: 24, cellBytes: 2048, refusals: 50)
  private static let readers = [
    TableReader(limits: limits),
    TableReader(TableReading(dateOrder: .dayFirst), limits: limits),
    TableReader(TableReading(columns: ["client": "Name", "start": "Visit begin", "minutes": "Start"]), limits: limits),
  ]

  static func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    // Every row but the last ends with one of these; quoted ones end none, so that there are at most so many.
    let rows = 1 + text.utf8.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    for reader in readers {
      let plan = reader.plan(from: text)
      demand(reader.plan(from: text) == plan, "the same text gives the same plan")
      check(plan, rows: rows)
      checkLineEndings(text, plan, reader)
      for kind in [PersonKind.worker, .client] { check(reader.people(kind, from: text), rows: rows) }
      demand(
        reader.plan(ofAnyKindFrom: text) == reader.plan(ofAnyKindFrom: text), "the same text is the same kind of table")
    }
  }

  private static func check(_ plan: PeoplePlan, rows: Int) {
    demand(
      plan.unreadable == nil || plan.people.isEmpty && plan.refused.isEmpty, "of an unreadable table nobody is taken")
    demand(plan.people.count + plan.refused.count + plan.refusedMore <= rows, "a person's row is taken or refused once")
    for refused in plan.refused {
      let reason = refused.fault.words(in: person)
      demand(!reason.isEmpty && reason.unicodeScalars.allSatisfy(\.isHarmless), "a refusal says why, and harms nobody")
    }
    for planned in plan.people {
      demand(planned.id != nil || planned.name != nil, "a row names a person")
      demand(planned.id.map(Slug.isValid) ?? true, "an id is a slug")
      for line in [planned.name, planned.phone, planned.address, planned.emergencyContact].compactMap({ $0 }) {
        demand(!line.isEmpty && line.unicodeScalars.allSatisfy(\.isHarmless), "a text is harmless")
      }
    }
  }

  private static func check(_ plan: SchedulePlan, rows: Int) {
    let refused = plan.refused + (plan.unreadable.map { [$0] } ?? [])
    demand(plan.unreadable == nil || plan.entries.isEmpty && plan.refused.isEmpty, "unreadable is nothing taken")
    demand(plan.entries.count + plan.refused.count + plan.refusedMore <= rows, "a row is taken or refused once")
    demand(plan.refused.count <= limits.refusals, "no more refusals are kept than are told")
    let taken = plan.entries.compactMap { row($0.place) }
    demand(taken.count == plan.entries.count, "a visit's place is its row")
    demand(zip(taken, taken.dropFirst()).allSatisfy { $0 < $1 }, "visits stand in the order of the text")
    demand(taken.allSatisfy { (2...rows).contains($0) }, "a visit stands below the headings, within the text")
    for refused in refused {
      demand(
        refused.place == .table || row(refused.place).map { (1...rows).contains($0) } == true,
        "a refusal's place is a row of the text, or the table: \(refused.place)")
      let reason = refused.reason.words(in: person)
      demand(!reason.isEmpty && reason.utf8.count < 16_384, "a refusal says why, in a sentence or two")
      demand(reason.unicodeScalars.allSatisfy(\.isHarmless), "no terminal obeys a refusal")
    }
    for entry in plan.entries { check(entry) }
  }

  private static func check(_ entry: PlannedEntry) {
    demand(!entry.client.isEmpty && entry.worker != "" && entry.identity != "", "what is empty is not there")
    for line in [entry.client, entry.worker, entry.identity, entry.address, entry.service].compactMap({ $0 }) {
      demand(line.unicodeScalars.allSatisfy(\.isHarmless), "a name is harmless")
    }
    switch (entry.start, entry.end) {
    case (_, .minutes(let minutes)): demand((1...1440).contains(minutes), "a visit lasts at most a day")
    case (.instant(let start), .time(.instant(let end))):
      demand((1...Visit.longest).contains(start.milliseconds(to: end)), "a visit ends after its start, within a day")
    case (.local(let start, _), .time(.local(let end, _))):
      let seconds = (end.day.daysSince1970 - start.day.daysSince1970) * 86_400 + end.secondOfDay - start.secondOfDay
      demand((1...86_400).contains(seconds), "a visit ends after its start, within a day")
    default: break
    }
  }

  /// Without quotation marks a line ending is only that.
  private static func checkLineEndings(_ text: String, _ plan: SchedulePlan, _ reader: TableReader) {
    guard !text.utf8.contains(UInt8(ascii: "\"")), !text.utf8.contains(UInt8(ascii: "\r")) else { return }
    for ending in ["\r\n", "\r"] {
      let other = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: ending)
      demand(reader.plan(from: other) == plan, "every line ending gives the same plan")
    }
  }

  private static func row(_ place: TextPlace) -> Int? {
    if case .row(let row) = place { row } else { nil }
  }
}
