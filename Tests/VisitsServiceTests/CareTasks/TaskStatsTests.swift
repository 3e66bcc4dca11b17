import JSON
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

@Suite("Streaks and trends of a client")
struct TaskStatsTests {
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
}
