import JSON
import JSONRPC
import Testing
import VisitsCommands

/// `visits away`.
@Suite("Absences on the command line") struct AwayTests {
  private static func absence(_ state: String = "current", version: JSONValue = 1) -> JSONValue {
    [
      "display": [
        "title": "Linh Tran", "reason": "sick", "time": "Nov 20 - Nov 22",
        "status": state == "takenBack" ? "Withdrawn" : state == "over" ? "Over" : "Away now",
        "spoken": "Linh Tran, sick, Nov 20 - Nov 22",
      ],
      "id": "0199e0c2-5d80-7000-8000-000011112222", "worker": "linh-tran", "from": "2026-11-20T07:00:00Z",
      "to": "2026-11-23T07:00:00Z", "timeZone": "America/Edmonton", "reason": "sick", "note": .null,
      "state": .string(state), "version": version,
    ]
  }

  private static let open = Sample.visit(
    2, "John Smith", "10:00 AM - 11:00 AM", "scheduled", "Scheduled", start: "2026-11-20T17:00:00Z",
    end: "2026-11-20T18:00:00Z", worker: .null, workerName: "Open")

  @Test("a sick call prints the freed visits with the command that assigns each, what stays, and the undo")
  func sick() {
    let machine = TestMachine([
      .answer([
        "absence": Self.absence(), "visits": [Self.open],
        "kept": [["visit": Sample.margaret, "why": "inProgress"]],
      ]),
      .answer(["visit": Self.open, "suggestions": [["worker": "tom", "name": "Tom Wu"]]]),
    ])
    let run = machine.visits("away", "linh-tran", "--to", "sunday", "--reason", "sick")
    #expect(
      run.output == """
        ✓ Linh Tran is away: sick, Nov 20 - Nov 22
          1 visit is now unassigned:
          ○ John Smith, Friday, November 20, 2026, 10:00 AM - 11:00 AM
            Assign to Tom Wu: visits assign 000000a2 --worker tom
          In progress, stays: 000000a1  Margaret Chen, Friday, November 20, 2026, 8:00 AM - 9:00 AM, \
        Sarah Johnson: Completed
          Undo: visits away end 11112222 --undo

        """)
    #expect(machine.calls.map(\.method) == ["absence.put", "visit.suggest"])
    #expect(machine.calls[0].params["worker"] == "linh-tran")
    #expect(machine.calls[0].params["reason"] == "sick")
    #expect(machine.calls[0].params["localUntil"] == "sunday")
    #expect(machine.calls[0].params["localFrom"] == nil)
    #expect(machine.calls[1].params == ["visit": Sample.id(2), "limit": 1])
  }

  @Test("a day is named in the person's language, and a moment as it is typed")
  func typed() {
    let machine = TestMachine([.answer(["absence": Self.absence(), "visits": [], "kept": []])])
    let run = machine.visits(
      "away", "linh-tran", "--from", "heute 13:00", "--to", "2026-11-22", "--reason", "other", "--keep",
      "--note", "Dentist", "--locale", "de")
    #expect(run.status == 0)
    #expect(machine.calls[0].params["localFrom"] == "today 13:00")
    #expect(machine.calls[0].params["localUntil"] == "2026-11-22")
    #expect(machine.calls[0].params["keep"] == true)
    #expect(machine.calls[0].params["note"] == "Dentist")
  }

  @Test("where nobody is free, that is said; where nothing was freed, too")
  func nobody() {
    let machine = TestMachine([
      .answer(["absence": Self.absence(), "visits": [Self.open], "kept": []]),
      .answer(["visit": Self.open, "suggestions": []]),
    ])
    #expect(machine.visits("away", "linh-tran", "--reason", "sick").output.contains("000000a2  Nobody is free then.\n"))
    let nothing = TestMachine([.answer(["absence": Self.absence(), "visits": [], "kept": []])])
    let run = nothing.visits("away", "linh-tran", "--reason", "sick")
    #expect(run.output.contains("No scheduled visit lies in that time.\n"))
  }

  @Test("a list says who is away, why, when, and where that stands")
  func list() {
    let machine = TestMachine([.answer(["absences": [Self.absence()], "next": .null])])
    let run = machine.visits("away", "list")
    #expect(run.output == "Linh Tran  sick  Nov 20 - Nov 22  Away now  11112222\n")
    #expect(machine.calls == [.init(method: "absence.list", params: ["limit": 1000])])
    #expect(TestMachine([.answer(["absences": [], "next": .null])]).visits("away", "list").output == "No absences\n")
  }

  @Test("an end names the absence by its worker, and lists the visits that are still open")
  func end() {
    let machine = TestMachine([
      .answer(["absences": [Self.absence()], "next": .null]),
      .answer(["absence": Self.absence("over", version: 2), "visits": [], "open": [Self.open]]),
    ])
    let run = machine.visits("away", "end", "tran")
    #expect(
      run.output == """
        ✓ Absence ended: Linh Tran, sick, Nov 20 - Nov 22
          1 freed visit is still unassigned:
          ○ John Smith, Friday, November 20, 2026, 10:00 AM - 11:00 AM
            Assign to Linh Tran: visits assign 000000a2 --worker linh-tran
          Undo: visits away linh-tran --from 2026-11-20T07:00:00Z --to 2026-11-23T07:00:00Z --reason sick --keep

        """)
    #expect(machine.calls[1].params["absence"] == "0199e0c2-5d80-7000-8000-000011112222")
    #expect(machine.calls[1].params["expectedVersion"] == 1)
    #expect(machine.calls[1].params["giveBack"] == nil)
  }

  @Test("--undo gives the visits back")
  func undo() {
    let machine = TestMachine([
      .answer(["absences": [Self.absence()], "next": .null]),
      .answer(["absence": Self.absence("takenBack", version: 2), "visits": [Sample.john], "open": []]),
    ])
    let run = machine.visits("away", "end", "11112222", "--undo")
    #expect(run.output.hasPrefix("✓ Absence withdrawn: Linh Tran, sick, Nov 20 - Nov 22\n  1 visit given back:\n"))
    #expect(machine.calls[1].params["giveBack"] == true)
    // The visits that were kept stay, and the one that was given back goes again.
    #expect(
      run.output.hasSuffix(
        "--to 2026-11-23T07:00:00Z --reason sick --keep && visits unassign 000000a2\n"))
  }

  @Test("visits undo takes back an absence whose result was printed as JSON, and the end of one")
  func remembered() {
    let machine = TestMachine([.answer(["absence": Self.absence(), "visits": [], "kept": []])])
    #expect(machine.visits("away", "linh-tran", "--reason", "sick", "--json").status == 0)
    machine.then(
      .answer(["absences": [Self.absence()], "next": .null]),
      .answer(["absence": Self.absence("takenBack", version: 2), "visits": [], "open": []]))
    #expect(machine.visits("undo").status == 0)
    #expect(machine.calls.last?.method == "absence.end")
    #expect(machine.calls.last?.params["giveBack"] == true)
    machine.then(
      .answer(["absences": [Self.absence()], "next": .null]),
      .answer(["absence": Self.absence("over", version: 2), "visits": [], "open": []]),
      .answer(["absence": Self.absence(), "visits": [], "kept": []]))
    #expect(machine.visits("away", "end", "11112222", "--json").status == 0)
    #expect(machine.visits("undo").status == 0)
    #expect(machine.calls.last?.method == "absence.put")
    #expect(machine.calls.last?.params["keep"] == true)
  }

  @Test("an absence that nobody has is not found, and one of several is asked for by its id")
  func naming() {
    let none = TestMachine([.answer(["absences": [], "next": .null]), .answer(["absences": [], "next": .null])])
    let run = none.visits("away", "end", "zoe")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("visits: There is no absence \"zoe\".\n"))
    #expect(none.calls.map { $0.params["all"] } == [nil, true])
    let two = TestMachine([.answer(["absences": [Self.absence(), Self.absence("planned")], "next": .null])])
    let several = two.visits("away", "end", "linh-tran")
    #expect(several.status == 64)
    #expect(several.errors.hasPrefix("visits: \"linh-tran\" may be any of 2 absences; name one by its id.\n"))
    #expect(several.errors.contains("\n  11112222  Linh Tran, sick, Nov 20 - Nov 22: Away now\n"))
  }

  @Test("a visit for somebody who is away is refused with the option that schedules it anyway")
  func refused() {
    let error = RPCError(code: 1426, kind: "absent", message: "Linh Tran is away then.")
    let machine = TestMachine([.refuse(error)])
    let run = machine.visits("add", "--client", "john", "--worker", "linh-tran", "--start", "10:00", "--minutes", "30")
    #expect(run.status == 1)
    #expect(run.errors.contains("Linh Tran is away then."))
    #expect(run.errors.contains(": --allow-absence\n"))
    let allowed = TestMachine([.answer(["visits": []])])
    _ = allowed.visits(
      "add", "--client", "john", "--worker", "linh-tran", "--start", "10:00", "--minutes", "30", "--allow-absence")
    #expect(allowed.calls.first?.params["allowAbsence"] == true)
  }

  @Test("the board says at the worker who is away until when")
  func board() {
    guard case .object(var board) = Sample.board, let rows = board["rows"]?.array, case .object(var row) = rows[0]
    else { return #expect(Bool(false), "the board has rows") }
    row["state"] = "away"
    row["label"] = "Away: sick until Friday"
    row["away"] = "Away: sick until Friday"
    board["rows"] = .array([.object(row)] + rows.dropFirst())
    let run = TestMachine([.answer(.object(board))]).visits("today", "--all")
    #expect(run.output.contains("\n–  Anna Berg     0/0  Away: sick until Friday\n"))
    #expect(run.output.contains("\n–  Free  Zoë Adams\n"))
  }
}
