import JSON
import Testing

@testable import VisitsCommands

@Suite("visits report")
struct ReportTests {
  private let counts: JSONValue = [
    "planned": 8, "completed": 5, "late": 1, "missed": 1, "cancelled": 2, "open": 0, "hoursPlanned": 7.75,
    "hoursWorked": 5.25, "missedShare": 0.125,
  ]
  private let none: JSONValue = [
    "planned": 0, "completed": 0, "late": 0, "missed": 0, "cancelled": 1, "open": 0, "hoursPlanned": 0,
    "hoursWorked": 0, "missedShare": .null,
  ]

  private func report(_ rows: [JSONValue]) -> JSONValue {
    [
      "from": "2026-11-20T07:00:00Z", "to": "2026-11-21T07:00:00Z", "total": counts, "rows": .array(rows),
      "next": .null,
    ]
  }

  @Test("a report stands in columns under whole words, with a bar of what is done and a line that says so")
  func table() {
    let rows: [JSONValue] = [
      ["id": "sarah", "name": "Sarah Miller", "counts": counts], ["id": "=x", "name": "=Daniel, O", "counts": none],
    ]
    let machine = TestMachine([.answer(report(rows)), .answer(report(rows)), .answer(report([]))])
    let run = machine.visits("report", "--by", "worker", "--from", "2026-11-20", "--to", "2026-11-20")
    #expect(
      run.output == """
                                                               Hours  Hours Missed
                     Planned Done Late Missed Cancelled Open planned worked      %
        Sarah Miller       8    5    1      1         2    0     7.8    5.3   12.5 ██████▎
        =Daniel, O         0    0    0      0         1    0     0.0    0.0      –
        Total              8    5    1      1         2    0     7.8    5.3   12.5 ██████▎

        The bar shows how much of what was planned is done.

        """)
    #expect(machine.calls.first?.params == ["by": "worker", "from": "2026-11-20", "to": "2026-11-21"])
    let csv = machine.visits("report", "--by", "worker", "--csv")
    #expect(
      csv.output
        == "worker,name,planned,completed,late,missed,cancelled,open,hoursPlanned,hoursWorked,missedShare\r\n"
        + "sarah,Sarah Miller,8,5,1,1,2,0,7.75,5.25,0.125\r\n=x,\"'=Daniel, O\",0,0,0,0,1,0,0,0,\r\n")
    let total = machine.visits("report", "--csv")
    #expect(
      total.output
        == "planned,completed,late,missed,cancelled,open,hoursPlanned,hoursWorked,missedShare\r\n"
        + "8,5,1,1,2,0,7.75,5.25,0.125\r\n")
    #expect(machine.calls.last?.params == ["localFrom": "today", "localTo": "tomorrow"])
  }

  @Test("a report fits its screen: the bar gives way first, then the columns")
  func narrow() {
    let rows: [JSONValue] = [["id": "sarah", "name": "Sarah Miller", "counts": counts]]
    let machine = TestMachine(
      [.answer(report(rows)), .answer(report(rows)), .answer(report(rows))], environment: ["NO_COLOR": "1"])
    #expect(
      machine.visits("report", "--by", "worker", columns: 79).output == """
                                                               Hours  Hours Missed
                     Planned Done Late Missed Cancelled Open planned worked      %
        Sarah Miller       8    5    1      1         2    0     7.8    5.3   12.5 ██▌
        Total              8    5    1      1         2    0     7.8    5.3   12.5 ██▌

        The bar shows how much of what was planned is done.

        """)
    #expect(
      machine.visits("report", "--by", "worker", columns: 78).output == """
                                                               Hours  Hours Missed
                     Planned Done Late Missed Cancelled Open planned worked      %
        Sarah Miller       8    5    1      1         2    0     7.8    5.3   12.5
        Total              8    5    1      1         2    0     7.8    5.3   12.5

        """)
    #expect(
      machine.visits("report", "--by", "worker", columns: 40).output == """
        Sarah Miller
          ██████▎
          Planned 8, Done 5, Late 1, Missed 1,
          Cancelled 2, Open 0, Hours planned
          7.8, Hours worked 5.3, Missed % 12.5
        Total
          ██████▎
          Planned 8, Done 5, Late 1, Missed 1,
          Cancelled 2, Open 0, Hours planned
          7.8, Hours worked 5.3, Missed % 12.5

        The bar shows how much of what was
        planned is done.

        """)
  }

  @Test("half a window and two forms are refused", arguments: [["--from", "2026-11-20"], ["--csv", "--json"]])
  func usage(words: [String]) {
    let machine = TestMachine([])
    let status = VisitsCommand.run(
      ["report"] + words, on: machine, output: KeptOutput(), errors: KeptOutput())
    #expect(status == 64)
    #expect(machine.calls == [])
  }
}
