import JSON
import JSONRPC
import Testing

@testable import VisitsCommands

@Suite("visits that recur")
struct SeriesTests {
  private let id = "0199e0c2-5d80-7000-8000-0000000000b1"
  private let new = "0199e0c2-5d80-7000-8000-0000000000b2"

  private func series(_ id: String, worker: String = "sarah", until: JSONValue = .null, version: Int64 = 1) -> JSONValue
  {
    [
      "display": [
        "title": "John Smith", "worker": "Sarah Johnson", "days": "Mon, Wed, Fri", "time": "10:00 AM - 11:00 AM",
        "from": "November 20, 2026", "until": until,
      ],
      "id": .string(id), "client": "john-smith", "worker": .string(worker),
      "repeat": "FREQ=WEEKLY;BYDAY=MO,WE,FR", "time": "10:00", "minutes": 60, "from": "2026-11-20", "until": .null,
      "note": "Ring twice", "version": .integer(version),
    ]
  }

  @Test("are planned by what a person types, told in few lines, and taken back by one command")
  func add() {
    let machine = TestMachine([
      .answer([
        "visits": [Sample.john, Sample.john], "series": series(id),
        "moved": [["visit": "v", "words": "Clocks skip 2:30 AM on March 14, 2027: this visit starts at 3:30 AM."]],
      ])
    ])
    let run = machine.visits(
      "add", "--client", "john-smith", "--worker", "sarah", "--start", "tomorrow 10:00", "--minutes", "60", "--repeat",
      "weekly:mon,wed,fri", "--until", "2027-03-01")
    let params = machine.calls.first?.params
    #expect(params?["repeat"] == "weekly:mon,wed,fri")
    #expect(params?["until"] == "2027-03-01")
    #expect(
      run.output == """
        ↻ John Smith
          Mon, Wed, Fri, 10:00 AM - 11:00 AM, Sarah Johnson, from November 20, 2026
          2 visits planned, Friday, November 20, 2026 to Friday, November 20, 2026
          ⚠ Clocks skip 2:30 AM on March 14, 2027: this visit starts at 3:30 AM.
          0199e0c2-5d80-7000-8000-0000000000b1
          Undo: visits series end 000000b1 --reason 'Planned by mistake'

        """)
  }

  @Test("are changed from a day on, and the line below changes them back")
  func change() {
    let machine = TestMachine([
      .answer(["series": [series(id)]]),
      .answer(["series": series(new, version: 1), "visits": [Sample.john], "moved": []]),
    ])
    let run = machine.visits(
      "series", "change", "000000b1", "--from", "monday", "--worker", "tom", "--time", "9:00", "--note", "")
    #expect(machine.calls.map(\.method) == ["series.list", "series.change"])
    let params = machine.calls.last?.params
    #expect(params?["series"] == .string(id))
    #expect(params?["localFrom"] == "monday")
    #expect(params?["worker"] == "tom")
    #expect(params?["time"] == "9:00")
    #expect(params?["note"] == .null)
    #expect(params?["expectedVersion"] == 1)
    #expect(run.output.contains("  1 visit changed or planned: Friday, November 20, 2026, 10:00 AM - 11:00 AM"))
    #expect(
      run.output.hasSuffix(
        """
          Undo: visits series change 000000b2 --from 2026-11-20 --worker sarah --time 10:00 --note 'Ring twice'

        """))
  }

  @Test("are changed from one of their visits on")
  func visit() {
    var john = Sample.john.object ?? JSONObject()
    john["series"] = .string(id)
    let machine = TestMachine([
      .answer(["visit": .object(john)]), .answer(["series": series(id)]),
      .answer(["series": series(id), "visits": [], "moved": []]),
    ])
    let run = machine.visits("series", "change", "--visit", Sample.johnID, "--minutes", "60")
    #expect(machine.calls.last?.params["visit"] == .string(Sample.johnID))
    #expect(machine.calls.last?.params["series"] == nil)
    #expect(run.output.contains("No visit was changed"))
    #expect(!run.output.contains("Undo"))
  }

  @Test("are ended with a reason, and what plans them anew is said")
  func end() {
    let machine = TestMachine([
      .answer(["series": series(id)]),
      .answer([
        "series": series(id, until: "November 24, 2026", version: 2),
        "visits": [Sample.johnNow("cancelled", "Cancelled")], "moved": [],
      ]),
    ])
    let run = machine.visits("series", "end", id, "--from", "2026-11-25", "--reason", "Moved away")
    #expect(machine.calls.last?.params["from"] == "2026-11-25")
    #expect(machine.calls.last?.params["reason"] == "Moved away")
    #expect(
      run.output.hasSuffix(
        """
          No undo: cancelled visits stay cancelled. Plan the series again: visits add --client john-smith --worker \
        sarah --start 2026-11-20T10:00 --minutes 60 --repeat 'FREQ=WEEKLY;BYDAY=MO,WE,FR' --note 'Ring twice'

        """))
  }

  @Test("skip the days that a person types, and the line below plans them again")
  func skip() {
    let machine = TestMachine([
      .answer(["series": [series(id)]]),
      .answer([
        "series": series(id), "visits": [Sample.johnNow("cancelled", "Cancelled")], "dates": ["2026-12-25"],
      ]),
    ])
    let run = machine.visits(
      "series", "skip", "000000b1", "2026-12-25", "dec 26", "--reason", "With her son")
    #expect(machine.calls.last?.method == "series.skip")
    let params = machine.calls.last?.params
    #expect(params?["series"] == .string(id))
    #expect(params?["dates"] == ["2026-12-25"])
    #expect(params?["localDates"] == ["dec 26"])
    #expect(params?["reason"] == "With her son")
    #expect(params?["expectedVersion"] == 1)
    #expect(run.output.contains("  1 visit cancelled: Friday, November 20, 2026, 10:00 AM - 11:00 AM"))
    #expect(run.output.hasSuffix("  Undo: visits series unskip 000000b1 2026-12-25\n"))
    machine.then(
      .answer(["series": series(id)]), .answer(["series": [series(id)]]),
      .answer(["series": series(id), "visits": [Sample.john], "dates": ["2026-12-25"]]))
    #expect(machine.visits("undo").status == 0)
    #expect(machine.calls.last?.method == "series.unskip")
    #expect(machine.calls.last?.params["dates"] == ["2026-12-25"])
    let refused = TestMachine([
      .answer(["series": [series(id)]]),
      .refuse(RPCError(code: -32602, kind: "invalidParams", message: "No.", data: ["field": "dates"])),
    ]).visits("series", "skip", "000000b1", "2026-12-24")
    #expect(refused.status == 64)
    #expect(TestMachine([]).visits("series", "skip", "000000b1").status == 64)
  }

  @Test("are shown with the days that are skipped or moved")
  func exceptions() {
    let words = ["Friday, December 25, 2026: no visit (Christmas)", "Monday, December 28, 2026: moved to 9:00 AM"]
    let machine = TestMachine([
      .answer(["series": [series(id)]]),
      .answer(["series": series(id), "exceptions": .array(words.map { ["words": .string($0)] })]),
    ])
    let run = machine.visits("series", "show", "000000b1")
    #expect(machine.calls.map(\.method) == ["series.list", "series.show"])
    #expect(run.output.contains("\nExceptions  \(words.joined(separator: "; "))\n"))
  }

  @Test("are listed with what is said of each")
  func list() {
    let machine = TestMachine([.answer(["series": [series(id)]])])
    let run = machine.visits("series", "list")
    #expect(machine.calls.first?.params["over"] == false)
    #expect(
      run.output
        == "John Smith  Mon, Wed, Fri  10:00 AM - 11:00 AM  Sarah Johnson  from November 20, 2026  000000b1\n")
  }

  @Test("--until without --repeat is refused")
  func until() {
    let run = TestMachine([]).visits(
      "add", "--client", "c", "--start", "8:00", "--minutes", "60", "--until", "2027-03-01")
    #expect(run.status == 64)
    #expect(run.errors.contains("--until is for visits that recur: give --repeat too."))
  }
}

@Suite("visits assign --suggest")
struct SuggestTests {
  @Test("prints who is free with the reasons, and the command that gives the visit to the first")
  func suggest() {
    let machine = TestMachine([
      .answer(["visit": Sample.john]),
      .answer([
        "visit": Sample.john,
        "suggestions": [
          ["worker": "tom", "name": "Tom Reed", "reasons": ["was here 3 times", "20 min after the visit before"]],
          ["worker": "una", "name": "Una Byrne", "reasons": ["no other visit is near"]],
        ],
      ]),
    ])
    let run = machine.visits("assign", Sample.johnID, "--suggest")
    #expect(machine.calls.map(\.method) == ["visit.show", "visit.suggest"])
    #expect(
      run.output == """
        John Smith, Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson: Scheduled
         1  Tom Reed (tom)
            was here 3 times, 20 min after the visit before
         2  Una Byrne (una)
            no other visit is near

        """)
    #expect(run.errors == "Assign it to the first: visits assign 000000a2 --worker tom\n")
  }

  @Test("a visit is given to somebody or nobody is, not both")
  func either() {
    #expect(TestMachine([]).visits("assign", Sample.johnID).status == 64)
    #expect(TestMachine([]).visits("assign", Sample.johnID, "--suggest", "--worker", "tom").status == 64)
  }
}
