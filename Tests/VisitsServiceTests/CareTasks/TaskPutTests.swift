import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

@Suite("A client's care tasks")
struct TaskPutTests {
  @Test("is refused under a title that another in the routine has, whatever its accents, until that one is retired")
  func sameTitle() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      let office = Office(client: client)
      let cat = try await care.put(["title": "Feed the café cat"])
      let told: [([String: JSONValue?], String)] = [
        (["title": "feed the cafe cat"], "Feed the café cat"), (["preset": "breakfast"], "Breakfast"),
        (["title": "BREAKFAST"], "Breakfast"), (["title": "Breakfast", "locale": "de"], "Frühstück"),
        (["title": "Lunch", "task": .string(cat)], "Lunch"),
      ]
      for (number, (more, title)) in told.enumerated() {
        var params = CareOffice.params(more)
        params["requestId"] = .string("same-\(number)")
        let refusal = try await office.refusal("task.put", .object(params))
        #expect(refusal.code == -32602)
        let inGerman = "„\(title)“ gehört schon zu den Aufgaben dieses Klienten."
        #expect(
          refusal.message
            == "\"\(title)\" is one of this client's tasks already. Change that one, or choose another title."
            || refusal.message.hasPrefix(inGerman))
      }
      _ = try await client.call(
        "task.remove", ["task": .string(try #require(tasks["breakfast"])), "from": "2026-11-20", "requestId": "r"])
      let again = try await care.put(["preset": "breakfast", "requestId": "again"])
      #expect(again != tasks["breakfast"])
      let back = try await office.refusal(
        "task.put",
        .object(
          CareOffice.params(["task": tasks["breakfast"].map { .string($0) }, "condition": .null, "requestId": "b"])))
      #expect(back.message.hasPrefix("\"Breakfast\" is one of this client's tasks already."))
    }
  }

  @Test("that is to be done each hour is a task for each time of the day")
  func hourly() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      _ = try await CareOffice.open(client)
      let refusal = try await Office(client: client).refusal(
        "task.put",
        .object(
          CareOffice.params(["title": "Turned", "condition": ["repeat": "FREQ=HOURLY"], "requestId": "h"])))
      #expect(
        refusal.message == "FREQ=HOURLY is not supported. Make it DAILY, with a task for each time of the day.")
    }
  }

  @Test("due only when another is done come and go with it, and two may not wait for each other")
  func whenDone() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      let workout = try #require(tasks["workout"])
      let stretched = try await care.put(["title": "Stretched", "condition": ["whenDone": .string(workout)]])
      #expect(try await care.day()["counter"] == "0/9")
      let early = try await Office(client: client).refusal(
        "task.record", .object(try care.params(stretched, ["done": true], "1")))
      #expect(
        early.message
          == "\"Stretched\" is not due on November 20, 2026. Check the date, or change when it is due: visits tasks change."
      )
      #expect(try await care.record(workout, ["done": true], request: "2")["counter"] == "1/10")
      #expect(try await care.record(stretched, ["done": true], request: "3")["counter"] == "2/10")
      #expect(try await care.record(workout, ["done": false], request: "4")["counter"] == "0/9")
      let ring = try await Office(client: client).refusal(
        "task.put",
        [
          "client": "margaret-chen", "task": .string(workout), "condition": ["whenDone": .string(stretched)],
          "requestId": "ring",
        ])
      #expect(ring.message == "This task would wait for itself. Choose another one to wait for.")
      let awaited = try await Office(client: client).refusal(
        "task.remove", ["task": .string(workout), "requestId": "gone"])
      #expect(
        awaited.message == "\"Stretched\" is due only when this task is done. Change that first: visits tasks change.")
    }
  }

  @Test("are changed, put in another order and retired, and what was recorded stays")
  func defined() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (care, tasks) = try await CareOffice.open(client)
      let own = try await care.put(
        ["title": "Water the plants", "category": "household", "accent": "teal", "order": 1, "tracksTime": true])
      var rows = try await care.day()["rows"]?.array ?? []
      #expect(rows.first?["title"] == "Water the plants")
      #expect(rows.first?["initials"] == "WT")
      #expect(rows.first?["symbol"] == .null)
      #expect(rows.first?["accent"] == "teal")
      #expect(rows.first?["categoryLabel"] == "Household")
      _ = try await client.call(
        "task.put", ["client": "margaret-chen", "task": .string(own), "order": 3, "requestId": "o1"])
      rows = try await care.day()["rows"]?.array ?? []
      #expect(
        rows.prefix(4).map { $0["title"]?.string } == ["Weighed myself", "Breakfast", "Water the plants", "Lunch"])
      _ = try await care.record(own, ["done": true], request: "r1")
      let removed = try await client.call(
        "task.remove", ["task": .string(own), "reason": "She moved", "requestId": "x1"])
      #expect(removed["task"]?["retiredSince"] == "2026-11-21", "what was done today stays counted today")
      #expect(try await care.day()["counter"] == "1/10")
      daemon.time.set("2026-11-21T16:30:00Z")
      #expect(try await care.day()["counter"] == "0/8")
      #expect(try await care.row("Water the plants", on: "2026-11-20")?["checked"] == true)
      let list = try await client.call("task.list", ["client": "margaret-chen"])["tasks"]?.array ?? []
      #expect(list.count == 9)
      let all = try await client.call("task.list", ["client": "margaret-chen", "includeRetired": true])
      #expect(all["tasks"]?.array?.first { $0["id"]?.string == own }?["active"] == false)
      _ = try await client.call(
        "task.put", ["client": "margaret-chen", "task": .string(own), "condition": .null, "requestId": "back"])
      #expect(try await care.day()["counter"] == "0/9")
      let stale = try await Office(client: client).refusal(
        "task.put",
        [
          "client": "margaret-chen", "task": .string(try #require(tasks["weighed"])), "accent": "red",
          "expectedVersion": 7, "requestId": "v",
        ])
      #expect(stale.code == 1409)
      #expect(stale.data["current"]?["title"] == "Weighed myself")
    }
  }

  @Test("are due otherwise from tomorrow on once today's is recorded, and what is planned for later stays")
  func fromWhen() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let (care, tasks) = try await CareOffice.open(client)
      _ = try await care.record(tasks["lunch"], ["done": true], request: "1")
      _ = try await care.record(tasks["dinner"], ["outcome": "refused"], request: "2")
      let sundays: JSONValue = ["weekdays": ["sun"]]
      for name in ["lunch", "dinner", "workout"] {
        try await care.put(["task": tasks[name].map { .string($0) }, "condition": sundays, "requestId": .string(name)])
      }
      let today = try await care.day()
      #expect(today["counter"] == "1/8", "nothing was recorded of the workout, which is due on Sundays now")
      #expect(try await care.row("Lunch")?["checked"] == true)
      #expect(try await care.row("Dinner")?["outcome"]?["kind"] == "refused")
      #expect(try await care.row("Lunch", on: "2026-11-21") == nil)
      // Retired from December on, and otherwise until then.
      let weighed = try #require(tasks["weighed"])
      _ = try await client.call("task.remove", ["task": .string(weighed), "from": "2026-12-01", "requestId": "3"])
      try await care.put(["task": .string(weighed), "condition": ["weekdays": ["mon"]], "requestId": "4"])
      daemon.time.set("2026-12-07T16:30:00Z")
      #expect(try await care.row("Weighed myself") == nil, "a Monday in December")
      #expect(try await care.row("Weighed myself", on: "2026-11-30")?["checked"] == false)
      #expect(try await care.row("Weighed myself", on: "2026-11-22") == nil)
    }
  }

  @Test("are not retired before they began, nor many years from now")
  func retiredWhen() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      let office = Office(client: client)
      let lunch = JSONValue.string(try #require(tasks["lunch"]))
      let early = try await office.refusal(
        "task.remove", ["task": lunch, "from": "2026-10-31", "requestId": "1"])
      #expect(early.code == -32602)
      #expect(early.data["field"] == "from")
      #expect(early.message == "\"Lunch\" begins on November 1, 2026. Choose that day or a later one.")
      let far = try await office.refusal("task.remove", ["task": lunch, "from": "2226-11-20", "requestId": "2"])
      #expect(far.data["field"] == "from")
      #expect(far.message == "12:00 AM on November 20, 2226 is more than 10 years from now. Check the year.")
      // One that was to begin next week never begins.
      let planned = try await care.put(["title": "Stretched", "from": "2026-11-27"])
      let gone = try await client.call("task.remove", ["task": .string(planned), "requestId": "3"])
      #expect(gone["task"]?["active"] == false)
      #expect(try await care.row("Stretched", on: "2026-11-28") == nil)
    }
  }

  @Test("are at most a hundred at once; one that is retired makes room")
  func cap() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, _) = try await CareOffice.open(client)
      var last = ""
      for number in 10...100 { last = try await care.put(["title": .string("Row \(number)")]) }
      let refusal = try await Office(client: client).refusal(
        "task.put", ["client": "margaret-chen", "title": "One more", "requestId": "more"])
      #expect(refusal.code == -32602)
      #expect(
        refusal.message
          == "This client has 100 care tasks already, as many as a checklist can hold. Retire one first: visits tasks retire."
      )
      // Those that are there can be changed, and one that is retired makes room, which it takes again when it is back.
      try await care.put(["task": .string(last), "accent": "teal", "requestId": "c"])
      _ = try await client.call("task.remove", ["task": .string(last), "requestId": "r"])
      try await care.put(["title": "One more"])
      let back = try await Office(client: client).refusal(
        "task.put", ["client": "margaret-chen", "task": .string(last), "condition": .null, "requestId": "b"])
      #expect(back.message.hasPrefix("This client has 100 care tasks already"))
    }
  }

  @Test("can be put into the same place over and over: room is made for them")
  func order() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      for number in 1...30 { try await care.put(["title": .string("Row \(number)"), "order": 2]) }
      let rows = try await care.day()["rows"]?.array?.compactMap { $0["title"]?.string } ?? []
      #expect(rows.prefix(4) == ["Weighed myself", "Row 30", "Row 29", "Row 28"])
      #expect(rows.count == 39)
      #expect(rows.last == "Slept in bed, not couch")
      _ = tasks
    }
  }

  @Test("come with presets in words, their categories, and the palette")
  func presets() async throws {
    try await TestDaemon.run { _, client in
      let answer = try await client.call("task.presets")
      #expect(answer["presets"]?.array?.count == 24)
      #expect(answer["presets"]?.array?[5]["title"] == "Kitchen closed at 10 PM")
      #expect(answer["accents"]?.array?.count == 16)
      #expect(answer["accents"]?.array?.first?["light"]?["ink"] == "#bd291f")
      #expect(answer["categories"]?.array?.first?["label"] == "Health")
    }
  }
}
