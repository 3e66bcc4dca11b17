import Testing

@testable import VisitsModel

/// Margaret Chen's routine in November 2026; the 20th is a Friday.
enum Routine {
  static func client() throws -> ClientID { try #require(ClientID(rawValue: "margaret-chen")) }

  static func day(_ text: String) throws -> CareDay { try #require(CareDay(text)) }

  static func task(
    _ id: String, _ condition: TaskCondition? = .always, from: String = "2026-11-01", preset: TaskPreset = .breakfast
  ) throws -> CareTask {
    CareTask(
      id: CareTaskID(rawValue: id), client: try client(), name: .preset(preset), category: preset.category,
      tracksTime: preset.tracksTime, accent: preset.accent, symbol: preset.symbol, rank: 0,
      phases: [TaskPhase(from: try day(from), condition: condition)])
  }

  static func record(_ task: CareTask, on day: String, done: Bool = true) throws -> CareTaskRecord {
    CareTaskRecord(
      id: TaskRecordID(rawValue: "r-\(task.id.rawValue)-\(day)"), task: task.id, client: try client(),
      day: try self.day(day), isDone: done, by: "sarah", at: Instant(milliseconds: 0))
  }
}

@Suite("A care task is due")
struct CareTaskTests {
  private func dueDays(_ task: CareTask, _ others: [CareTask] = [], isDone: Bool = true) throws -> [String] {
    let due = DueTasks([task] + others)
    return try (1...30).map { try Routine.day("2026-11-\($0 < 10 ? "0" : "")\($0)") }
      .filter { due.isDue(task, on: $0) { _ in isDone } }.map { String($0.text.suffix(2)) }
  }

  @Test("each day from the first on, and not before")
  func always() throws {
    #expect(try dueDays(Routine.task("a", from: "2026-11-27")) == ["27", "28", "29", "30"])
  }

  @Test("on its days of the week")
  func weekdays() throws {
    #expect(
      try dueDays(Routine.task("a", .weekdays([1, 5]))) == ["02", "06", "09", "13", "16", "20", "23", "27", "30"])
  }

  @Test("as a rule gives, counted from its first day")
  func rule() throws {
    let everySecondDay = try RecurrenceRule("FREQ=DAILY;INTERVAL=2;COUNT=4")
    #expect(
      try dueDays(Routine.task("a", .recurring(everySecondDay), from: "2026-11-20")) == ["20", "22", "24", "26"])
    let secondTuesday = try RecurrenceRule("FREQ=MONTHLY;BYDAY=2TU")
    #expect(try dueDays(Routine.task("a", .recurring(secondTuesday), from: "2020-01-01")) == ["10"])
  }

  @Test("only when another is due and done")
  func whenDone() throws {
    let workout = try Routine.task("workout", .weekdays([5]))
    let meal = try Routine.task("meal", .whenDone(workout.id))
    #expect(try dueDays(meal, [workout]) == ["06", "13", "20", "27"])
    #expect(try dueDays(meal, [workout], isDone: false) == [])
    #expect(try dueDays(meal) == [], "the other is not there")
  }

  @Test("never, where two wait for each other, and that is known before it is made")
  func ring() throws {
    let first = try Routine.task("first", .whenDone(CareTaskID(rawValue: "second")))
    let second = try Routine.task("second", .whenDone(first.id))
    #expect(try dueDays(first, [second]) == [])
    let third = try Routine.task("third", .whenDone(second.id))
    #expect([first, third].wouldWaitForItself(second.id, waitingFor: first.id))
    #expect([first, second].wouldWaitForItself(third.id, waitingFor: third.id))
    #expect(![try Routine.task("first"), second].wouldWaitForItself(third.id, waitingFor: second.id))
  }

  @Test("otherwise from a day on: what was before that day stays, and retired is never due")
  func phases() throws {
    var task = try Routine.task("a", .weekdays([5]))
    task.setDue(.always, from: try Routine.day("2026-11-26"))
    #expect(try dueDays(task) == ["06", "13", "20", "26", "27", "28", "29", "30"])
    task.retire(from: try Routine.day("2026-11-28"))
    #expect(try dueDays(task) == ["06", "13", "20", "26", "27"])
    #expect(try task.isRetired(on: Routine.day("2026-11-28")))
    #expect(try !task.isRetired(on: Routine.day("2026-11-27")))
    // Thought of again on the same day: as if nothing had been said.
    task.setDue(.always, from: try Routine.day("2026-11-28"))
    #expect(task.phases.count == 2)
    task.setDue(.weekdays([5]), from: try Routine.day("2026-11-26"))
    #expect(task.phases.count == 1)
  }
}

extension CareTaskTests {
  @Test("otherwise until what is planned for later, which stays; retired it is for good")
  func laterPhases() throws {
    var task = try Routine.task("a", .weekdays([5]))
    task.setDue(.always, from: try Routine.day("2026-11-26"))
    task.setDue(.weekdays([1]), from: try Routine.day("2026-11-10"))
    #expect(try days(task) == ["06", "16", "23", "26", "27", "28", "29", "30"])
    // The command that takes it back gives the days between as they were.
    task.setDue(.weekdays([5]), from: try Routine.day("2026-11-10"))
    #expect(try days(task) == ["06", "13", "20", "26", "27", "28", "29", "30"])
    #expect(task.phases.count == 2)
    // Begins earlier.
    task.setDue(.weekdays([7]), from: try Routine.day("2026-10-01"))
    #expect(task.firstDay.text == "2026-10-01")
    #expect(try days(task) == ["06", "13", "20", "26", "27", "28", "29", "30"])
    #expect(try !task.isOver(on: Routine.day("2026-11-30")))
    task.retire(from: try Routine.day("2026-11-16"))
    #expect(try days(task) == ["06", "13"])
    #expect(try task.isOver(on: Routine.day("2026-11-16")))
    #expect(try !task.isOver(on: Routine.day("2026-11-15")))
  }

  private func days(_ task: CareTask) throws -> [String] {
    let due = DueTasks([task])
    return try (1...30).map { try Routine.day("2026-11-\($0 < 10 ? "0" : "")\($0)") }
      .filter { due.isDue(task, on: $0) { _ in true } }.map { String($0.text.suffix(2)) }
  }
}

@Suite("A client's day of care tasks")
struct CareTaskDayTests {
  private let tasks: [CareTask]

  init() throws {
    tasks = try (1...9).map { try Routine.task("t\($0)") }
  }

  private func list(_ done: Int, on day: String = "2026-11-20", today: String = "2026-11-20") throws -> CareTaskDay {
    CareTaskDay(
      try Routine.day(day), today: try Routine.day(today), tasks: tasks,
      records: try tasks.prefix(done).map { try Routine.record($0, on: day) })
  }

  @Test(
    "is empty at 0/9, partial at 6/9, complete at 9/9 (seed 000)",
    arguments: [
      (0, CareTaskDay.State.empty), (1, .partial), (6, .partial), (8, .partial), (9, .complete),
    ])
  func states(_ done: Int, _ state: CareTaskDay.State) throws {
    let list = try list(done)
    #expect(list.state == state)
    #expect(list.completed == done)
    #expect(list.rows.count == 9)
    #expect(list.rows.count { $0.isDone } == done)
  }

  @Test("that is past shows its history, and is past even when all is done")
  func past() throws {
    let list = try list(9, on: "2026-11-19")
    #expect(list.state == .pastDay)
    #expect(list.completed == 9)
  }

  @Test("that lies ahead shows every row unchecked, whatever is recorded")
  func future() throws {
    let list = try list(9, on: "2026-11-21")
    #expect(list.state == .futureDay)
    #expect(list.completed == 0)
    #expect(list.rows.count == 9)
  }

  @Test("leaves out what is not due, and counts it nowhere")
  func conditional() throws {
    let workout = try Routine.task("workout")
    let meal = try Routine.task("meal", .whenDone(workout.id))
    let day = try Routine.day("2026-11-20")
    let undone = CareTaskDay(
      day, today: day, tasks: [meal, workout], records: [try Routine.record(meal, on: "2026-11-20")])
    #expect(undone.rows.map(\.task.id.rawValue) == ["workout"])
    #expect(undone.completed == 0)
    let done = CareTaskDay(
      day, today: day, tasks: [meal, workout],
      records: [try Routine.record(meal, on: "2026-11-20"), try Routine.record(workout, on: "2026-11-20")])
    #expect(done.rows.map(\.task.id.rawValue) == ["meal", "workout"])
    #expect(done.state == .complete)
  }

  @Test("without any task is empty, not complete")
  func none() throws {
    let day = try Routine.day("2026-11-20")
    #expect(CareTaskDay(day, today: day, tasks: [], records: []).state == .empty)
  }
}
