import Testing

@testable import VisitsModel

/// Numbers that look random and are the same in every run (SplitMix64).
private struct Dice {
  var state: UInt64

  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(sides))
  }
}

@Suite("Streaks and rates")
struct TaskStatisticsProofTests {
  /// A routine of four tasks that was changed, retired and taken up again, and what was recorded of it.
  private static func routine(_ dice: inout Dice, today: CareDay) throws -> (tasks: [CareTask], done: [Set<CareDay>]) {
    let rules = try ["FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY;BYDAY=TU,SA", "FREQ=MONTHLY;BYDAY=-1FR"]
      .map { try RecurrenceRule($0) }
    var tasks: [CareTask] = []
    for number in 0..<4 {
      let first = today.adding(days: -20 - dice.roll(60))
      var task = try Routine.task("t\(number)", .always, from: first.text)
      for _ in 0..<dice.roll(5) {
        let day = first.adding(days: dice.roll(90) - 5)
        switch dice.roll(5) {
        case 0: task.retire(from: max(day, task.firstDay))
        case 1: task.setDue(.weekdays([1 + dice.roll(7), 1 + dice.roll(7)]), from: day)
        case 2: task.setDue(.recurring(rules[dice.roll(3)]), from: day)
        case 3 where number > 0: task.setDue(.whenDone(tasks[dice.roll(number)].id), from: day)
        default: task.setDue(.always, from: day)
        }
      }
      tasks.append(task)
    }
    var done: [Set<CareDay>] = []
    for _ in tasks {
      done.append(Set((0..<100).filter { _ in dice.roll(4) > 0 }.map { today.adding(days: -$0) }))
    }
    return (tasks, done)
  }

  @Test("are those that are counted day by day with a finger, whatever was changed, retired or recorded")
  func proof() throws {
    let today = try Routine.day("2026-11-20")
    for seed in 0..<300 {
      var dice = Dice(state: UInt64(seed))
      let (tasks, done) = try Self.routine(&dice, today: today)
      let until = today.adding(days: -dice.roll(3))
      let first = min(tasks.map(\.firstDay).min() ?? until, until)
      let flags = done.map { days in
        days.reduce(into: DayFlags(from: first, through: until)) { $0.set($1) }
      }
      let (all, each) = TaskStatistics.of(tasks, done: flags, until: until, today: today, length: 10)
      var counts = tasks.map { _ in (run: 0, longest: 0, week: TaskStatistics.Rate(done: 0, due: 0)) }
      var together = (run: 0, longest: 0)
      for day in (0..<120).reversed().map({ until.adding(days: -$0) }) {
        let list = CareTaskDay(
          day, today: today, tasks: tasks,
          records: try zip(tasks, done).filter { $1.contains(day) }.map { try Routine.record($0.0, on: day.text) })
        for (place, task) in tasks.enumerated() {
          guard let row = list.rows.first(where: { $0.task.id == task.id }) else { continue }
          if row.isDone {
            counts[place].run += 1
          } else if day != today {
            counts[place].run = 0
          }
          counts[place].longest = max(counts[place].longest, counts[place].run)
          if day > until.adding(days: -7) {
            counts[place].week.done += row.isDone ? 1 : 0
            counts[place].week.due += row.isDone || day != today ? 1 : 0
          }
        }
        guard !list.rows.isEmpty else { continue }
        if list.completed == list.rows.count {
          together.run += 1
        } else if day != today {
          together.run = 0
        }
        together.longest = max(together.longest, together.run)
      }
      for (place, statistics) in each.enumerated() {
        #expect(statistics.current == counts[place].run, "seed \(seed), task \(place)")
        #expect(statistics.longest == counts[place].longest, "seed \(seed), task \(place)")
        #expect(statistics.week == counts[place].week, "seed \(seed), task \(place)")
      }
      #expect((all.current, all.longest) == together, "seed \(seed)")
    }
  }
}
