import JSON
import JSONRPC
import Testing
import VisitsCommands

/// Lists and single things.
@Suite struct ListTests {
  private let page: JSONValue = ["visits": [Sample.margaret, Sample.john], "next": .null]

  @Test("visits stand in columns, a heading for each day")
  func columns() {
    let run = TestMachine([.answer(page)]).visits("list")
    #expect(
      run.output == """
        Friday, November 20, 2026
        ✓  8:00 AM - 9:00 AM    Margaret Chen  Sarah Johnson  000000a1
        ○  10:00 AM - 11:00 AM  John Smith     Sarah Johnson  000000a2

        """)
  }

  @Test("a visit of a night stands on both days")
  func night() {
    var display = Sample.john["display"]?.object ?? [:]
    display["days"] = [
      ["date": "Thursday, November 19, 2026", "time": "10:00 PM - Fri 6:00 AM"],
      ["date": "Friday, November 20, 2026", "time": "Since Thursday 10:00 PM"],
    ]
    var john = Sample.john.object ?? [:]
    john["display"] = .object(display)
    let run = TestMachine([.answer(["visits": [.object(john), Sample.margaret]])]).visits("list")
    #expect(
      run.output == """
        Thursday, November 19, 2026
        ○  10:00 PM - Fri 6:00 AM   John Smith     Sarah Johnson  000000a2

        Friday, November 20, 2026
        ○  Since Thursday 10:00 PM  John Smith     Sarah Johnson  000000a2
        ✓  8:00 AM - 9:00 AM        Margaret Chen  Sarah Johnson  000000a1

        """)
  }

  @Test("on a narrow terminal they stand below each other")
  func narrow() {
    let run = TestMachine([.answer(page)], environment: ["COLUMNS": "40"]).visits("list")
    #expect(
      run.output == """
        Friday, November 20, 2026
        ✓  8:00 AM - 9:00 AM    Margaret Chen
           Sarah Johnson  000000a1

        ○  10:00 AM - 11:00 AM  John Smith
           Sarah Johnson  000000a2

        """)
  }

  @Test(
    "the last day that a person names is in the window",
    arguments: [
      ([], ["localFrom": "today", "localTo": "tomorrow"]),
      (["--date", "2026-12-31"], ["from": "2026-12-31", "to": "2027-01-01"]),
      (
        ["--date=-9223372036854775808"],
        ["localFrom": "-9223372036854775808", "localTo": "-9223372036854775808"]
      ),
      (["--date", "friday"], ["localFrom": "friday", "localTo": "through friday"]),
      (["--from=-2", "--to", "+3"], ["localFrom": "-2", "localTo": "+4"]),
      (["--date=-1"], ["localFrom": "-1", "localTo": "+0"]),
      (["--from", "yesterday", "--to", "Today"], ["localFrom": "yesterday", "localTo": "tomorrow"]),
      (["--from", "2026-02-27", "--to", "2026-02-28"], ["from": "2026-02-27", "to": "2026-03-01"]),
      (["--to", "tomorrow 14:30"], ["localTo": "tomorrow 14:30"]),
      (["--to", "friday noon"], ["localTo": "friday noon"]),
      (
        ["--from", "2026-11-20", "--open", "--status", "missed"],
        ["from": "2026-11-20", "open": true, "status": ["missed"]]
      ),
    ] as [([String], [String: JSONValue])])
  func window(words: [String], params: [String: JSONValue]) {
    let machine = TestMachine([.answer(page)])
    _ = VisitsCommand.run(["list"] + words, on: machine, output: KeptOutput(), errors: KeptOutput())
    let sent = machine.calls.first?.params.object?.members ?? []
    #expect(
      Dictionary(uniqueKeysWithValues: sent.map { ($0.name, $0.value) })
        == params.merging(["limit": 1000, "overnight": true]) { $1 })
  }

  @Test("a late visit is told in words, and since when")
  func late() {
    var display = Sample.john["display"]?.object ?? [:]
    display["late"] = "Late"
    display["alert"] = "Late since 10:15 AM"
    var john = Sample.john.object ?? [:]
    john["display"] = .object(display)
    john["sync"] = "local"
    let machine = TestMachine([.answer(["visits": [.object(john)]]), .answer(["visit": .object(john)])])
    #expect(
      machine.visits("list").output.hasSuffix(
        "○  10:00 AM - 11:00 AM  John Smith  Sarah Johnson  ⚠ Late  000000a2\n"))
    let shown = machine.visits("show", Sample.johnID).output
    #expect(shown.contains("\nAlert    ⚠ Late since 10:15 AM\n"))
    // Without an upstream there is nothing to tell of it.
    #expect(!shown.contains("Sync"))
  }

  @Test("a corrected check says in the visit's own time what was recorded first")
  func firstRecorded() {
    var display = Sample.margaret["display"]?.object ?? [:]
    display["checkIn"] = "8:02 AM"
    display["firstCheckIn"] = "8:31 AM"
    var visit = Sample.margaret.object ?? [:]
    visit["display"] = .object(display)
    visit["checkIn"] = ["at": "2026-11-20T15:02:00Z", "firstAt": "2026-11-20T15:31:00Z"]
    let run = TestMachine([.answer(["visit": .object(visit)])]).visits("show", Sample.johnID)
    #expect(run.output.contains("8:02 AM, first recorded as 8:31 AM\n"))
  }

  @Test("a check-in that nobody recorded is missed, and one that was added later says so")
  func checkInAfterwards() {
    var visit = Sample.margaret.object ?? [:]
    visit["checkOut"] = ["at": "2026-11-20T16:02:00Z"]
    let without = TestMachine([.answer(["visit": .object(visit)])]).visits("show", Sample.johnID)
    #expect(without.output.contains("\nCame     not recorded\n"))
    visit["checkIn"] = ["at": "2026-11-20T15:02:00Z", "correction": "forgotten"]
    let added = TestMachine([.answer(["visit": .object(visit)])]).visits("show", Sample.johnID)
    #expect(added.output.contains("\nCame     2026-11-20T15:02:00Z, added by a correction\n"))
    let planned = TestMachine([.answer(["visit": Sample.john])]).visits("show", Sample.johnID)
    #expect(!planned.output.contains("Came"))
  }

  @Test("a visit that has begun says what was recorded of care tasks during it, and which sessions there were")
  func duringVisit() {
    let id = Sample.margaret["id"] ?? .null
    let machine = TestMachine([
      .answer(["visit": Sample.margaret]),
      .answer([
        "rows": [
          ["title": "Breakfast", "mark": "✓", "time": "8:10 AM", "localTime": "08:10", "visit": id],
          ["title": "Lunch", "mark": "✗", "time": "--:--", "localTime": .null, "visit": id],
          ["title": "Dinner", "mark": "○", "time": "--:--", "localTime": .null, "visit": .null],
        ]
      ]),
      .answer([
        "sessions": [
          ["visit": id, "display": ["goal": "Stand up unaided", "result": "8 of 10 trials successful (80%)"]],
          ["visit": .null, "display": ["goal": "Sing", "result": "No trials"]],
        ]
      ]),
    ])
    let output = machine.visits("show", Sample.johnID).output
    #expect(
      machine.calls.map(\.method) == ["visit.show", "task.day", "session.list", "client.show", "worker.show"])
    #expect(machine.calls[1].params == ["client": "c", "date": "2026-11-20"])
    #expect(output.contains("\nCare tasks  ✓ Breakfast 8:10 AM, ✗ Lunch\n"))
    #expect(output.contains("\nSessions    Stand up unaided: 8 of 10 trials successful (80%)\n"))
    // Who may not read them sees the visit.
    let refused = TestMachine([.answer(["visit": Sample.margaret])]).visits("show", Sample.johnID)
    #expect(refused.status == 0 && !refused.output.contains("Care tasks"))
  }

  @Test("a visit says how to get in, and the numbers of the client, of the client's contact and of the worker")
  func atHand() {
    let machine = TestMachine([
      .answer(["visit": Sample.john]),
      .answer([
        "client": [
          "id": "c", "accessNote": "Door code 4711", "phone": "+1 780 555 0142", "emergencyContact": "Ann, 555 0199",
        ]
      ]),
      .answer(["worker": ["id": "sarah", "phone": "+1 780 555 0100"]]),
    ])
    let output = machine.visits("show", Sample.johnID).output
    #expect(machine.calls.map(\.method) == ["visit.show", "client.show", "worker.show"])
    #expect(output.contains("\nWorker             Sarah Johnson, +1 780 555 0100\n"))
    #expect(output.contains("\nAccess             Door code 4711\n"))
    #expect(output.contains("\nPhone              +1 780 555 0142\n"))
    #expect(output.contains("\nEmergency contact  Ann, 555 0199\n"))
    // Who may not read them sees the visit without them.
    let refused = TestMachine([.answer(["visit": Sample.john])]).visits("show", Sample.johnID)
    #expect(refused.status == 0 && !refused.output.contains("Phone"))
  }

  @Test("a client's record says how old the client is, and what the last session came to")
  func lastSession() {
    let machine = TestMachine([
      .answer(["client": ["id": "margaret-chen", "name": "Margaret Chen", "age": 82]]),
      .answer([
        "sessions": [
          ["display": ["date": "Nov 20", "began": "10:15 AM", "goal": "Stand up unaided", "result": "No trials"]]
        ]
      ]),
    ])
    #expect(
      machine.visits("clients", "show", "margaret-chen").output == """
        Margaret Chen

        Age           82
        Last session  Nov 20 · 10:15 AM · Stand up unaided · No trials
        Id            margaret-chen

        """)
    #expect(machine.calls.last?.params == ["client": "margaret-chen", "limit": 1])
  }

  @Test("a window that ends before it begins is named as it was typed")
  func backwards() {
    let error = RPCError.invalidParams(field: "to", "The end, 12:00 AM, is not after the start, 12:00 AM.")
    let run = TestMachine([.refuse(error)]).visits("list", "-f", "tomorrow", "-t", "today")
    #expect(run.status == 64)
    #expect(run.errors == "visits: The window ends before it begins: --from tomorrow lies after --to today.\n")
  }

  @Test(
    "one day that is none is named as it was typed",
    arguments: [
      ("12:00", RPCError.invalidParams(field: "to", "The end, 12:00 PM, is not after the start, 12:00 PM.")),
      ("noon", .invalidParams(field: "to", "The end, 12:00 PM, is not after the start, 12:00 PM.")),
      ("foo", .invalidParams(field: "localFrom", "\"foo\" is no time.")),
    ])
  func noDay(date: String, error: RPCError) {
    let run = TestMachine([.refuse(error)]).visits("list", "--date", date)
    #expect(run.status == 64)
    #expect(
      run.errors == """
        visits: --date is one day, and "\(date)" is no date. Write today, tomorrow, monday, +3 or 2026-11-21.

        """)
  }

  @Test("a last day that is none is named as it was typed, too")
  func noLastDay() {
    let error = RPCError.invalidParams(field: "localTo", "\"foo\" is no time.")
    let run = TestMachine([.refuse(error)]).visits("list", "--to", "foo")
    #expect(run.errors == "visits: \"foo\" is no date. Write today, tomorrow, monday, +3 or 2026-11-21.\n")
    let moment = RPCError.invalidParams(field: "localTo", "\"25:00\" is no time.")
    #expect(TestMachine([.refuse(moment)]).visits("list", "--to", "25:00").errors == "visits: \"25:00\" is no time.\n")
  }

  @Test("a day that lies too far away is named as the day that it is")
  func farDay() {
    let error = RPCError.invalidParams(field: "to", "The parameter \"to\" lies outside the years 1 to 9999.")
    let run = TestMachine([.refuse(error)]).visits("list", "--date", "9999-12-31")
    #expect(run.errors == "visits: --date lies outside the years 1 to 9999.\n")
  }

  @Test(
    "a value that cannot be is refused with what can",
    arguments: [
      (
        ["--status", "missd"],
        "--status cannot be \"missd\". Use one of: scheduled, inProgress, completed, cancelled, "
          + "missed, late. Did you mean missed?"
      ),
      (
        ["--status", "late", "--status", "missed"],
        "--status late stands alone: a late visit is scheduled, and in no other state."
      ),
      (["--week", "--month"], "Name the days once: --date, --week, --month, or --from and --to."),
      (["--week", "next", "--to", "friday"], "Name the days once: --date, --week, --month, or --from and --to."),
      (["--date", "today", "--to", "friday"], "--date is one day: give it without --from and --to."),
      (["--timeout", "-1"], "--timeout must be a number of seconds from 0.001 to 86400; it is -1.0."),
    ] as [([String], String)])
  func refusedValue(words: [String], message: String) {
    let machine = TestMachine([])
    let errors = KeptOutput()
    #expect(VisitsCommand.run(["list"] + words, on: machine, output: KeptOutput(), errors: errors) == 64)
    #expect(errors.text.hasPrefix("visits: \(message)\nUsage: "))
    #expect(machine.calls == [])
  }

  @Test("a negative number reaches whoever says what can be")
  func negative() {
    let refusal = RPCError.invalidParams(
      field: "limit", "The parameter \"limit\" must be a whole number from 1 to 1000; it is -5.")
    let machine = TestMachine([.refuse(refusal)])
    let run = machine.visits("list", "--limit", "-5", "-d", "-1")
    #expect(machine.calls.first?.params["limit"] == -5)
    #expect(machine.calls.first?.params["localFrom"] == "-1")
    #expect(run.errors == "visits: --limit must be a whole number from 1 to 1000; it is -5.\n")
  }

  @Test("what does not fit a page is told beside the result")
  func more() {
    let run = TestMachine([.answer(["visits": [], "next": "12:ab"])]).visits("list")
    #expect(run.output == "No visits\n")
    #expect(run.errors == "More follow:\n  --after 12:ab\n")
  }

  @Test("workers are listed, those who left marked in words")
  func workers() {
    let workers: JSONValue = [
      ["id": "sarah", "name": "Sarah Johnson", "phone": "780 555 0101", "active": true],
      ["id": "joe", "name": "Joe Old", "phone": .null, "active": false],
    ]
    let machine = TestMachine([.answer(["workers": workers, "next": .null])])
    let run = machine.visits("workers", "--all")
    #expect(
      run.output == """
        sarah  Sarah Johnson  780 555 0101
        joe    Joe Old                      inactive

        """)
    #expect(machine.calls == [.init(method: "worker.list", params: ["includeInactive": true, "limit": 1000])])
  }

  @Test("a word that matches nobody is told, and the command that it may have been meant to be")
  func nobody() {
    let none = TestMachine([.answer(["clients": [], "next": .null])]).visits("clients", "chnge")
    #expect(none.status == 1)
    #expect(none.output == "")
    #expect(
      none.errors == "visits: No client matches \"chnge\".\n  Did you mean 'visits clients change'?\n"
        + "  Commands of 'visits clients': list, show, add, change, link, duplicates\n")
    let worker = TestMachine([.answer(["workers": [], "next": .null])]).visits("workers", "zoltan")
    #expect(worker.status == 1)
    #expect(worker.errors == "visits: No worker matches \"zoltan\".\n")
    // A program gets the API's result.
    let json = TestMachine([.answer(["clients": [], "next": .null])]).visits("clients", "chnge", "--json")
    #expect(json.status == 1)
    #expect(json.output == "{\"clients\":[],\"next\":null}\n")
    let all = TestMachine([.answer(["clients": [], "next": .null])]).visits("clients")
    #expect(all.status == 0)
    #expect(all.output == "No clients\n")
  }

  @Test("a worker's own language is no language of the answer")
  func workersLanguage() {
    let machine = TestMachine(
      [.answer(["worker": ["id": "mia", "name": "Mia"]])], environment: ["LANG": "de_DE.UTF-8"])
    let run = machine.visits("workers", "add", "mia", "--name", "Mia", "--language", "fr")
    #expect(
      machine.calls.first?.params == [
        "locale": "fr", "id": "mia", "name": "Mia", "expectedVersion": 0,
        "requestId": .string(String(repeating: "00", count: 16)),
      ])
    #expect(run.output == "✓ Mia (mia) angelegt\n  Rückgängig machen: visits workers change mia --inactive\n")
    let without = TestMachine([.answer(["worker": [:]])], environment: ["LANG": "de_DE.UTF-8"])
    _ = without.visits("workers", "add", "mia", "--name", "Mia")
    #expect(without.calls.first?.params["locale"] == nil)
  }

  @Test("what is still planned with somebody who has left is told: nobody else will see to it")
  func stillPlanned() {
    func told(_ visits: [JSONValue], next: JSONValue = .null) -> String {
      let machine = TestMachine([
        .answer(["worker": ["id": "mia", "name": "Mia", "version": 1]]),
        .answer(["worker": ["id": "mia", "name": "Mia", "version": 2]]),
        .answer(["visits": .array(visits), "next": next]),
      ])
      let run = machine.visits("workers", "change", "mia", "--inactive")
      #expect(machine.calls.last?.params["localFrom"] == "today")
      return run.errors
    }
    #expect(told([]) == "")
    #expect(
      told([Sample.john, Sample.john]) == """
        2 visits are still planned with mia: visits list --worker mia --from today
        To unassign a day: visits unassign --worker mia --date today

        """)
    #expect(told([Sample.john]).hasPrefix("1 visit is still planned with mia: "))
    #expect(told([Sample.john], next: "12:ab").hasPrefix("More than 1 "))
  }

  @Test("an id that is taken is not overwritten")
  func taken() {
    let conflict = RPCError(
      code: 1409, kind: "versionConflict", message: "Changed.", data: ["current": ["name": "Sarah Johnson"]])
    let run = TestMachine([.refuse(conflict)]).visits("workers", "add", "sarah", "--name", "Sarah Two")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("visits: There is a worker sarah already: Sarah Johnson\n"))
  }

  @Test("a client's change is undone by what stood there, and an empty text takes it away")
  func changedClient() {
    let machine = TestMachine([
      .answer(["client": ["id": "chen", "name": "Chen", "phone": .null, "address": "123 Oak St", "version": 4]]),
      .answer(["client": ["id": "chen", "name": "Chen"]]),
    ])
    let run = machine.visits("clients", "change", "chen", "--phone", "780", "--address", "", "--time-critical")
    #expect(
      machine.calls.last?.params == [
        "timeCritical": true, "address": .null, "phone": "780", "id": "chen", "expectedVersion": 4,
        "requestId": .string(String(repeating: "00", count: 16)),
      ])
    #expect(
      run.output == """
        ✓ Chen (chen) changed
          Undo: visits clients change chen --address '123 Oak St' --phone '' --no-time-critical

        """)
  }

  @Test("the status is told in words")
  func status() {
    let machine = TestMachine([
      .answer([
        "version": "0.1.0", "writable": false, "uptime": 93784, "visits": 12304, "workers": 12, "clients": 40,
        "connections": 2, "databaseBytes": 1_234_567,
        "sync": ["state": "savedLocally", "label": "Saved locally", "pendingChanges": 3],
        "warnings": ["No pager is configured."],
      ])
    ])
    #expect(
      machine.visits("status").output == """
        visitsd 0.1.0  ⚠ takes no changes

        Up           1 d 2 h
        Visits       12,304
        Workers      12
        Clients      40
        Connections  2
        Database     1.2 MB
        Sync         Saved locally ☁
        Pending      3
        Socket       /run/visitsd/visitsd.sock
        ⚠ No pager is configured.

        """)
  }
}
