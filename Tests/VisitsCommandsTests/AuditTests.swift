import JSON
import Testing
import VisitsCommands

/// `visits audit`.
@Suite struct AuditTests {
  private static let started: JSONValue = {
    var after = Sample.john.object ?? [:]
    var display = after["display"]?.object ?? [:]
    display["status"] = "In progress"
    display["checkIn"] = "10:02 AM"
    after["display"] = .object(display)
    after["note"] = "Ring twice"
    return [
      "cursor": "3:41", "at": "2026-11-20T17:02:00Z", "moment": "Nov 20, 2026 10:02 AM", "by": "root",
      "from": "socket", "method": "visit.start", "requestId": "r", "reason": "mended", "before": Sample.john,
      "after": .object(after),
    ]
  }()

  @Test("an entry says when, by what and whom, of what, what is different since, and why")
  func entry() {
    let hired: JSONValue = [
      "moment": "Nov 20, 2026 10:05 AM", "by": "anna", "from": "import", "method": "import", "before": .null,
      "after": ["name": "Sarah Johnson", "active": true],
    ]
    let left: JSONValue = [
      "moment": "Nov 20, 2026 10:06 AM", "by": "anna", "from": "socket", "method": "worker.put", "reason": .null,
      "before": ["name": "Sarah Johnson", "active": true, "phone": "1"],
      "after": ["name": "Sarah Johnson", "active": false, "phone": .null],
    ]
    let machine = TestMachine([.answer(["entries": [Self.started, hired, left], "previous": "3:40"])])
    let run = machine.visits("audit")
    #expect(
      run.output == """
        Nov 20, 2026 10:02 AM  visit.start  root (socket)
          John Smith, Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson: In progress
            Status: Scheduled → In progress
            Came: – → 10:02 AM
            Note: – → Ring twice
            Reason: mended
        Nov 20, 2026 10:05 AM  import  anna (import)
          Sarah Johnson
        Nov 20, 2026 10:06 AM  worker.put  anna (socket)
          Sarah Johnson
            Phone: 1 → –
            Active: yes → no

        """)
    #expect(run.errors == "There are older ones:\n  visits audit --before 3:40\n")
    #expect(machine.calls.first?.params == ["limit": 100])
  }

  @Test("an entry of a device names it and the time that it sent, and what stands beside since")
  func device() {
    var after = Sample.john.object ?? [:]
    after["attendances"] = [
      [
        "worker": "sarah", "display": ["worker": "Sarah Johnson", "checkIn": "10:12 AM"], "checkOut": .null,
        "checkIn": [
          "at": "2026-11-20T17:12:00Z", "device": "0199e0c2-5d80-7000-8000-0000000000d1", "distance": 40,
          "location": ["latitude": 53.5461, "longitude": -113.4938],
        ],
      ]
    ]
    let entry: JSONValue = [
      "moment": "Nov 20, 2026 10:15 AM", "by": "sarah", "from": "gateway", "method": "visit.start", "reason": .null,
      "device": "0199e0c2-5d80-7000-8000-0000000000d1", "deviceName": "Sarah's tablet", "told": "Nov 20, 2026 10:12 AM",
      "topic": "visit", "before": Sample.john, "after": .object(after),
    ]
    let run = TestMachine([.answer(["entries": [entry]])], environment: ["COLUMNS": "120"]).visits("audit")
    #expect(
      run.output == """
        Nov 20, 2026 10:15 AM  visit.start  sarah (gateway)
          John Smith, Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson: Scheduled
            Also reported: – → Sarah Johnson came 10:12 AM (Sarah's tablet, 40 m from the address, geo:53.5461,-113.4938)
            Device: Sarah's tablet
            Time reported: Nov 20, 2026 10:12 AM

        """)
  }

  @Test("the time at which a task was done is read on the clock of its language")
  func taskTime() {
    let entry: JSONValue = [
      "moment": "Nov 22, 2026 11:50 AM", "by": "anna", "from": "socket", "method": "task.record", "reason": .null,
      "topic": "taskRecord", "before": ["localTime": "15:30", "time": "3:30 PM"],
      "after": ["localTime": "11:30", "time": "11:30 AM", "words": "Lunch on Nov 22, 2026: completed, 11:30 AM"],
    ]
    let run = TestMachine([.answer(["entries": [entry]])]).visits("audit")
    #expect(run.output.contains("Done at: 3:30 PM → 11:30 AM\n"))
  }

  @Test(
    "every filter of the API has its option",
    arguments: [
      (["--worker", "sarah"], ["limit": 100, "worker": "sarah"]),
      (["-c", "john-smith", "--limit", "5"], ["limit": 5, "client": "john-smith"]),
      (["--since", "yesterday"], ["limit": 100, "localSince": "yesterday"]),
      (["--since", "2026-11-20", "--before", "3:41"], ["limit": 100, "before": "3:41", "since": "2026-11-20"]),
    ] as [([String], JSONObject)])
  func filters(words: [String], asked: JSONObject) {
    let machine = TestMachine([.answer(["entries": [], "previous": .null])])
    let output = KeptOutput()
    #expect(VisitsCommand.run(["audit"] + words, on: machine, output: output, errors: KeptOutput()) == 0)
    #expect(machine.calls == [TestMachine.Call(method: "audit.list", params: .object(asked))])
  }

  @Test("a visit is named as everywhere, and one thing only is asked about")
  func visit() {
    let machine = TestMachine([
      .answer(["visits": [Sample.john]]), .answer(["entries": [Self.started], "previous": .null]),
    ])
    #expect(machine.visits("audit", "00a2", "--json").status == 0)
    #expect(machine.calls.last?.params == ["limit": 100, "visit": .string(Sample.johnID)])
    let run = TestMachine([]).visits("audit", "00a2", "--client", "john")
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("visits: Name only one of them: a visit, a worker or a client.\n"))
  }
}
