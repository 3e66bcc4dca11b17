import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("A session on a client's goal")
struct SessionTests {
  @Test("that nobody has ended ends with its visit, at the check-out, and stands in the visit's audit")
  func endsWithItsVisit() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let added = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "worker": "sarah", "start": "2026-11-20T17:00:00Z", "end": "2026-11-20T18:00:00Z",
          "requestId": "v",
        ])
      let visit = try #require(added["visits"]?.array?.first?["id"]?.string)
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s"])
      let session = try await practice.start(["visit": .string(visit)])
      try await practice.trial(session, true, "t")
      daemon.time.set("2026-11-20T17:45:00Z")
      _ = try await client.call("visit.complete", ["visit": .string(visit), "requestId": "c"])
      let ended = try await practice.show(session)["session"]
      #expect(ended?["end"]?["at"] == "2026-11-20T17:45:00Z")
      #expect(ended?["endDerived"] == true)
      let entries =
        try await client.call("audit.list", ["visit": .string(visit), "limit": 20])["entries"]?.array ?? []
      let methods: [String] = entries.compactMap { $0["method"]?.string }
      #expect(methods.contains("session.trial"))
    }
  }

  @Test("counts its trials, says how many succeeded and how long it took, and stands in the audit step by step")
  func whole() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let begun = try await client.call(
        "session.start",
        [
          "worker": "sarah", "client": "margaret-chen", "goal": .string(practice.goal), "requestId": "start",
        ])
      #expect(begun["announcement"] == "Session with Margaret Chen started: Stand up unaided.")
      #expect(begun["session"]?["state"] == "running")
      #expect(begun["session"]?["successRate"] == .null)
      #expect(begun["session"]?["display"]?["result"] == "No trials")
      #expect(begun["session"]?["display"]?["time"] == "Since 10:15 AM")
      let session = try #require(begun["session"]?["id"]?.string)
      for number in 1...10 { try await practice.trial(session, number > 2, "t\(number)") }
      daemon.time.set("2026-11-20T17:27:30Z")
      #expect(try await practice.show(session)["session"]?["duration"] == 750)
      let ended = try await practice.end(session)
      #expect(
        ended["announcement"]
          == "Session with Margaret Chen ended. 8 of 10 trials successful (80%). Duration: 12 minutes.")
      #expect(ended["session"]?["trials"] == 10)
      #expect(ended["session"]?["successes"] == 8)
      #expect(ended["session"]?["successRate"] == .number(0.8))
      #expect(ended["session"]?["duration"] == 750)
      #expect(ended["session"]?["end"]?["at"] == "2026-11-20T17:27:30Z")
      #expect(ended["session"]?["display"]?["time"] == "10:15 AM - 10:27 AM")
      daemon.time.set("2026-11-20T19:00:00Z")
      #expect(try await practice.show(session)["session"]?["duration"] == 750)
      let entries =
        try await client.call("audit.list", ["client": "margaret-chen", "limit": 12])["entries"]?.array ?? []
      #expect(
        entries.map { $0["method"]?.string }
          == ["session.start"] + Array(repeating: "session.trial", count: 10) + ["session.end"])
      #expect(entries[3]["before"]?["trials"] == 2)
      #expect(entries[3]["after"]?["lastTrial"]?["number"] == 3)
      #expect(entries[3]["after"]?["display"]?["goal"] == "Stand up unaided")
    }
  }

  @Test("takes a trial back that was a slip of the finger: it counts no more, and stays with the mark of it")
  func undo() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { _, client in
      let practice = try await Practice.open(client)
      let session = try await practice.start()
      try await practice.trial(session, true, "1")
      let second = try await practice.trial(session, false, "2")
      #expect(second["announcement"] == "Trial 2: No success. 1 of 2 trials successful (50%).")
      let undone = try await client.call(
        "session.trial", ["session": .string(session), "undo": true, "requestId": "3"])
      #expect(undone["announcement"] == "Trial 2: Taken back. 1 of 1 trial successful (100%).")
      let third = try await practice.trial(session, true, "4")
      #expect(third["session"]?["lastTrial"]?["number"] == 3)
      _ = try await client.call(
        "session.trial", ["session": .string(session), "undo": true, "trial": 1, "requestId": "5"])
      let trials = try await practice.show(session)["trials"]?.array ?? []
      #expect(trials.map { $0["mark"]?.string } == ["–", "–", "✓"])
      #expect(trials[1]["spoken"] == "Trial 2, No success, 10:15 AM, Taken back")
      let twice = try await Office(client: client).refusal(
        "session.trial", ["session": .string(session), "undo": true, "trial": 1, "requestId": "6"])
      #expect(twice.data["field"] == "trial")
      #expect(
        twice.message
          == "This session has no such trial, or it was undone. Look at it first: visits session show \(session).")
    }
  }

  @Test("one at a time: the office is told which one is running and how to end it")
  func one() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { _, client in
      let practice = try await Practice.open(client)
      let session = try await practice.start()
      let refusal = try await Office(client: client).refusal(
        "session.start",
        ["worker": "sarah", "client": "margaret-chen", "goal": .string(practice.goal), "requestId": "again"])
      #expect(refusal.code == 1422)
      #expect(refusal.data["session"]?.string == session)
      #expect(
        refusal.message == """
          The session with Margaret Chen, begun at 10:15 AM, is still running. End it first: visits session end \
          --session \(session).
          """)
      try await practice.end(session)
      _ = try await practice.start([:], "next")
    }
  }

  @Test("from a device ends the one before at that instant, and says so in the audit")
  func givesWay() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let office = Office(client: client)
      _ = try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      let first = try await practice.start([:], "first", by: sarah)
      daemon.time.set("2026-11-20T17:30:00Z")
      let second = try await sarah.call(
        "session.start",
        [
          "worker": "sarah", "client": "margaret-chen", "goal": .string(practice.goal),
          "at": "2026-11-20T17:25:00Z", "requestId": "second",
        ])
      #expect(second["ended"]?["id"]?.string == first)
      #expect(second["ended"]?["end"]?["at"] == "2026-11-20T17:25:00Z")
      #expect(second["ended"]?["endDerived"] == true)
      #expect(second["ended"]?["display"]?["status"] == "Ended automatically")
      #expect(
        second["announcement"] == """
          Session with Margaret Chen started: Stand up unaided. The session with Margaret Chen ended because this one \
          began.
          """)
      // What the device says of the end itself takes the place of what followed, and of two ends the later one counts.
      let told = try await practice.end(first, "told", ["at": "2026-11-20T17:20:00Z"], by: sarah)
      #expect(told["session"]?["end"]?["at"] == "2026-11-20T17:20:00Z")
      #expect(told["session"]?["endDerived"] == nil)
      let again = try await practice.end(first, "again", ["at": "2026-11-20T17:29:00Z"], by: sarah)
      #expect(again["session"]?["end"]?["at"] == "2026-11-20T17:29:00Z")
      let entries = try await client.call("audit.list", ["worker": "sarah", "limit": 4])["entries"]?.array ?? []
      #expect(entries.map { $0["method"] } == ["session.start", "session.start", "session.end", "session.end"])
      #expect(entries[0]["after"]?["id"]?.string == first)
      #expect(entries[0]["by"] == "sarah")
    }
  }

  @Test("of a device that was offline arrives whole, with its own id, whatever the office has decided since")
  func offline() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let office = Office(client: client)
      let visit = try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      _ = try await sarah.call(
        "visit.start", ["visit": .string(visit), "at": "2026-11-20T17:01:00Z", "requestId": "in"])
      _ = try await sarah.call(
        "visit.complete", ["visit": .string(visit), "at": "2026-11-20T17:58:00Z", "requestId": "out"])
      _ = try await client.call(
        "goal.put",
        [
          "client": "margaret-chen", "goal": .string(practice.goal), "status": "achieved", "requestId": "achieved",
        ])
      daemon.time.set("2026-11-21T06:00:00Z")
      let id = "0199E0C2-5d80-7000-8000-0000000000aa"
      let start: JSONValue = [
        "worker": "sarah", "client": "margaret-chen", "goal": .string(practice.goal), "session": .string(id),
        "at": "2026-11-20T17:10:00Z", "sentAt": "2026-11-21T06:01:00Z", "requestId": "s",
      ]
      let begun = try await sarah.call("session.start", start)
      #expect(begun["session"]?["id"]?.string == id.lowercased())
      // The device's clock is a minute ahead.
      #expect(begun["session"]?["start"]?["at"] == "2026-11-20T17:09:00Z")
      #expect(begun["session"]?["start"]?["method"] == "device")
      #expect(begun["session"]?["visit"]?.string == visit)
      try await practice.trial(id, true, "t1", ["at": "2026-11-20T17:12:00Z"], by: sarah)
      let ended = try await practice.end(id, "e", ["at": "2026-11-20T17:20:00Z"], by: sarah)
      #expect(ended["session"]?["duration"] == 660)
      // One that was still on its way counts too, and says that it came late.
      let late = try await practice.trial(id, false, "t2", ["at": "2026-11-20T17:15:00Z"], by: sarah)
      #expect(late["session"]?["trials"] == 2)
      let trials = try await practice.show(id)["trials"]?.array ?? []
      #expect(trials.map { $0["late"] } == [nil, true])
      #expect(trials[1]["label"] == "No success, recorded after the end")
      // Told again, under another request too, it is the same session.
      #expect(try await sarah.call("session.start", start) == begun)
      let count = try await client.call("session.list", ["client": "margaret-chen"])["sessions"]?.array?.count
      #expect(count == 1)
    }
  }

  @Test("of a device is kept though the visit was given to somebody else since, and though its worker has left")
  func former() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let office = Office(client: client)
      let visit = try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      _ = try await client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "james"])
      _ = try await client.call("visit.change", ["visit": .string(visit), "worker": "james", "requestId": "given"])
      _ = try await client.call("worker.put", ["id": "sarah", "active": false, "requestId": "left"])
      let session = try await practice.start(["visit": .string(visit)], "s", by: sarah)
      try await practice.trial(session, true, "t", by: sarah)
      let ended = try await practice.end(session, "e", by: sarah)
      #expect(ended["session"]?["successes"] == 1)
      #expect(ended["session"]?["visit"]?.string == visit)
    }
  }

  @Test("of a clock that runs ahead is kept as it was sent, and marked; the office is refused")
  func ahead() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let office = Office(client: client)
      _ = try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      let session = try await practice.start(["at": "2026-11-20T19:15:00Z"], "ahead", by: sarah)
      let shown = try await practice.show(session)["session"]
      #expect(shown?["start"]?["at"] == "2026-11-20T19:15:00Z")
      #expect(shown?["start"]?["clockSuspect"] == true)
      // An end before that start is a wrong clock too: no time has passed that we know of.
      let ended = try await practice.end(session, "end", ["at": "2026-11-20T17:20:00Z"], by: sarah)
      #expect(ended["session"]?["duration"] == 0)
      #expect(ended["session"]?["end"]?["clockSuspect"] == true)
      let refusal = try await office.refusal(
        "session.start",
        [
          "worker": "sarah", "client": "margaret-chen", "goal": .string(practice.goal), "at": "2026-11-20T19:15:00Z",
          "requestId": "office",
        ])
      #expect(refusal.data["field"] == "at")
    }
  }

  @Test("that has ended takes from the office what lies within it, by its time, and its end can be mended")
  func afterwards() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let office = Office(client: client)
      let session = try await practice.start()
      daemon.time.set("2026-11-20T17:30:00Z")
      try await practice.end(session)
      func refusal(_ at: String?, _ request: String) async throws -> RPCError {
        var params = practice.params(["at": at.map { .string($0) }, "success": true], request)
        params["session"] = .string(session)
        return try await office.refusal("session.trial", .object(params))
      }
      let untimed = try await refusal(nil, "1")
      #expect(untimed.code == 1422)
      #expect(untimed.data["field"] == "at")
      #expect(
        untimed.message
          == "This session ended at 10:30 AM. What happened before can still be recorded: give its time with \"at\".")
      #expect(
        try await refusal("2026-11-20T17:30:01Z", "2").message
          == "10:30 AM lies after this session ended (10:30 AM). Check the time.")
      #expect(
        try await refusal("2026-11-20T17:10:00Z", "3").message
          == "10:10 AM lies before this session began (10:15 AM). Check the time.")
      try await practice.trial(session, true, "4", ["at": "2026-11-20T17:20:00Z"])
      let mended = try await practice.end(session, "mend", ["localAt": "10:25"])
      #expect(mended["session"]?["duration"] == 600)
    }
  }

  @Test("is recorded once however often it is sent, and its version is told when it has moved on")
  func once() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { _, client in
      let practice = try await Practice.open(client)
      let session = try await practice.start()
      let first = try await practice.trial(session, true, "1")
      try await practice.trial(session, true, "2")
      let cursor = try await client.call("system.status")["cursor"]
      #expect(try await practice.trial(session, true, "1") == first)
      #expect(try await practice.start() == session)
      #expect(try await client.call("system.status")["cursor"] == cursor)
      let stale = try await Office(client: client).refusal(
        "session.end", ["session": .string(session), "expectedVersion": 1, "requestId": "stale"])
      #expect(stale.code == 1409)
      #expect(stale.data["current"]?["trials"] == 2)
    }
  }

  @Test("is listed by worker, client, goal, visit and time, newest first, page by page")
  func lists() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let other = try await Practice.goal("Walk to the door", client)
      var ids: [String] = []
      for number in 0..<3 {
        daemon.time.set("2026-11-2\(number)T17:15:00Z")
        ids.append(try await practice.start(["goal": number == 1 ? .string(other) : nil], "s\(number)"))
        if number < 2 { try await practice.end(ids[number], "e\(number)") }
      }
      func list(_ params: JSONValue) async throws -> [String] {
        try await client.call("session.list", params)["sessions"]?.array?.compactMap { $0["id"]?.string } ?? []
      }
      #expect(try await list(["client": "margaret-chen"]) == [ids[2], ids[1], ids[0]])
      #expect(try await list(["goal": .string(other)]) == [ids[1]])
      #expect(try await list(["running": true, "worker": "sarah"]) == [ids[2]])
      #expect(try await list(["from": "2026-11-21", "to": "2026-11-22"]) == [ids[1]])
      let page = try await client.call("session.list", ["limit": 2])
      let next = try #require(page["next"])
      #expect(try await list(["limit": 2, "after": next]) == [ids[0]])
    }
  }

  @Test("is found by a part of its id, however many there were since, and by a part of its client's name")
  func matched() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let first = "0199e0c2-5d80-7000-8000-00000000abcd"
      _ = try await practice.start(["session": .string(first)], "first")
      try await practice.end(first, "end first")
      let second = "0199e0c2-5d80-7000-8000-1111111100cd"
      _ = try await practice.start(["session": .string(second)], "second")
      func list(_ params: JSONValue) async throws -> [String] {
        try await client.call("session.list", params)["sessions"]?.array?.compactMap { $0["id"]?.string } ?? []
      }
      #expect(try await list(["match": "abcd"]) == [first])
      #expect(try await list(["match": "000000ABCD", "limit": 1]) == [first])
      #expect(try await list(["match": "0199e0c2-5d80-7000-8000-1"]) == [second])
      #expect(try await list(["match": "0199e0c2"]).count == 2)
      #expect(try await list(["match": "0199e0c2", "running": true]) == [second])
      #expect(try await list(["match": "0199e0c2", "client": "margaret-chen", "limit": 1]) == [second])
      #expect(try await list(["match": "0cd"]) == [], "too short for an id")
      #expect(try await list(["match": "chen"]).count == 2)
      #expect(try await list(["match": "beef"]) == [])
      #expect(try await list(["match": " "]) == [])
    }
  }

  @Test("is told of by events: to the office and to its worker's device, and a goal to whoever visits the client")
  func events() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let office = Office(client: client)
      _ = try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      let topics: JSONValue = ["goal", "session"]
      let since = try #require(try await sarah.call("event.wait", ["timeout": 0, "topics": topics])["cursor"])
      let session = try await practice.start()
      try await practice.trial(session, true, "1")
      _ = try await Practice.goal("Walk to the door", client)
      let told = try await sarah.call("event.wait", ["timeout": 0, "topics": topics, "since": since])
      #expect(told["events"]?.array?.map { $0["method"] } == ["session.start", "session.trial", "goal.put"])
      #expect(told["events"]?.array?.map { $0["topic"] } == ["session", "session", "goal"])
    }
  }

  @Test("that a device tells of after its visit was over has ended with the visit")
  func toldLate() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let office = Office(client: client)
      let visit = try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      daemon.time.set("2026-11-20T18:05:00Z")
      _ = try await sarah.call(
        "visit.start", ["visit": .string(visit), "at": "2026-11-20T17:01:00Z", "requestId": "s"])
      _ = try await sarah.call(
        "visit.complete", ["visit": .string(visit), "at": "2026-11-20T17:58:00Z", "requestId": "c"])
      let late = try await practice.start(
        ["visit": .string(visit), "at": "2026-11-20T17:30:00Z"], "second", by: sarah)
      #expect(try await practice.show(late)["session"]?["end"]?["at"] == "2026-11-20T17:58:00Z")
      let early = try await practice.start(
        ["visit": .string(visit), "at": "2026-11-20T17:10:00Z"], "first", by: sarah)
      #expect(try await practice.show(early)["session"]?["end"]?["at"] == "2026-11-20T17:30:00Z")
    }
  }
}
