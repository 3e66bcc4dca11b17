import JSONRPC
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

/// A client's routine, made through the front door.
struct CareOffice: Sendable {
  let client: CheckedClient

  /// The rows of seed 000; the meal before the workout is due on Mondays, Wednesdays and Fridays.
  static let seed = [
    "weighed", "breakfast", "lunch", "preWorkoutMeal", "dinner", "kitchenClosed", "trackedMeals", "workout",
    "sleptInBed",
  ]

  /// Margaret Chen, with the nine rows since the first of November 2026.
  static func open(_ client: CheckedClient) async throws -> (care: CareOffice, tasks: [String: String]) {
    _ = try await Office.open(client)
    let care = CareOffice(client: client)
    var tasks: [String: String] = [:]
    for preset in seed {
      tasks[preset] = try await care.put(
        [
          "preset": .string(preset), "from": "2026-11-01",
          "condition": preset == "preWorkoutMeal" ? ["weekdays": ["mon", "wed", "fri"]] : nil,
        ])
    }
    return (care, tasks)
  }

  /// Defines a task; gives its id.
  @discardableResult
  func put(_ more: [String: JSONValue?]) async throws -> String {
    var params = Self.params(more)
    if params["requestId"] == nil {
      params["requestId"] = .string("put-\(more["title"]??.string ?? more["preset"]??.string ?? "")")
    }
    return try #require(try await client.call("task.put", .object(params))["task"]?["id"]?.string)
  }

  func record(_ task: String?, _ more: [String: JSONValue?], request: String) async throws -> JSONValue {
    try await client.call("task.record", .object(try params(task, more, request)))
  }

  func params(_ task: String?, _ more: [String: JSONValue?], _ request: String) throws -> JSONObject {
    var params = Self.params(more)
    params["requestId"] = .string(request)
    params["task"] = .string(try #require(task))
    return params
  }

  /// Parameters about Margaret Chen; what is `nil` is left out.
  static func params(_ more: [String: JSONValue?]) -> JSONObject {
    var params = JSONObject()
    params["client"] = "margaret-chen"
    for (name, value) in more { params[name] = value }
    return params
  }

  func day(_ date: String? = nil, locale: String? = nil) async throws -> JSONValue {
    try await client.call(
      "task.day", .object(Self.params(["date": date.map { .string($0) }, "locale": locale.map { .string($0) }])))
  }

  /// The row of that title.
  func row(_ title: String, on date: String? = nil) async throws -> JSONValue? {
    try await day(date)["rows"]?.array?.first { $0["title"]?.string == title }
  }
}

@Suite("A client's care tasks")
struct CareTaskTests {
  @Test("stand as the nine rows of seed 000: unchecked, with a chip where a time is wanted, 0/9 (Empty)")
  func empty() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, _) = try await CareOffice.open(client)
      let day = try await care.day()
      #expect(day["state"] == "empty")
      #expect(day["counter"] == "0/9")
      #expect(day["showsTodayButton"] == false)
      #expect(day["header"]?["heading"] == "Friday, November 20")
      #expect(day["header"]?["indicator"] == "(Today)")
      #expect(day["header"]?["previous"]?["date"] == "2026-11-19")
      #expect(day["header"]?["previous"]?["label"] == "Previous day")
      #expect(day["header"]?["next"]?["date"] == "2026-11-21")
      let rows = try #require(day["rows"]?.array)
      #expect(
        rows.map { $0["title"]?.string } == [
          "Weighed myself", "Breakfast", "Lunch", "Pre-workout meal", "Dinner", "Kitchen closed at 10 PM",
          "Tracked all meals", "Completed workout", "Slept in bed, not couch",
        ])
      #expect(
        rows.map { $0["time"]?.string } == [nil, "--:--", "--:--", "--:--", "--:--", nil, nil, nil, nil])
      #expect(rows.allSatisfy { $0["checked"] == false })
      #expect(rows[1]["accessibilityLabel"] == "Breakfast, not completed, no time set")
      #expect(rows[1]["accessibilityHint"] == "Double tap and hold to complete")
      #expect(rows[5]["initials"] == "KC")
    }
  }

  @Test("are partial at 6/9 with the times of the seed, and complete at 9/9")
  func partial() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      _ = try await care.record(tasks["breakfast"], ["done": true, "time": "10:30"], request: "1")
      _ = try await care.record(tasks["lunch"], ["done": true, "time": "3:30 pm"], request: "2")
      _ = try await care.record(tasks["preWorkoutMeal"], ["done": true, "time": "18:00"], request: "3")
      _ = try await care.record(tasks["dinner"], ["done": true, "time": "9pm"], request: "4")
      _ = try await care.record(tasks["weighed"], ["done": true], request: "5")
      let sixth = try await care.record(tasks["kitchenClosed"], ["done": true], request: "6")
      #expect(sixth["counter"] == "6/9")
      #expect(sixth["announcement"] == "Kitchen closed at 10 PM, completed. 6 of 9 completed.")
      let partial = try await care.day()
      #expect(partial["state"] == "partial")
      #expect(partial["counter"] == "6/9")
      #expect(
        partial["rows"]?.array?.map { $0["time"]?.string } == [
          nil, "10:30 AM", "3:30 PM", "6:00 PM", "9:00 PM", nil, nil, nil, nil,
        ])
      #expect(partial["rows"]?.array?[1]["accessibilityLabel"] == "Breakfast, completed, 10:30 AM")
      #expect(partial["rows"]?.array?[1]["accessibilityHint"] == "Double tap to open task menu")
      for (number, preset) in ["trackedMeals", "workout", "sleptInBed"].enumerated() {
        _ = try await care.record(tasks[preset], ["done": true], request: "7\(number)")
      }
      let complete = try await care.day()
      #expect(complete["state"] == "complete")
      #expect(complete["counter"] == "9/9")
    }
  }

  @Test("of a past day are its history, with a way back to today, and are recorded as entered late (Past Day)")
  func past() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      // A Thursday: the conditional row is not due, and absent from the rows and the counter.
      let before = try await care.day("2026-11-19")
      #expect(before["counter"] == "0/8")
      #expect(before["rows"]?.array?.contains { $0["title"] == "Pre-workout meal" } == false)
      let answer = try await care.record(
        tasks["breakfast"], ["done": true, "date": "2026-11-19", "time": "10:30"], request: "1")
      #expect(answer["counter"] == "1/8")
      #expect(answer["row"]?["enteredLate"] == true)
      let past = try await care.day("2026-11-19")
      #expect(past["state"] == "pastDay")
      #expect(past["showsTodayButton"] == true)
      #expect(past["todayButton"]?["label"] == "Today")
      #expect(past["header"]?["indicator"] == .null)
      #expect(past["rows"]?.array?[1]["accessibilityLabel"] == "Breakfast, completed, 10:30 AM, entered late")
      #expect(try await care.day()["counter"] == "0/9")
    }
  }

  @Test("of a day that has not come are all unchecked, and recording is refused (Future Day)")
  func future() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      let day = try await care.day("2026-11-23")
      #expect(day["state"] == "futureDay")
      #expect(day["counter"] == "0/9")
      #expect(day["showsTodayButton"] == true)
      #expect(day["rows"]?.array?.first?["accessibilityHint"] == "Double tap to open task menu")
      let refusal = try await Office(client: client).refusal(
        "task.record", .object(try care.params(tasks["weighed"], ["done": true, "date": "2026-11-21"], "f")))
      #expect(refusal.code == -32602)
      #expect(refusal.data["field"] == "date")
      #expect(
        refusal.message
          == "November 21, 2026 has not come yet: only what has happened can be recorded. Check the date.")
    }
  }

  @Test("follow the client's own midnight, not the agency's")
  func midnight() async throws {
    try await TestDaemon.run(at: "2026-11-21T04:30:00Z") { daemon, client in
      let (care, tasks) = try await CareOffice.open(client)
      #expect(try await care.day()["date"] == "2026-11-20")
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "timeZone": "Europe/Berlin", "requestId": "berlin"])
      #expect(try await care.day()["date"] == "2026-11-21")
      let answer = try await care.record(tasks["weighed"], ["done": true, "date": "2026-11-20"], request: "1")
      #expect(answer["row"]?["enteredLate"] == true)
    }
  }

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
      #expect(refused["row"]?["accessibilityLabel"] == "Lunch, Refused, no time set")
      let done = try await care.record(lunch, ["done": true, "time": "15:30"], request: "2")
      #expect(done["row"]?["outcome"] == .null)
      #expect(done["row"]?["note"] == "Was not hungry")
      let undone = try await care.record(lunch, ["done": false, "time": nil, "note": .null], request: "3")
      #expect(undone["row"]?["time"] == "3:30 PM", "what is left out stays")
      let entries =
        try await client.call("audit.list", ["client": "margaret-chen", "limit": 3])["entries"]?.array ?? []
      #expect(entries.map { $0["method"] } == ["task.record", "task.record", "task.record"])
      #expect(
        entries.map { $0["after"]?["words"]?.string } == [
          "Lunch on Nov 20, 2026: Refused, Was not hungry", "Lunch on Nov 20, 2026: completed, 3:30 PM, Was not hungry",
          "Lunch on Nov 20, 2026: not completed, 3:30 PM",
        ])
      #expect(entries.last?["before"]?["done"] == true)
      let both = try await Office(client: client).refusal(
        "task.record", .object(try care.params(lunch, ["done": true, "outcome": "unable"], "4")))
      #expect(both.data["field"] == "outcome")
      let noTime = try await Office(client: client).refusal(
        "task.record", .object(try care.params(tasks["weighed"], ["time": "8:00"], "5")))
      #expect(noTime.data["field"] == "time")
    }
  }

  @Test("record a time alone without checking, and are recorded once however often they are sent")
  func once() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      let timed = try await care.record(tasks["dinner"], ["time": "21:00"], request: "1")
      #expect(timed["row"]?["checked"] == false)
      #expect(timed["row"]?["time"] == "9:00 PM")
      let first = try await care.record(tasks["dinner"], ["done": true], request: "2")
      #expect(first["counter"] == "1/9")
      _ = try await care.record(tasks["lunch"], ["done": true], request: "3")
      #expect(try await care.record(tasks["dinner"], ["done": true], request: "2") == first)
      let cursor = try await client.call("system.status")["cursor"]
      // The same told by another request is no change either.
      #expect(try await care.record(tasks["dinner"], ["done": true], request: "4")["row"]?["version"] == 2)
      // Nor is to take back what nobody has recorded.
      #expect(
        try await care.record(tasks["workout"], ["done": false, "time": .null], request: "5")["row"]?["version"] == 0)
      #expect(try await client.call("system.status")["cursor"] == cursor)
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
      let exported = try await client.call("export", ["format": "evv"])["content"]?.string
      #expect(exported?.contains(#""title":"Lunch","date":"2026-11-20","result":"done","time":"09:25""#) == true)
      #expect(exported?.contains("Weighed myself") == false, "that was before the visit")
      // A day later, when the phone has a network again: it was recorded in time, though it was sent late.
      daemon.time.set("2026-11-21T16:30:00Z")
      let dinner = try #require(tasks["dinner"])
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
      #expect(ring.message == "This task would be due only when it is done itself. Choose another one to wait for.")
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

  @Test("are told by an etag to be as they were, until something is recorded")
  func etag() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      let etag = try #require(try await care.day()["etag"])
      let again = try await client.call("task.day", ["client": "margaret-chen", "ifNoneMatch": etag])
      #expect(again == ["notModified": true, "etag": etag])
      _ = try await care.record(tasks["weighed"], ["done": true], request: "1")
      let changed = try await client.call("task.day", ["client": "margaret-chen", "ifNoneMatch": etag])
      #expect(changed["counter"] == "1/9")
      #expect(changed["etag"] != etag)
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

  @Test("have streaks, rates and a series")
  func stats() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let (care, tasks) = try await CareOffice.open(client)
      for day in 16...19 {
        for preset in CareOffice.seed {
          // On a Thursday and a Tuesday the conditional row is not due.
          if preset == "preWorkoutMeal", day == 17 || day == 19 { continue }
          if preset == "workout", day == 16 { continue }
          _ = try await care.record(
            tasks[preset], ["done": true, "date": .string("2026-11-\(day)")], request: "\(preset)-\(day)")
        }
      }
      let stats = try await client.call("task.stats", ["client": "margaret-chen", "days": 5])
      let breakfast = try #require(stats["tasks"]?.array?[1]["figures"])
      #expect(breakfast["currentStreak"] == 4)
      #expect(breakfast["longestStreak"] == 4)
      #expect(breakfast["currentStreakLabel"] == "4 days")
      #expect(breakfast["rate7"] == ["done": 4, "due": 6, "percent": 67, "label": "67%"])
      #expect(breakfast["rate30"]?["due"] == 19)
      let meal = try #require(stats["tasks"]?.array?[3]["figures"])
      #expect(meal["currentStreak"] == 2)
      #expect(meal["series"]?.array?.map { $0["due"] } == [1, 0, 1, 0, 1])
      #expect(stats["all"]?["currentStreak"] == 3)
      #expect(stats["all"]?["series"]?.array?.map { $0["done"] } == [8, 8, 9, 8, 0])
      #expect(
        breakfast["spoken"]
          == "Current streak 4 days, longest 4 days. Last 7 days 67%, last 30 days 21%, last 90 days 21%.")
      let one = try await client.call(
        "task.stats", .object(CareOffice.params(["task": tasks["lunch"].map { .string($0) }, "until": "2026-11-17"])))
      #expect(one["tasks"]?.array?.count == 1)
      #expect(one["tasks"]?.array?.first?["figures"]?["currentStreak"] == 2)
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
