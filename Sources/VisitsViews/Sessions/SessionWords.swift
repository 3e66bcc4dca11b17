import Catalog
import VisitsModel

/// What a session came to, in words.
struct SessionWords {
  let session: GoalSession
  let context: ViewContext

  init(_ session: GoalSession, in context: ViewContext) {
    self.session = session
    self.context = context
  }

  /// "80%".
  var rate: String {
    let rate = TaskStatistics.Rate(done: session.successes, due: session.trials)
    return rate.percent.map { context.phrases.text(.taskRate, [.number: String($0)]) } ?? context.phrases[.taskNoRate]
  }

  /// "8 of 10 trials successful (80%)".
  var result: String {
    guard session.trials > 0 else { return context.phrases[.sessionNoTrials] }
    return context.phrases.text(
      .sessionResult, count: session.trials,
      [.completed: String(session.successes), .count: String(session.trials), .value: rate])
  }

  /// "12 min".
  var duration: String { context.duration(seconds: session.duration(now: context.now)) }

  /// "12 minutes", as a screen reader says it.
  var spokenDuration: String { context.spokenDuration(seconds: session.duration(now: context.now)) }

  /// "Running".
  var status: String {
    context.phrases[
      session.isRunning ? .sessionIsRunning : session.end?.isDerived == true ? .sessionGaveWay : .sessionEnded]
  }
}

extension ViewContext {
  /// "45 s", "12 min", "1 h 5 min".
  func duration(seconds: Int) -> String {
    seconds < 60 ? phrases.text(.seconds, [.seconds: String(seconds)]) : duration(minutes: seconds / 60)
  }

  /// "45 seconds", "12 minutes", "1 hour 5 minutes": a screen reader spells a unit's sign, or takes it for a letter.
  func spokenDuration(seconds: Int) -> String {
    func part(_ phrase: Phrase, _ count: Int) -> String { phrases.text(phrase, count: count, [.count: String(count)]) }
    guard seconds >= 60 else { return part(.secondsSpoken, seconds) }
    let (hours, minutes) = (seconds / 60).quotientAndRemainder(dividingBy: 60)
    return [
      hours > 0 ? part(.hoursSpoken, hours) : nil, minutes > 0 || hours == 0 ? part(.minutesSpoken, minutes) : nil,
    ].compactMap(\.self).joined(separator: " ")
  }

  /// "Nov 20"; of another year with that: "Nov 20, 2025".
  func shortDate(_ day: CareDay) -> String {
    formats.date(day, day.year == today(in: agencyZone).year ? .short : .shortWithYear)
  }

  /// The same to be spoken, or where there is room: "November 20".
  func longDate(_ day: CareDay) -> String {
    formats.date(day, day.year == today(in: agencyZone).year ? .shortSpoken : .full)
  }
}
