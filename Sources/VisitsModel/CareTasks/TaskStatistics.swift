/// How well a task, or a client's routine, is kept (`screens.md`, Streaks and trends).
///
/// What was not called for on a day was not due on it. Days on which nothing was due neither break nor extend a streak, and count in no rate. Today counts as far as it is
/// done: it breaks nothing before it is over.
package struct TaskStatistics: Sendable, Hashable {
  /// How much was done of what was due.
  package struct Rate: Sendable, Hashable {
    /// Done.
    package var done: Int
    /// Due.
    package var due: Int

    /// So much of so much.
    package init(done: Int, due: Int) {
      self.done = done
      self.due = due
    }

    /// Percent, to the nearest whole; 100 only when all was done, 0 only when nothing was; `nil`: nothing was due.
    package var percent: Int? {
      if due == 0 { return nil }
      let nearest = (done * 200 + due) / (due * 2)
      return done <= 0 ? 0 : done >= due ? 100 : min(99, max(1, nearest))
    }
  }

  /// One day of the series.
  package struct Point: Sendable, Hashable {
    /// The day.
    package var day: CareDay
    /// How much was due, today too.
    package var due: Int
    /// How much of it was done.
    package var done: Int

    /// A day.
    package init(day: CareDay, due: Int, done: Int) {
      self.day = day
      self.due = due
      self.done = done
    }
  }

  /// On how many days in a row, up to now, all that was due was done.
  package var current: Int
  /// The longest such row ever.
  package var longest: Int
  /// What was done in the last 7 days.
  package var week: Rate
  /// In the last 30 days.
  package var month: Rate
  /// In the last 90 days.
  package var quarter: Rate
  /// Day by day, for a chart.
  package var series: [Point]
}

extension TaskStatistics {
  /// The statistics of a client's tasks, and of each of them.
  ///
  /// - Parameters:
  ///   - tasks: All tasks of the client, retired ones too.
  ///   - done: The days on which each was done, in the order of the tasks.
  ///   - notNeeded: The days on which each was not called for; `nil`: on none.
  ///   - until: The last day that counts.
  ///   - today: The day that it is now where the client is.
  ///   - length: How many days the series has, until the last one.
  package static func of(
    _ tasks: [CareTask], done: [DayFlags], notNeeded: [DayFlags?]? = nil, until: CareDay, today: CareDay, length: Int
  ) -> (all: TaskStatistics, each: [TaskStatistics]) {
    let first = min(tasks.map(\.firstDay).min() ?? until, until)
    let due = DueTasks(tasks).dueDays(from: first, through: until, done: done)
    var all = Count(from: first, through: until)
    let each = tasks.indices.map { place in
      var count = Count(from: first, through: until)
      for number in 0..<due[place].count where due[place].at(number) {
        let day = CareDay(daysSince1970: first.daysSince1970 + number)
        if let notNeeded = notNeeded?[place], notNeeded[day] { continue }
        let isDone = done[place][day]
        count.add(isDone, at: number)
        all.add(isDone, at: number)
      }
      return count.statistics(today: today, length: length)
    }
    return (all.statistics(today: today, length: length), each)
  }

  /// What was due and what was done, day by day.
  private struct Count {
    let first: CareDay
    var due: [Int]
    var done: [Int]

    init(from first: CareDay, through last: CareDay) {
      self.first = first
      due = Array(repeating: 0, count: last.daysSince1970 - first.daysSince1970 + 1)
      done = due
    }

    mutating func add(_ isDone: Bool, at place: Int) {
      due[place] += 1
      if isDone { done[place] += 1 }
    }

    func statistics(today: CareDay, length: Int) -> TaskStatistics {
      let todaysPlace = today.daysSince1970 - first.daysSince1970
      var run = 0
      var longest = 0
      for place in due.indices where due[place] > 0 {
        if done[place] == due[place] {
          run += 1
          longest = max(longest, run)
        } else if place != todaysPlace {
          run = 0
        }
      }
      func rate(_ days: Int) -> Rate {
        var rate = Rate(done: 0, due: 0)
        for place in max(0, due.count - days)..<due.count {
          rate.done += done[place]
          rate.due += place == todaysPlace ? done[place] : due[place]
        }
        return rate
      }
      let last = due.count - 1
      let series = (0..<length).map { number in
        let place = last - length + 1 + number
        let day = CareDay(daysSince1970: first.daysSince1970 + place)
        return place < 0 ? Point(day: day, due: 0, done: 0) : Point(day: day, due: due[place], done: done[place])
      }
      return TaskStatistics(
        current: run, longest: longest, week: rate(7), month: rate(30), quarter: rate(90), series: series)
    }
  }
}
