import TableColumns
import Testing
import VisitsExchange
import VisitsModel

@Suite("The columns of a table")
struct TableColumnsTests {
  /// A table in which a heading stands beside whatever else a table must have.
  private func use(of heading: String, for column: TableColumn) throws -> TableUse {
    let rest =
      TableColumn.required.filter { !$0.contains(column) }.map { $0[0].name }
      // Alone, a code is the words of the service.
      + (column == .serviceCode ? ["service"] : [])
    let plan = planned("\(([heading] + rest).joined(separator: ";"))\n")
    #expect(plan.refusals == [])
    return try #require(plan.table)
  }

  @Test("every heading that is told of a column is read as that column", arguments: TableKind.visits.columns)
  func headings(column: TableColumn) throws {
    #expect(column.headings.count > 1)
    for heading in column.headings {
      let use = try use(of: heading, for: column)
      #expect(use.columns.first { $0.heading == heading }?.name == column.rawValue, "\(heading)")
      #expect(use.ignored == [])
    }
  }

  @Test("every form that is told of a time or a date is read")
  func forms() {
    for time in TableGuide.times {
      #expect(
        planned("client;date;start;minutes\nA;2026-11-21;\(time);60").lines
          == ["row 2 | A | open | 2026-11-21 08:00 to 60 min"], "\(time)")
    }
    for date in TableGuide.dates {
      #expect(
        planned("client;date;start;minutes\nA;\(date);8:00;60").lines
          == ["row 2 | A | open | 2026-11-21 08:00 to 60 min"], "\(date)")
    }
  }

  @Test("what a table must have is what is told of its columns")
  func required() {
    #expect(TableColumn.client.requirement == "Required, or else client first name or client last name.")
    #expect(TableColumn.start.requirement == "Required.")
    #expect(TableColumn.end.requirement == "Required, or else minutes or hours.")
    #expect(TableColumn.worker.requirement == nil)
    for column in TableKind.visits.columns {
      let others = TableColumn.required.filter { !$0.contains(column) }.map { $0[0].name }
      #expect(planned((others + ["note"]).joined(separator: ";")).refusals.isEmpty == (column.requirement == nil))
    }
  }

  @Test("tells which headings were used, and which were passed over")
  func use() {
    let plan = planned("Klient;Tag;Datum;Beginn;Ende;Bereich;;Farbe\nA;Sa;21.11.2026;8:00;9:00;x;;rot")
    #expect(plan.table?.columns.map(\.name) == ["client", "date", "start", "end"])
    #expect(plan.table?.columns.map(\.heading) == ["Klient", "Datum", "Beginn", "Ende"])
    #expect(plan.table?.ignored == ["Bereich", "Farbe"])
    let day = planned("Klient;Tag;Beginn;Ende;\(String(repeating: "x", count: 101))\nA;21.11.2026;8:00;9:00;x")
    #expect(day.table?.columns.map(\.name) == ["client", "day", "start", "end"])
    #expect(day.table?.ignored == [String(repeating: "x", count: 99) + "…"])
  }

  @Test("nothing of a table that was written here is missed, and the state of another is")
  func ours() {
    #expect(planned(ScheduleTable.header).table?.ignored == [])
    #expect(planned("client,start,end,state").table?.ignored == ["state"])
  }
}
