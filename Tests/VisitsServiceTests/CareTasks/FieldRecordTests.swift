import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

/// Sarah's phone, and what it records of Margaret Chen's routine.
private struct Phone {
  let peer: Peer
  let tasks: [String: String]

  func params(_ task: String, _ more: [String: JSONValue?], _ request: String) throws -> JSONValue {
    var params = CareOffice.params(more)
    params["task"] = .string(try #require(tasks[task]))
    params["requestId"] = .string(request)
    return .object(params)
  }

  func record(_ task: String, _ more: [String: JSONValue?], request: String) async throws -> JSONValue {
    try await peer.call("task.record", try params(task, more, request))
  }

  func refusal(_ task: String, _ more: [String: JSONValue?], request: String) async throws -> RPCError? {
    await peer.reply("task.record", try params(task, more, request)).error
  }
}

@Suite("What a device recorded of care tasks in the field")
struct FieldRecordTests {
  /// Sarah with a phone, and a visit of hers at Margaret Chen's.
  private func open(
    _ daemon: TestDaemon, _ client: CheckedClient, visit: (String, String)
  ) async throws -> (phone: Phone, visit: String) {
    let (_, tasks) = try await CareOffice.open(client)
    let office = Office(client: client)
    let id = try await office.visit(visit.0, visit.1, request: "v")
    return (Phone(peer: try await office.device("sarah", at: daemon), tasks: tasks), id)
  }

  private func words(_ client: CheckedClient, _ params: JSONValue) async throws -> [String?] {
    (try await client.call("audit.list", params)["entries"]?.array ?? [])
      .filter { $0["topic"] == "taskRecord" }.map { $0["after"]?["words"]?.string }
  }

  @Test("is stored however long ago the visit was, or whoever has it now; of a client it never met it learns nothing")
  func everServed() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (phone, visit) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      _ = try await client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "w-james"])
      let james = Phone(
        peer: try await Office(client: client).device("james", at: daemon), tasks: phone.tasks)
      let stranger = try await james.refusal("weighed", ["done": true], request: "j1")
      #expect(stranger?.code == 1404)
      #expect(stranger?.message == "There is no client \"margaret-chen\". List the clients with visits clients.")
      _ = try await client.call(
        "visit.change", ["visit": .string(visit), "worker": "james", "requestId": "given"])
      // A month without a network.
      daemon.time.set("2026-12-20T16:30:00Z")
      let given = try await phone.record(
        "weighed", ["done": true, "at": "2026-11-20T16:20:00Z"], request: "d1")
      #expect(given["row"]?["by"] == "sarah")
      let own = try await james.record("lunch", ["done": true, "at": "2026-11-20T16:25:00Z"], request: "j2")
      #expect(own["row"]?["checked"] == true)
      #expect(own["counter"] == "2/9")
      let day = await phone.peer.reply("task.day", ["client": "margaret-chen"])
      #expect(day.error?.code == 1404, "what it may say is more than what it may read")
    }
  }

  @Test("is stored when its worker has left the agency")
  func left() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (phone, _) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      _ = try await client.call("worker.put", ["id": "sarah", "active": false, "requestId": "gone"])
      let answer = try await phone.record("weighed", ["done": true], request: "d1")
      #expect(answer["row"]?["checked"] == true)
    }
  }

  @Test("without a date is of the day on which it was recorded, and of the visit that was made at that moment")
  func dayAndVisit() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (phone, visit) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      _ = try await phone.peer.call(
        "visit.start", ["visit": .string(visit), "at": "2026-11-20T16:05:00Z", "requestId": "s"])
      daemon.time.set("2026-11-20T17:30:00Z")
      _ = try await phone.peer.call(
        "visit.complete", ["visit": .string(visit), "at": "2026-11-20T16:55:00Z", "requestId": "c"])
      // Two days later the phone has a network again.
      daemon.time.set("2026-11-22T16:30:00Z")
      func recorded(_ task: String, at: String) async throws -> [JSONValue?] {
        let row = try await phone.record(task, ["done": true, "at": .string(at)], request: task)["row"]
        return [row?["visit"], row?["enteredLate"], row?["recordedAt"]]
      }
      #expect(
        try await recorded("weighed", at: "2026-11-20T16:04:59Z") == [.null, false, "2026-11-20T16:04:59Z"],
        "before she came")
      #expect(
        try await recorded("breakfast", at: "2026-11-20T16:05:00Z")
          == [.string(visit), false, "2026-11-20T16:05:00Z"])
      #expect(
        try await recorded("lunch", at: "2026-11-20T16:55:00Z") == [.string(visit), false, "2026-11-20T16:55:00Z"])
      #expect(try await recorded("dinner", at: "2026-11-20T16:55:01Z").first == .null, "when she had left")
      let day = try await client.call("task.day", ["client": "margaret-chen", "date": "2026-11-20"])
      #expect(day["counter"] == "4/9")
      #expect(try await client.call("task.day", ["client": "margaret-chen"])["counter"] == "0/8")
    }
  }

  @Test("of yesterday is no part of today's visit; in a night that began yesterday it is")
  func night() async throws {
    // Edmonton is seven hours behind: from 10 PM on the 20th to 4 AM on the 21st.
    try await TestDaemon.run(at: "2026-11-21T05:00:00Z") { daemon, client in
      let (phone, visit) = try await open(daemon, client, visit: ("2026-11-21T05:00:00Z", "2026-11-21T11:00:00Z"))
      _ = try await phone.peer.call("visit.start", ["visit": .string(visit), "requestId": "s"])
      daemon.time.set("2026-11-21T08:30:00Z")
      let inTheNight = try await phone.record("dinner", ["done": true, "date": "2026-11-20"], request: "d1")
      #expect(inTheNight["row"]?["visit"]?.string == visit)
      let before = try await phone.record("dinner", ["done": true, "date": "2026-11-19"], request: "d2")
      #expect(before["row"]?["visit"] == .null)
      #expect(before["row"]?["enteredLate"] == true)
      #expect(
        try await phone.record("weighed", ["done": true], request: "d3")["row"]?["visit"]?.string == visit)
    }
  }

  @Test("after the visit was given to somebody else, links to it by what its own phone told of coming and leaving")
  func reassigned() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { daemon, client in
      let (phone, visit) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      _ = try await client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "w-james"])
      _ = try await client.call("visit.change", ["visit": .string(visit), "worker": "james", "requestId": "given"])
      _ = try await phone.peer.call("visit.start", ["visit": .string(visit), "requestId": "s"])
      daemon.time.set("2026-11-20T16:30:00Z")
      let answer = try await phone.record("weighed", ["done": true], request: "d1")
      #expect(answer["row"]?["visit"]?.string == visit)
    }
  }

  @Test("before what was recorded later does not take that back: both stand in the audit, and only gaps are filled")
  func older() async throws {
    try await TestDaemon.run(at: "2026-11-20T22:00:00Z") { daemon, client in
      let (phone, _) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      let care = CareOffice(client: client)
      let lunch = phone.tasks["lunch"]
      _ = try await care.record(lunch, ["outcome": "refused", "localAt": "3 pm"], request: "1")
      let late = try await phone.record(
        "lunch", ["done": true, "time": "9:40", "note": "Soup", "at": "2026-11-20T16:40:00Z"], request: "d1")
      #expect(late["row"]?["outcome"]?["kind"] == "refused", "the office told that later")
      #expect(late["row"]?["note"] == "Soup", "of a note it said nothing")
      #expect(late["row"]?["time"] == "--:--", "the time is of what was done")
      #expect(late["row"]?["version"] == 3)
      #expect(late["counter"] == "0/9")
      #expect(
        try await words(client, ["client": "margaret-chen"]) == [
          "Lunch on Nov 20, 2026: refused", "Lunch on Nov 20, 2026: completed, 9:40 AM, Soup",
          "Lunch on Nov 20, 2026: refused (Soup)",
        ])
      // A time alone says nothing of whether it was done: the older record does.
      let dinner = phone.tasks["dinner"]
      _ = try await care.record(dinner, ["time": "9:45"], request: "2")
      let answered = try await phone.record("dinner", ["done": true, "at": "2026-11-20T16:45:00Z"], request: "d2")
      #expect(answered["row"]?["checked"] == true)
      #expect(answered["row"]?["time"] == "9:45 AM")
      // That it was not done, told later, is an answer.
      let breakfast = phone.tasks["breakfast"]
      _ = try await care.record(breakfast, ["done": false, "note": "Was asleep"], request: "3")
      let asleep = try await phone.record(
        "breakfast", ["done": true, "time": "9:30", "at": "2026-11-20T16:30:00Z"], request: "d3")
      #expect(asleep["row"]?["checked"] == false)
      #expect(asleep["row"]?["note"] == "Was asleep")
      // The same told earlier, and what was told later, are no matter of order.
      _ = try await phone.record("weighed", ["done": true, "at": "2026-11-20T16:20:00Z"], request: "d4")
      let undone = try await phone.record("weighed", ["done": false, "at": "2026-11-20T16:25:00Z"], request: "d5")
      #expect(undone["row"]?["checked"] == false)
      #expect(undone["row"]?["version"] == 2)
    }
  }

  @Test("counts where the office took back what stood there and could not know of it; told again, it stays taken back")
  func undone() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:00:00Z") { daemon, client in
      let (phone, visit) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      _ = try await phone.peer.call(
        "visit.start", ["visit": .string(visit), "at": "2026-11-20T16:00:00Z", "requestId": "s"])
      let care = CareOffice(client: client)
      let lunch = phone.tasks["lunch"]
      _ = try await care.record(lunch, ["done": true, "time": "9:00", "localAt": "9:10 am"], request: "1")
      _ = try await care.record(lunch, ["done": false, "localAt": "9:50 am"], request: "2")
      // Her phone was offline when she recorded it at 9:40.
      let told: [String: JSONValue?] = ["done": true, "time": "9:38", "at": "2026-11-20T16:40:00Z"]
      let counted = try await phone.record("lunch", told, request: "d1")
      #expect(counted["row"]?["checked"] == true)
      #expect(counted["row"]?["time"] == "9:38 AM")
      #expect(counted["row"]?["by"] == "sarah")
      #expect(counted["row"]?["visit"]?.string == visit)
      #expect(counted["counter"] == "1/9")
      #expect(
        try await words(client, ["client": "margaret-chen"]) == [
          "Lunch on Nov 20, 2026: completed, 9:00 AM", "Lunch on Nov 20, 2026: not completed, 9:00 AM",
          "Lunch on Nov 20, 2026: completed, 9:38 AM",
        ])
      // What she took back herself at 9:45 is later than that, whenever the office did.
      let ownUndo = try await phone.record("lunch", ["done": false, "at": "2026-11-20T16:45:00Z"], request: "d2")
      #expect(ownUndo["row"]?["checked"] == false)
      // What the office saw and took back is not done for being told once more.
      _ = try await phone.record("dinner", ["done": true, "at": "2026-11-20T16:41:00Z"], request: "d3")
      _ = try await care.record(phone.tasks["dinner"], ["done": false], request: "3")
      let again: [String: JSONValue?] = ["done": true, "note": "Soup", "at": "2026-11-20T16:41:00Z"]
      #expect(try await phone.record("dinner", again, request: "d4")["row"]?["checked"] == false)
      // Nor does it outdo whoever said why.
      _ = try await phone.record("workout", ["done": true, "at": "2026-11-20T16:42:00Z"], request: "d5")
      _ = try await care.record(phone.tasks["workout"], ["done": false, "note": "Was asleep"], request: "4")
      let asleep = try await phone.record("workout", ["done": true, "at": "2026-11-20T16:43:00Z"], request: "d6")
      #expect(asleep["row"]?["checked"] == false)
      #expect(asleep["row"]?["note"] == "Was asleep")
    }
  }

  @Test("of a day that has not come is of the day on which it was told, and marked; the office is refused")
  func dayAhead() async throws {
    // 11:30 PM on the 20th in Edmonton; the phone is an hour ahead.
    try await TestDaemon.run(at: "2026-11-21T06:30:00Z") { daemon, client in
      let (phone, _) = try await open(daemon, client, visit: ("2026-11-21T06:00:00Z", "2026-11-21T07:00:00Z"))
      let tomorrow = try await phone.record("lunch", ["done": true, "date": "2026-11-21"], request: "d1")
      #expect(tomorrow["row"]?["checked"] == true)
      #expect(tomorrow["row"]?["clockSuspect"] == true)
      #expect(tomorrow["counter"] == "1/9")
      // With its own clock told it is known when it was recorded: the day before.
      let before = try await phone.record(
        "dinner",
        ["done": true, "date": "2026-11-22", "at": "2026-11-22T05:00:00Z", "sentAt": "2026-11-23T06:30:00Z"],
        request: "d2")
      #expect(before["row"]?["clockSuspect"] == true)
      let care = CareOffice(client: client)
      for (day, counter) in [("2026-11-19", "1/8"), ("2026-11-20", "1/9"), ("2026-11-21", "0/8")] {
        #expect(try await care.day(day)["counter"]?.string == counter, "\(day)")
      }
      let refused = try await Office(client: client).refusal(
        "task.record", .object(try care.params(phone.tasks["lunch"], ["done": true, "date": "2026-11-21"], "1")))
      #expect(refused.code == -32602)
      #expect(refused.data["field"] == "date")
    }
  }

  @Test("by a clock that runs ahead is kept as it was sent and marked, and does not outdo what is recorded later")
  func clockAhead() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (phone, _) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      let ahead = try await phone.record("weighed", ["done": true, "at": "2026-11-23T16:30:00Z"], request: "d1")
      #expect(ahead["row"]?["recordedAt"] == "2026-11-23T16:30:00Z")
      #expect(ahead["row"]?["clockSuspect"] == true)
      #expect(ahead["counter"] == "1/9", "it is of today: tomorrow has not come")
      daemon.time.set("2026-11-20T16:40:00Z")
      let later = try await phone.record("weighed", ["done": false, "at": "2026-11-20T16:35:00Z"], request: "d2")
      #expect(later["row"]?["checked"] == false)
      #expect(later["row"]?["clockSuspect"] == false)
      let entries = try await client.call("audit.list", ["client": "margaret-chen"])["entries"]?.array ?? []
      #expect(entries.suffix(2).map { $0["after"]?["clockSuspect"] } == [true, false])
      // With the phone's own clock told, the difference is taken off.
      let mended = try await phone.record(
        "lunch", ["done": true, "at": "2026-11-20T18:30:00Z", "sentAt": "2026-11-20T18:40:00Z"], request: "d3")
      #expect(mended["row"]?["recordedAt"] == "2026-11-20T16:30:00Z")
      #expect(mended["row"]?["clockSuspect"] == true)
    }
  }

  @Test("is stored whatever the office has changed meanwhile: retired, due on other days, begun later, no time wanted")
  func changedMeanwhile() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (phone, _) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      func task(_ name: String) throws -> JSONValue { .string(try #require(phone.tasks[name])) }
      _ = try await client.call("task.remove", ["task": task("weighed"), "requestId": "1"])
      _ = try await client.call(
        "task.put",
        ["client": "margaret-chen", "task": task("lunch"), "condition": ["weekdays": ["sun"]], "requestId": "2"])
      _ = try await client.call(
        "task.put", ["client": "margaret-chen", "task": task("dinner"), "tracksTime": false, "requestId": "3"])
      for (name, more): (String, [String: JSONValue?]) in [
        ("weighed", [:]), ("lunch", ["time": "9:20"]), ("dinner", ["time": "9:25"]),
        ("breakfast", ["date": "2026-10-31"]),
      ] {
        var more = more
        more["done"] = true
        let answer = try await phone.record(name, more, request: "d-\(name)")
        #expect(answer["row"]?["checked"] == true, "\(name)")
        #expect(answer["row"]?["version"] == 1, "\(name)")
      }
    }
  }

  @Test("stands in the audit of its worker and of its visit, also when the office has recorded it otherwise since")
  func audit() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (phone, visit) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      _ = try await phone.peer.call("visit.start", ["visit": .string(visit), "requestId": "s"])
      _ = try await phone.record("weighed", ["done": true], request: "d1")
      _ = try await phone.record("lunch", ["done": true], request: "d2")
      let care = CareOffice(client: client)
      _ = try await care.record(phone.tasks["lunch"], ["done": false], request: "1")
      _ = try await care.record(phone.tasks["workout"], ["done": true], request: "2")
      let told = [
        "Weighed myself on Nov 20, 2026: completed", "Lunch on Nov 20, 2026: completed",
        "Lunch on Nov 20, 2026: not completed",
      ]
      #expect(try await words(client, ["worker": "sarah"]) == told)
      #expect(try await words(client, ["visit": .string(visit)]) == told)
      #expect(
        try await words(client, ["client": "margaret-chen"]) == told + ["Completed workout on Nov 20, 2026: completed"])
    }
  }

  @Test("that says nothing is remembered: told again, it takes back nothing that was recorded since")
  func blankRepeated() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (phone, _) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      let first = try await phone.record("weighed", ["done": false], request: "d1")
      #expect(first["row"]?["checked"] == false)
      _ = try await CareOffice(client: client).record(phone.tasks["weighed"], ["done": true], request: "o1")
      #expect(try await phone.record("weighed", ["done": false], request: "d1") == first)
      let day = try await CareOffice(client: client).day()
      let row = day["rows"]?.array?.first { $0["task"]?.string == phone.tasks["weighed"] }
      #expect(row?["checked"] == true)
      #expect(try await phone.refusal("weighed", ["done": true], request: "d1")?.code == 1424)
    }
  }

  @Test(
    "as done and then as not possible stays not possible, though somebody noted something later and was heard first")
  func notedMeanwhile() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:50:00Z") { daemon, client in
      let (phone, _) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      _ = try await CareOffice(client: client).record(phone.tasks["lunch"], ["note": "Asked the doctor"], request: "n")
      _ = try await phone.record(
        "lunch", ["done": true, "time": "9:10", "at": "2026-11-20T16:10:00Z"], request: "d1")
      let corrected = try await phone.record(
        "lunch", ["outcome": "unable", "reason": "Vomited", "at": "2026-11-20T16:20:00Z"], request: "d2")
      #expect(corrected["row"]?["outcome"]?["kind"] == "unable")
      #expect(corrected["row"]?["checked"] == false)
      #expect(corrected["row"]?["note"] == "Asked the doctor")
      #expect(corrected["row"]?["time"] == "--:--")
    }
  }

  @Test("as done and then as refused stays refused, though a device told only a time later and was heard first")
  func timedMeanwhile() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:50:00Z") { daemon, client in
      let (phone, _) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      _ = try await phone.record("lunch", ["done": true, "at": "2026-11-20T16:10:00Z"], request: "d1")
      _ = try await phone.record("lunch", ["time": "9:15", "at": "2026-11-20T16:40:00Z"], request: "d2")
      let corrected = try await phone.record(
        "lunch", ["outcome": "refused", "reason": "Not hungry", "at": "2026-11-20T16:20:00Z"], request: "d3")
      #expect(corrected["row"]?["outcome"]?["kind"] == "refused")
      #expect(corrected["row"]?["checked"] == false)
    }
  }

  @Test("with a note that was corrected before somebody else recorded it has the corrected note")
  func correctedNote() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:50:00Z") { daemon, client in
      let (phone, _) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      _ = try await phone.record("lunch", ["done": true, "at": "2026-11-20T16:40:00Z"], request: "d1")
      _ = try await phone.record("lunch", ["note": "Half", "at": "2026-11-20T16:10:00Z"], request: "d2")
      _ = try await phone.record("lunch", ["time": "9:05", "at": "2026-11-20T16:15:00Z"], request: "d3")
      let told = try await phone.record("lunch", ["note": "All of it", "at": "2026-11-20T16:20:00Z"], request: "d4")
      #expect(told["row"]?["note"] == "All of it")
      let older = try await phone.record("lunch", ["note": "Soup", "at": "2026-11-20T16:05:00Z"], request: "d5")
      #expect(older["row"]?["note"] == "All of it")
    }
  }

  @Test("first with a time and then as done has that time, whichever of the two is heard first")
  func timedBefore() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:50:00Z") { daemon, client in
      let (phone, _) = try await open(daemon, client, visit: ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"))
      _ = try await phone.record("lunch", ["done": true, "at": "2026-11-20T16:20:00Z"], request: "d1")
      let timed = try await phone.record("lunch", ["time": "9:05", "at": "2026-11-20T16:10:00Z"], request: "d2")
      #expect(timed["row"]?["checked"] == true)
      #expect(timed["row"]?["time"] == "9:05 AM")
    }
  }
}
