import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// Functions that several methods of care tasks use.
extension Call {
  /// Returns today's date at a client's home.
  func today(of client: Client) -> CareDay { zone(of: client).day(of: now) }

  /// Returns the time zone in which a client's days begin and end.
  func zone(of client: Client) -> Zone { client.zone ?? service.settings.agencyZone }

  /// Returns the first day on which a change of a task takes effect: the day that the caller gave, or else today. If
  /// today's task is already recorded, it is tomorrow, so that the record stays valid.
  ///
  /// - Parameter task: The task; `nil` for a new task.
  func firstDay(
    _ given: DayInput?, of task: CareTask?, _ client: Client, today: CareDay, in transaction: ChangeTransaction
  ) throws -> CareDay {
    guard given != nil else {
      let record = try task.flatMap { try transaction.record(of: $0, on: today) }
      return record.map { $0.isDone || $0.outcome != nil } == true ? today.adding(days: 1) : today
    }
    let day = try self.day(given, field: "from", today: today)
    guard abs(day.daysSince1970 - today.daysSince1970) <= 366 * Visit.horizonYears else {
      throw Refusal.invalid(field: "from", .farAway(zone(of: client).start(of: day)))
    }
    return day
  }

  /// Returns the condition under which a task is due, parsed from the caller's value.
  ///
  /// - Parameter others: The client's other tasks. A condition can be that one of them is done.
  func condition(
    _ given: TaskConditionValue?, of task: CareTaskID, among others: [CareTask], in zone: Zone, from day: CareDay
  ) throws -> TaskCondition {
    switch given {
    case nil: return .always
    case .weekdays(let weekdays):
      return .weekdays(
        Set(WeekdayWord.allCases.indices.filter { weekdays.contains(WeekdayWord.allCases[$0]) }.map { $0 + 1 }))
    case .recurrence(let words):
      var rule: RecurrenceRule
      do { rule = try RecurrenceRule(typed: words) } catch { throw Refusal.invalid(field: "condition", .rule(error)) }
      rule = rule.endingOnDay(in: zone)
      guard Recurrence(from: LocalTime(day: day), by: rule).first(from: day, on: zone) != nil else {
        throw Refusal.invalid(field: "condition", .neverRecurs(from: day))
      }
      return .recurring(rule)
    case .whenDone(let text):
      let id = CareTaskID(rawValue: text.lowercased())
      guard let other = others.first(where: { $0.id == id }), !other.isRetired(on: day) else {
        throw Refusal.notFound(.task, id: text)
      }
      guard !others.wouldWaitForItself(task, waitingFor: id) else {
        throw Refusal.invalid(field: "condition", .waitsForItself)
      }
      return .whenDone(id)
    }
  }

  /// Returns the answer to a change of a task, in the form `{"task":…}`.
  func taskAnswer(_ outcome: ChangeOutcome) async throws -> TaskAnswer {
    guard case .task(let task) = outcome else { throw UnfitOutcome() }
    let (client, others) = try await service.store.read { [feed] reader in
      (try reader.client(task.client, asOf: feed), try task.awaited.compactMap { try reader.task($0, asOf: feed) })
    }
    let today = client.map { self.today(of: $0) } ?? service.settings.agencyZone.day(of: now)
    return TaskAnswer(task: TaskView.compose(task, today: today, among: others, in: view))
  }
}

extension OnceHandler where Answer == TaskAnswer {
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    try await call.taskAnswer(outcome)
  }
}

extension Array where Element == CareTask {
  /// Returns the rank that puts a task at a place among these tasks, which are in the order of their ranks. The first
  /// place is 1. If no rank is left between the neighbours at that place, all tasks get new ranks.
  ///
  /// - Returns: The rank, and the other tasks whose rank has changed.
  func rank(at place: Int) -> (rank: Int, moved: [CareTask]) {
    let before = place > 1 ? self.prefix(place - 1).last?.rank : nil
    let after = self.dropFirst(Swift.max(0, place - 1)).first?.rank
    switch (before, after) {
    case (nil, nil): return (0, [])
    case (let before?, nil): return (before + Self.step, [])
    case (nil, let after?): return (after - Self.step, [])
    case (let before?, let after?) where after - before > 1: return (before + (after - before) / 2, [])
    default:
      // No rank is left between the two: rank all of them again.
      var moved: [CareTask] = []
      for (index, task) in enumerated() {
        var task = task
        let rank = (index < place - 1 ? index : index + 1) * Self.step
        if task.rank != rank {
          task.rank = rank
          moved.append(task)
        }
      }
      return ((place - 1) * Self.step, moved)
    }
  }

  /// The distance between the ranks of two neighbours. It can be halved twenty times before the tasks need new ranks.
  private static var step: Int { 1 << 20 }
}
