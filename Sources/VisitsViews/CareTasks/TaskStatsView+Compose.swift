import Catalog
package import VisitsAPI
package import VisitsModel

extension TaskStatsView {
  /// Streaks and trends of a client's tasks (`screens.md`).
  ///
  /// - Parameters:
  ///   - tasks: Those that are shown, each with its statistics.
  ///   - until: The last day that counts.
  package static func compose(
    of client: Client, all: TaskStatistics, tasks: [(task: CareTask, statistics: TaskStatistics)], until: CareDay,
    in context: ViewContext
  ) -> TaskStatsView {
    TaskStatsView(
      client: client.id.rawValue, name: client.name, until: until.text, heading: context.formats.date(until, .full),
      all: .compose(all, in: context),
      tasks: tasks.map { task, statistics in
        OfTask(
          task: task.id.rawValue, title: task.title(in: context), accent: task.accent.wire, symbol: task.symbol,
          initials: task.initials(in: context), active: !task.isRetired(on: until),
          figures: .compose(statistics, in: context))
      })
  }
}

extension TaskStatsView.Figures {
  fileprivate static func compose(_ statistics: TaskStatistics, in context: ViewContext) -> TaskStatsView.Figures {
    let phrases = context.phrases
    func days(_ count: Int) -> String { phrases.text(.taskStreak, count: count, [.count: String(count)]) }
    func rate(_ rate: TaskStatistics.Rate) -> TaskStatsView.Rate {
      TaskStatsView.Rate(
        done: rate.done, due: rate.due, percent: rate.percent,
        label: rate.percent.map { phrases.text(.taskRate, [.number: String($0)]) } ?? phrases[.taskNoRate])
    }
    let (current, longest) = (days(statistics.current), days(statistics.longest))
    let (week, month, quarter) = (rate(statistics.week), rate(statistics.month), rate(statistics.quarter))
    return TaskStatsView.Figures(
      currentStreak: statistics.current, currentStreakLabel: current, longestStreak: statistics.longest,
      longestStreakLabel: longest, rate7: week, rate30: month, rate90: quarter,
      series: statistics.series.map { TaskStatsView.Point(date: $0.day.text, due: $0.due, done: $0.done) },
      spoken: phrases.text(
        .taskStatsSpoken,
        [
          .current: current, .longest: longest, .week: week.label, .month: month.label, .quarter: quarter.label,
        ]))
  }
}
