import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

@Suite("What is recorded of care tasks")
struct TaskRecordTests {
  @Test("that were not done say why, with a note; checked again they say nothing of it, and the audit keeps all")
  func outcomes() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      let lunch = tasks["lunch"]
      let refused = try await care.record(
        lunch, ["outcome": "refused", "note": "Was not hungry"], request: "1")
      #expect(refused["counter"] == "0/9")
      #expect(refused["row"]?["mark"] == "✗")
      #expect(refused["row"]?["outcome"]?["label"] == "Refused")
      #expect(refused["row"]?["accessibilityLabel"] == "Lunch, refused, no time set (Was not hungry)")
      let done = try await care.record(lunch, ["done": true, "time": "9:15"], request: "2")
      #expect(done["row"]?["outcome"] == .null)
      #expect(done["row"]?["note"] == "Was not hungry")
      let undone = try await care.record(lunch, ["done": false, "time": nil, "note": .null], request: "3")
      #expect(undone["row"]?["time"] == "9:15 AM", "what is left out stays")
      let entries =
        try await client.call("audit.list", ["client": "margaret-chen", "limit": 3])["entries"]?.array ?? []
      #expect(entries.map { $0["method"] } == ["task.record", "task.record", "task.record"])
      #expect(
        entries.map { $0["after"]?["words"]?.string } == [
          "Lunch on Nov 20, 2026: refused (Was not hungry)",
          "Lunch on Nov 20, 2026: completed, 9:15 AM, Was not hungry",
          "Lunch on Nov 20, 2026: not completed, 9:15 AM",
        ])
      #expect(entries.last?["before"]?["done"] == true)
      #expect(entries.last?["before"]?["time"] == "9:15 AM", "as it stands in the words")
      let both = try await Office(client: client).refusal(
        "task.record", .object(try care.params(lunch, ["done": true, "outcome": "unable"], "4")))
      #expect(both.data["field"] == "outcome")
      let noTime = try await Office(client: client).refusal(
        "task.record", .object(try care.params(tasks["weighed"], ["time": "8:00"], "5")))
      #expect(noTime.data["field"] == "time")
    }
  }

  @Test("may have been done now, on the present day alone")
  func now() async throws {
    try await TestDaemon.run(at: "2026-11-20T22:10:40Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      let done = try await care.record(tasks["lunch"], ["done": true, "time": "now"], request: "1")
      #expect(done["row"]?["time"] == "3:10 PM")
      let error = try await Office(client: client).refusal(
        "task.record", .object(try care.params(tasks["dinner"], ["time": "now", "date": "2026-11-19"], "2")))
      #expect(error.data["field"] == "time")
    }
  }

  @Test("have a reason and a note apart, and the reason and the time of one answer go with it")
  func reasonAndNote() async throws {
    try await TestDaemon.run(at: "2026-11-20T22:30:00Z") { daemon, client in
      let (care, tasks) = try await CareOffice.open(client)
      let office = Office(client: client)
      let lunch = tasks["lunch"]
      let refused = try await care.record(
        lunch, ["outcome": "refused", "reason": "Not hungry", "note": "tea only"], request: "1")
      #expect(refused["row"]?["reason"] == "Not hungry")
      #expect(refused["row"]?["note"] == "tea only")
      let done = try await care.record(
        lunch, ["done": true, "time": "11:35", "note": "ate half"], request: "2")
      #expect(done["row"]?["reason"] == .null)
      let unable = try await care.record(lunch, ["outcome": "unable"], request: "3")
      #expect(unable["row"]?["reason"] == .null)
      #expect(unable["row"]?["localTime"] == .null, "it is the time of what was done")
      #expect(unable["row"]?["note"] == "ate half")
      let told = try await care.record(lunch, ["reason": "No food in the house"], request: "4")
      #expect(told["row"]?["reason"] == "No food in the house")
      let again = try await care.record(lunch, ["outcome": "unable"], request: "5")
      #expect(again["row"]?["reason"] == "No food in the house", "what is left out stays")
      let entries = try await client.call("audit.list", ["client": "margaret-chen", "limit": 4])["entries"]?.array
      #expect(
        entries?.map { $0["after"]?["words"]?.string } == [
          "Lunch on Nov 20, 2026: refused, Not hungry (tea only)",
          "Lunch on Nov 20, 2026: completed, 11:35 AM, ate half",
          "Lunch on Nov 20, 2026: could not be done (ate half)",
          "Lunch on Nov 20, 2026: could not be done, No food in the house (ate half)",
        ])
      #expect(entries?.first?["after"]?["reason"] == "Not hungry")
      let alone = try await office.refusal(
        "task.record", .object(try care.params(tasks["dinner"], ["reason": "Too tired"], "6")))
      #expect(alone.data["field"] == "reason")
      #expect(
        alone.message
          == "The parameter \"reason\" says why a task was not done. Send \"outcome\" with it, or write it as \"note\"."
      )
      // What a device was told is kept all the same.
      _ = try await office.visit("2026-11-20T22:00:00Z", "2026-11-20T23:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      let kept = try await sarah.call(
        "task.record", .object(try care.params(tasks["dinner"], ["reason": "Too tired"], "d1")))
      #expect(kept["row"]?["note"] == "Too tired")
      #expect(kept["row"]?["reason"] == .null)
      let more = try await sarah.call(
        "task.record", .object(try care.params(tasks["dinner"], ["done": true, "reason": "Ate half"], "d2")))
      #expect(more["row"]?["note"] == "Too tired\nAte half", "beside what was noted")
      let both = try await sarah.call(
        "task.record",
        .object(try care.params(tasks["lunch"], ["done": true, "note": "Soup", "reason": "Slow today"], "d3")))
      #expect(both["row"]?["note"] == "Soup\nSlow today")
      #expect(both["row"]?["accessibilityLabel"] == "Lunch, completed, no time set, Soup\nSlow today")
    }
  }

  @Test("record a time alone without checking, and are recorded once however often they are sent")
  func once() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (care, tasks) = try await CareOffice.open(client)
      let timed = try await care.record(tasks["dinner"], ["time": "9:15"], request: "1")
      #expect(timed["row"]?["checked"] == false)
      #expect(timed["row"]?["time"] == "9:15 AM")
      let first = try await care.record(tasks["dinner"], ["done": true], request: "2")
      #expect(first["counter"] == "1/9")
      _ = try await care.record(tasks["lunch"], ["done": true], request: "3")
      #expect(try await care.record(tasks["dinner"], ["done": true], request: "2") == first)
      let cursor = try await client.call("system.status")["cursor"]
      // The same told by another request, and later, is no change either.
      daemon.time.set("2026-11-20T16:35:00Z")
      #expect(try await care.record(tasks["dinner"], ["done": true], request: "4")["row"]?["version"] == 2)
      // Nor is to take back what nobody has recorded.
      #expect(
        try await care.record(tasks["workout"], ["done": false, "time": .null], request: "5")["row"]?["version"] == 0)
      #expect(try await client.call("system.status")["cursor"] == cursor)
    }
  }

  @Test("at a time of day that has not come are refused to the office, and kept and marked where a device tells so")
  func ahead() async throws {
    try await TestDaemon.run(at: "2026-11-20T18:47:00Z") { daemon, client in
      let (care, tasks) = try await CareOffice.open(client)
      let office = Office(client: client)
      for time in ["15:30", "9pm", "23:59"] {
        let refusal = try await office.refusal(
          "task.record", .object(try care.params(tasks["lunch"], ["done": true, "time": .string(time)], time)))
        #expect(refusal.data["field"] == "time")
        #expect(
          refusal.message.hasSuffix(
            "is in the future: only what has happened can be recorded. Check the time and the date."))
      }
      #expect(try await care.row("Lunch")?["version"] == 0)
      // Clocks may differ by a little; and yesterday all of it had come.
      let now = try await care.record(tasks["lunch"], ["done": true, "time": "11:48"], request: "1")
      #expect(now["row"]?["time"] == "11:48 AM")
      let past = try await care.record(
        tasks["lunch"], ["done": true, "time": "15:30", "date": "2026-11-19"], request: "2")
      #expect(past["row"]?["time"] == "3:30 PM")
      _ = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T20:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      let told = try await sarah.call(
        "task.record", .object(try care.params(tasks["dinner"], ["done": true, "time": "21:00"], "d1")))
      #expect(told["row"]?["time"] == "9:00 PM")
      #expect(told["row"]?["clockSuspect"] == true)
      // What stands there may be spoken of.
      let noted = try await care.record(tasks["dinner"], ["note": "Soup"], request: "3")
      #expect(noted["row"]?["note"] == "Soup")
      let dated = try await office.refusal(
        "task.record", .object(try care.params(tasks["lunch"], ["time": "2026-11-20T08:00"], "4")))
      #expect(
        dated.message == "\"2026-11-20T08:00\" is no time of day. Write it alone: 8:00 or 8:30 pm.")
    }
  }

  @Test("that were not called for are no part of the counter, and a day on which all else is done is complete")
  func notNeeded() async throws {
    try await TestDaemon.run(at: "2026-11-20T18:47:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      let answer = try await care.record(tasks["workout"], ["outcome": "notNeeded"], request: "0")
      #expect(answer["counter"] == "0/8")
      #expect(try await care.day()["rows"]?.array?.count == 9, "it is still shown")
      for preset in CareOffice.seed where preset != "workout" {
        _ = try await care.record(tasks[preset], ["done": true], request: preset)
      }
      #expect(try await care.day()["counter"] == "8/8")
      #expect(try await care.day()["state"] == "complete")
      for (number, date) in ["2026-11-18", "2026-11-16"].enumerated() {
        _ = try await care.record(tasks["lunch"], ["done": true, "date": .string(date)], request: "l\(number)")
      }
      _ = try await care.record(tasks["lunch"], ["outcome": "notNeeded", "date": "2026-11-17"], request: "n17")
      _ = try await care.record(tasks["lunch"], ["outcome": "notNeeded", "date": "2026-11-19"], request: "n19")
      let stats = try await client.call("task.stats", ["client": "margaret-chen", "days": 5])
      let lunch = try #require(stats["tasks"]?.array?[2]["figures"])
      #expect(lunch["series"]?.array?.map { $0["due"] } == [1, 0, 1, 0, 1], "neither hit nor miss")
      #expect(lunch["currentStreak"] == 3)
      #expect(lunch["rate7"] == ["done": 3, "due": 5, "percent": 60, "label": "60%"])
      // It was called for after all.
      _ = try await care.record(tasks["lunch"], ["outcome": "refused", "date": "2026-11-19"], request: "r19")
      let missed = try await client.call("task.stats", ["client": "margaret-chen", "days": 5])
      #expect(missed["tasks"]?.array?[2]["figures"]?["currentStreak"] == 1)
    }
  }

  @Test("are checked by a device at its client's, during the visit that is under way there")
  func device() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (_, tasks) = try await CareOffice.open(client)
      let office = Office(client: client)
      let visit = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      let task = try #require(tasks["weighed"])
      let before = try await sarah.call(
        "task.record",
        ["client": "margaret-chen", "task": .string(task), "done": true, "requestId": "d1"])
      #expect(before["row"]?["visit"] == .null)
      _ = try await sarah.call("visit.start", ["visit": .string(visit), "requestId": "d2"])
      let lunch = try #require(tasks["lunch"])
      let during = try await sarah.call(
        "task.record",
        ["client": "margaret-chen", "task": .string(lunch), "done": true, "time": "9:25", "requestId": "d3"])
      #expect(during["row"]?["visit"]?.string == visit)
      #expect(during["row"]?["by"] == "sarah")
      let dinner = try #require(tasks["dinner"])
      for (done, request) in [(true, "d5"), (false, "d6")] {
        _ = try await sarah.call(
          "task.record",
          ["client": "margaret-chen", "task": .string(dinner), "done": .bool(done), "requestId": .string(request)])
      }
      let exported = try await client.call("export", ["format": "evv"])["content"]?.string
      #expect(exported?.contains(#""title":"Lunch","date":"2026-11-20","result":"done","time":"09:25""#) == true)
      #expect(exported?.contains("Weighed myself") == false, "that was before the visit")
      #expect(exported?.contains("Dinner") == false, "that was taken back")
      // A day later, when the phone has a network again: it was recorded in time, though it was sent late.
      daemon.time.set("2026-11-21T16:30:00Z")
      let late = try await sarah.call(
        "task.record",
        [
          "client": "margaret-chen", "task": .string(dinner), "date": "2026-11-20", "done": true,
          "at": "2026-11-20T17:00:00Z", "requestId": "d4",
        ])
      #expect(late["row"]?["enteredLate"] == false)
      #expect(late["row"]?["recordedAt"] == "2026-11-20T17:00:00Z")
    }
  }

  @Test("on a day before a task began is refused to the office, and what a device stored there can be taken back")
  func beforeItBegan() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (care, tasks) = try await CareOffice.open(client)
      let office = Office(client: client)
      let told: [[String: JSONValue?]] = [["done": true], ["time": "9:00"], ["outcome": "unable"]]
      for (number, more) in told.enumerated() {
        var more = more
        more["date"] = "2026-10-31"
        let refusal = try await office.refusal(
          "task.record", .object(try care.params(tasks["lunch"], more, "\(number)")))
        #expect(refusal.code == -32602)
        #expect(refusal.data["field"] == "date")
        #expect(refusal.message == "\"Lunch\" begins on November 1, 2026. Choose that day or a later one.")
      }
      _ = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      _ = try await sarah.call(
        "task.record", .object(try care.params(tasks["lunch"], ["done": true, "date": "2026-10-31"], "d")))
      let back = try await care.record(tasks["lunch"], ["done": false, "date": "2026-10-31"], request: "back")
      #expect(back["row"]?["checked"] == false)
      #expect(back["row"]?["version"] == 2)
    }
  }

  @Test("and noted on a later day, are still by whoever did them, and entered when they were")
  func noteAlone() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (care, tasks) = try await CareOffice.open(client)
      let office = Office(client: client)
      _ = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      _ = try await sarah.call("task.record", .object(try care.params(tasks["lunch"], ["done": true], "d1")))
      daemon.time.set("2026-11-21T16:30:00Z")
      let noted = try await care.record(
        tasks["lunch"], ["note": "Half a plate", "date": "2026-11-20"], request: "1")
      #expect(noted["row"]?["by"] == "sarah")
      #expect(noted["row"]?["recordedAt"] == "2026-11-20T16:30:00Z")
      #expect(noted["row"]?["enteredLate"] == false)
      #expect(noted["row"]?["lateLabel"] == .null)
      #expect(noted["row"]?["note"] == "Half a plate")
      let entry = try await client.call("audit.list", ["client": "margaret-chen"])["entries"]?.array?.last
      #expect(entry?["by"] != "sarah", "the audit says who noted it")
      // Another time is another statement of what was done, and was entered late.
      let timed = try await care.record(tasks["lunch"], ["time": "9:40", "date": "2026-11-20"], request: "2")
      #expect(timed["row"]?["by"] != "sarah")
      #expect(timed["row"]?["enteredLate"] == true)
      #expect(timed["row"]?["lateLabel"] == "Entered late")
      // A note of an older moment does not take back the one of a later.
      let older = try await sarah.call(
        "task.record",
        .object(try care.params(tasks["lunch"], ["note": "Soup", "at": "2026-11-20T17:00:00Z"], "d2")))
      #expect(older["row"]?["note"] == "Half a plate")
      // And where nothing stands any more, nothing was entered late.
      let cleared = try await care.record(
        tasks["lunch"], ["done": false, "time": .null, "note": .null, "date": "2026-11-20"], request: "3")
      #expect(cleared["row"]?["enteredLate"] == false)
    }
  }

  @Test("are told of by events, to the office and to a device at its own clients'")
  func events() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (care, tasks) = try await CareOffice.open(client)
      let office = Office(client: client)
      _ = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      let topics: JSONValue = ["task", "taskRecord"]
      let since = try await sarah.call("event.wait", ["timeout": 0, "topics": topics])["cursor"]
      _ = try await care.record(tasks["weighed"], ["done": true], request: "1")
      let told = try await sarah.call(
        "event.wait", ["timeout": 0, "topics": topics, "since": try #require(since)])
      #expect(told["events"]?.array?.map { $0["topic"] } == ["taskRecord"])
      #expect(told["events"]?.array?.map { $0["method"] } == ["task.record"])
    }
  }
}
