import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// How many milliseconds it takes to answer for a client with the nine rows of seed 000, each done on each of so many
/// days: the median of 101 answers, from the database to the bytes that go out.
struct CareTaskFigures {
  /// Of `task.day`.
  let day: Double
  /// Of `task.stats`.
  let stats: Double
}

extension Store {
  /// Makes such a client, and measures.
  func careTaskFigures(
    of client: ClientID, days: Int, now: Instant, zone: Zone
  ) async throws -> CareTaskFigures {
    let today = zone.day(of: now)
    let request = ChangeRequest(
      caller: Caller(by: "measure", origin: .system, scope: "measure"), method: "measure",
      requestId: client.rawValue, fingerprint: [], receivedAt: now)
    _ = try await change(request) { transaction in
      _ = try transaction.put(Client(id: client, key: transaction.newPersonKey(), name: "Margaret Chen"))
      for (rank, preset) in TaskPreset.allCases.prefix(9).enumerated() {
        let condition: TaskCondition =
          switch rank {
          case 3: .weekdays([1, 3, 5])
          case 7: .recurring(try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU,TH,SA"))
          default: .always
          }
        let task = try transaction.put(
          CareTask(
            id: transaction.newTaskID(), client: client, name: .preset(preset), category: preset.category,
            tracksTime: preset.tracksTime, accent: preset.accent, symbol: preset.symbol, rank: rank,
            phases: [TaskPhase(from: today.adding(days: -days), condition: condition)]))
        for number in 0...days where number % 97 != 0 {
          _ = try transaction.put(
            CareTaskRecord(
              id: transaction.newTaskRecordID(), task: task.id, client: client, day: today.adding(days: -number),
              isDone: true, secondOfDay: preset.tracksTime ? 37_800 : nil, by: "measure", at: now))
        }
      }
      return .visits([])
    }
    let context = ViewContext(
      locale: "en", agencyLocale: "en", agencyZone: zone, now: now, lastHeard: { _ in nil })
    let day = try median {
      try readNow { reader in
        guard let person = try reader.client(client) else { return 0 }
        let list = CareTaskDay(
          today, today: today, tasks: try reader.tasks(of: client), records: try reader.records(of: client, on: today))
        return TaskDayView.compose(list, of: person, for: nil, in: context).bytes.count
      }
    }
    let stats = try median {
      try readNow { reader in
        guard let person = try reader.client(client) else { return 0 }
        let tasks = try reader.tasks(of: client)
        let (all, each) = TaskStatistics.of(
          tasks, done: try reader.doneDays(of: tasks, through: today), until: today, today: today, length: 30)
        precondition(each.count == 9 && all.quarter.due > 0)
        return TaskStatsView.compose(
          of: person, all: all, tasks: zip(tasks, each).map { (task: $0, statistics: $1) }, until: today, in: context
        ).bytes.count
      }
    }
    return CareTaskFigures(day: day, stats: stats)
  }

  private func median(_ answer: () throws -> Int) throws -> Double {
    let clock = ContinuousClock()
    let times = try (0..<101).map { _ in
      try clock.measure {
        let count = try answer()
        precondition(count > 1000)
      }
    }
    return times.sorted()[50] / .milliseconds(1)
  }
}
