import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

@Suite("A client's checklist of a day")
struct TaskDayTests {
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
    try await TestDaemon.run(at: "2026-11-21T04:30:00Z") { _, client in
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
          == "November 21, 2026 is in the future: only what has happened can be recorded. Check the date.")
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
}
