import Testing

@testable import VisitsModel

@Suite("Streaks and trends")
struct TaskStatisticsTests {
  private func flags(_ days: [String], from first: CareDay, through last: CareDay) throws -> DayFlags {
    var flags = DayFlags(from: first, through: last)
    for day in days { flags.set(try Routine.day("2026-11-\(day)")) }
    return flags
  }

  /// Of one task since the first of November 2026, seen on the 20th, a Friday.
  private func statistics(
    _ task: CareTask, done: [String], until: String = "2026-11-20", today: String = "2026-11-20", length: Int = 5
  ) throws -> TaskStatistics {
    let until = try Routine.day(until)
    let flags = try flags(done, from: min(task.firstDay, until), through: until)
    return TaskStatistics.of(
      [task], done: [flags], until: until, today: try Routine.day(today), length: length
    ).each[0]
  }

  @Test("count days in a row; today does not break a streak before it is over")
  func streak() throws {
    let task = try Routine.task("a")
    let open = try statistics(task, done: ["10", "11", "12", "13", "17", "18", "19"])
    #expect((open.current, open.longest) == (3, 4))
    let closed = try statistics(task, done: ["17", "18", "19", "20"])
    #expect((closed.current, closed.longest) == (4, 4))
    let broken = try statistics(task, done: ["17", "18"])
    #expect((broken.current, broken.longest) == (0, 2))
    // The next morning the day that was left undone has broken it.
    let nextDay = try statistics(task, done: ["17", "18", "19"], until: "2026-11-21", today: "2026-11-21")
    #expect((nextDay.current, nextDay.longest) == (0, 3))
  }

  @Test("are neither broken nor extended by days on which nothing was due")
  func conditions() throws {
    let fridays = try Routine.task("a", .weekdays([5]))
    let kept = try statistics(fridays, done: ["06", "13", "20"])
    #expect((kept.current, kept.longest) == (3, 3))
    // What was done on a day on which it was not due counts nowhere.
    let extra = try statistics(fridays, done: ["06", "07", "08", "13"])
    #expect((extra.current, extra.longest) == (2, 2))
    #expect(extra.month == .init(done: 2, due: 2))
    #expect(try statistics(fridays, done: ["06", "20"]).current == 1)
  }

  @Test("follow an edit of the past")
  func edits() throws {
    let task = try Routine.task("a")
    #expect(try statistics(task, done: ["15", "16", "18", "19"]).current == 2)
    #expect(try statistics(task, done: ["15", "16", "17", "18", "19"]).current == 5)
  }

  @Test("keep what was when a condition changes, and stand still once the task is retired")
  func phases() throws {
    var task = try Routine.task("a", .weekdays([5]))
    task.setDue(.always, from: try Routine.day("2026-11-16"))
    let changed = try statistics(task, done: ["06", "13", "16", "17", "18", "19"])
    #expect((changed.current, changed.longest) == (6, 6))
    #expect(changed.month == .init(done: 6, due: 6))
    task.retire(from: try Routine.day("2026-11-18"))
    let retired = try statistics(task, done: ["06", "13", "16", "17"])
    #expect((retired.current, retired.longest) == (4, 4))
    #expect(retired.week == .init(done: 2, due: 2), "since the 14th it was due on the 16th and the 17th")
  }

  @Test("rate the last 7, 30 and 90 days; today as far as it is done")
  func rates() throws {
    let task = try Routine.task("a", from: "2026-09-01")
    let statistics = try statistics(task, done: ["14", "15", "16", "17", "18", "19"])
    #expect(statistics.week == .init(done: 6, due: 6))
    #expect(statistics.month == .init(done: 6, due: 29))
    #expect(statistics.quarter == .init(done: 6, due: 80))
    #expect(try self.statistics(task, done: ["20"]).week == .init(done: 1, due: 7))
    #expect(TaskStatistics.Rate(done: 6, due: 29).percent == 21)
    #expect(TaskStatistics.Rate(done: 1, due: 8).percent == 13)
    #expect(TaskStatistics.Rate(done: 0, due: 0).percent == nil)
    #expect(TaskStatistics.Rate(done: 299, due: 300).percent == 99, "100 says that nothing was missed")
    #expect(TaskStatistics.Rate(done: 1, due: 300).percent == 1, "0 says that nothing was done")
    #expect(TaskStatistics.Rate(done: 300, due: 300).percent == 100)
    #expect(TaskStatistics.Rate(done: 0, due: 300).percent == 0)
  }

  @Test("have a series of days, with nothing due before the task began")
  func series() throws {
    let task = try Routine.task("a", from: "2026-11-18")
    let series = try statistics(task, done: ["18", "20"]).series
    #expect(series.map(\.day.text) == ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"])
    #expect(series.map(\.due) == [0, 0, 1, 1, 1])
    #expect(series.map(\.done) == [0, 0, 1, 0, 1])
  }

  @Test("of a client: a day is kept when all that was due was done")
  func client() throws {
    let (weighed, workout) = (try Routine.task("weighed"), try Routine.task("workout", .weekdays([4])))
    let meal = try Routine.task("meal", .whenDone(workout.id))
    let (first, last) = (try Routine.day("2026-11-01"), try Routine.day("2026-11-20"))
    let done = [
      try flags(["16", "17", "18", "19", "20"], from: first, through: last),
      try flags(["12", "19"], from: first, through: last), try flags(["19"], from: first, through: last),
    ]
    let (all, each) = TaskStatistics.of(
      [weighed, workout, meal], done: done, until: last, today: last, length: 2)
    #expect((all.current, all.longest) == (5, 5))
    #expect(
      all.series == [.init(day: try Routine.day("2026-11-19"), due: 3, done: 3), .init(day: last, due: 1, done: 1)])
    #expect(each.map(\.current) == [5, 2, 1])
    // Of the meal on the 12th, which its workout made due, nothing was recorded.
    #expect(each[2].month == .init(done: 1, due: 2))
  }

  @Test("are right for a day that the clocks make 23 or 25 hours long, since a day is a date")
  func clocks() throws {
    let edmonton = try #require(Zone("America/Edmonton"))
    // Clocks go back on November 1: 6:30 UTC is half past midnight twice an hour apart, and the same care day.
    let before = try #require(TypedTime.parse("2026-11-01 00:30")).resolve(
      now: Instant(milliseconds: 0), zone: edmonton, field: "at")
    #expect(edmonton.day(of: before).text == "2026-11-01")
    #expect(edmonton.day(of: before.adding(minutes: 24 * 60)).text == "2026-11-01")
    let task = try Routine.task("a", from: "2026-10-30")
    let (first, last) = (try Routine.day("2026-10-30"), try Routine.day("2026-11-02"))
    var done = DayFlags(from: first, through: last)
    for day in ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"] { done.set(try Routine.day(day)) }
    let each = TaskStatistics.of([task], done: [done], until: last, today: last, length: 4).each
    #expect(each[0].current == 4)
    #expect(each[0].week == .init(done: 4, due: 4))
  }

  @Test("before a task began are nothing")
  func early() throws {
    let task = try Routine.task("a", from: "2026-12-01")
    let statistics = try statistics(task, done: [])
    #expect((statistics.current, statistics.longest) == (0, 0))
    #expect(statistics.quarter.percent == nil)
  }
}
