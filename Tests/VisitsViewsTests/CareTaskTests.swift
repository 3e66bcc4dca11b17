import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("A client's checklist, as a person sees it")
struct CareTaskTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func margaret() throws -> Client {
    Client(
      id: try #require(ClientID(rawValue: "margaret-chen")), key: PersonKey(rawValue: "k-3"), name: "Margaret Chen",
      zone: sarahs.edmonton)
  }

  private func task(_ name: CareTask.Name, symbol: String? = nil, tracksTime: Bool = true) throws -> CareTask {
    CareTask(
      id: CareTaskID(rawValue: "t-1"), client: try margaret().id, name: name, category: .nutrition,
      tracksTime: tracksTime, accent: .amber, symbol: symbol, rank: 0,
      phases: [TaskPhase(from: sarahs.friday.adding(days: -30), condition: .always)])
  }

  private func record(_ task: CareTask, at second: Int? = nil, by worker: WorkerID? = nil) throws -> CareTaskRecord {
    CareTaskRecord(
      id: TaskRecordID(rawValue: "r-1"), task: task.id, client: task.client, day: sarahs.friday, isDone: true,
      secondOfDay: second, worker: worker, by: worker?.rawValue ?? "anna", at: try sarahs.at("2026-11-20T09:00"),
      version: 1)
  }

  private func view(_ task: CareTask, _ record: CareTaskRecord?, for reader: WorkerID? = nil) throws -> TaskDayView {
    let day = CareTaskDay(
      sarahs.friday, today: sarahs.friday, tasks: [task], records: [record].compactMap(\.self))
    return .compose(day, of: try margaret(), for: reader, in: try sarahs.context())
  }

  @Test("of an agency of which nothing is known yet has its date, and three dots for a counter (Loading)")
  func loading() throws {
    let view = TaskDayView.loading(
      sarahs.friday.adding(days: -1), today: sarahs.friday, client: "margaret-chen", in: try sarahs.context())
    #expect(view.state == .loading)
    #expect(view.counter == "...")
    #expect(view.rows.isEmpty)
    #expect(view.header.heading == "Thursday, November 19")
    #expect(view.showsTodayButton)
    #expect(view.message == "Loading care tasks...")
  }

  @Test("has no chip where no time is wanted, dashes where none is set, and the time on the client's clocks (seed 001)")
  func chip() throws {
    let breakfast = try task(.preset(.breakfast))
    #expect(try view(breakfast, nil).rows[0].time == "--:--")
    #expect(try view(breakfast, record(breakfast, at: 37_800)).rows[0].time == "10:30 AM")
    #expect(try view(breakfast, record(breakfast, at: 37_800)).rows[0].localTime == "10:30")
    let weighed = try task(.preset(.weighed), tracksTime: false)
    #expect(try view(weighed, record(weighed)).rows[0].time == nil)
    #expect(try view(weighed, record(weighed)).rows[0].accessibilityLabel == "Weighed myself, completed")
  }

  @Test("has the first letters of two words where there is no picture")
  func initials() throws {
    for (title, initials) in [
      ("Kitchen closed at 10 PM", "KC"), ("breakfast", "B"), ("Pre-workout meal", "PM"), ("éclair au café", "ÉA"),
      ("  ", "?"), ("(her) 3 pills", "H3"),
    ] {
      #expect(try view(task(.words(title)), nil).rows[0].initials == initials, "\(title)")
    }
  }

  @Test("says of a colleague's record what was done, and not who did it")
  func colleagues() throws {
    let james = try #require(WorkerID(rawValue: "james"))
    let task = try task(.preset(.lunch))
    let record = try record(task, by: james)
    #expect(try view(task, record).rows[0].by == "james")
    #expect(try view(task, record, for: sarahs.sarah.id).rows[0].by == nil)
    #expect(try view(task, record, for: james).rows[0].by == "james")
  }

  @Test("tells in words when a task is due")
  func conditions() throws {
    let context = try sarahs.context()
    var meal = try task(.preset(.preWorkoutMeal))
    func words(_ others: [CareTask] = []) -> String {
      TaskView.compose(meal, today: sarahs.friday, among: others, in: context).display.condition
    }
    #expect(words() == "Every day")
    meal.setDue(.weekdays([1, 3, 5]), from: sarahs.friday)
    #expect(words() == "Mon, Wed and Fri")
    meal.setDue(.recurring(try RecurrenceRule("FREQ=DAILY;INTERVAL=2")), from: sarahs.friday)
    #expect(words() == "Every 2 days")
    var workout = try task(.preset(.workout))
    workout.id = CareTaskID(rawValue: "t-2")
    meal.setDue(.whenDone(workout.id), from: sarahs.friday)
    #expect(words([workout]) == "When \"Completed workout\" is done")
    #expect(words() == "When another task is done")
    meal.retire(from: sarahs.friday)
    #expect(words() == "Retired")
  }

  @Test("knows every preset, category and accent by the same name as the wire does")
  func names() {
    #expect(TaskPreset.allCases.map(\.rawValue) == TaskPresetWord.allCases.map(\.rawValue))
    #expect(TaskPreset.allCases.map(\.wire.rawValue) == TaskPreset.allCases.map(\.rawValue))
    #expect(TaskCategory.allCases.map(\.wire.rawValue) == TaskCategoryWord.allCases.map(\.rawValue))
    #expect(Accent.allCases.map(\.wire.rawValue) == AccentWord.allCases.map(\.rawValue))
  }
}
