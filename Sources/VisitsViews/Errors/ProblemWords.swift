import Catalog
import VisitsModel

/// What is wrong with a value that was given, and what to give instead.
struct ProblemWords {
  let field: String
  let zone: Zone
  let context: ViewContext

  /// The words of a problem. Where the clocks show one of its times twice, they name the offset that says which is meant.
  func text(_ problem: Refusal.Problem) -> String {
    let moments: [Instant] =
      switch problem {
      case .endNotAfterStart(let start, let end): [end, start]
      case .checkOutBeforeCheckIn(let checkIn, let checkOut): [checkOut, checkIn]
      case .ahead(let instant) where field != "birthDate": [instant]
      default: []
      }
    return ([words(problem)] + [moments.lazy.compactMap(repeatedHour).first].compactMap(\.self)).joined(separator: " ")
  }

  private func repeatedHour(_ instant: Instant) -> String? {
    let local = zone.local(instant)
    guard case .repeated(let first, let second) = zone.resolve(local) else { return nil }
    func typed(_ instant: Instant) -> String {
      "\"\(local.day.text) \(local.typed)\(UTCOffset.text(zone.offset(at: instant)))\""
    }
    return context.phrases.text(
      .repeatedHour,
      [
        .time: context.formats.time(local), .date: context.formats.date(local.day, .full), .start: typed(first),
        .end: typed(second),
      ])
  }

  private func words(_ problem: Refusal.Problem) -> String {
    let phrases = context.phrases
    return switch problem {
    case .endNotAfterStart(let start, let end):
      phrases.text(.endNotAfterStart, [.start: moment(start), .end: moment(end)])
    case .emptyWindow(let from, let to):
      phrases.text(.emptyWindow, [.field: field, .start: dated(from), .end: dated(to)])
    case .emptyAbsence(let from, let to):
      phrases.text(.emptyAbsence, [.field: field, .start: dated(from), .end: dated(to)])
    case .longerThanADay(let start, let end):
      phrases.text(.longerThanADay, [.start: moment(start), .end: moment(end)])
    case .farAway(let instant):
      phrases.text(.farAway, [.time: moment(instant), .limit: String(Visit.horizonYears)])
    case .undatable: phrases.text(.undatable, [.field: field])
    case .checkOutBeforeCheckIn(let checkIn, let checkOut):
      phrases.text(.checkOutBeforeCheckIn, [.start: moment(checkIn), .end: moment(checkOut)])
    case .startsMuchLater(let start): phrases.text(.startsMuchLater, [.time: moment(start)])
    case .longBeforePlan(let at, let start):
      phrases.text(.longBeforePlan, [.time: moment(at), .start: moment(start)])
    case .longAfterPlan(let at, let end): phrases.text(.longAfterPlan, [.time: moment(at), .end: moment(end)])
    case .notBegun(let start): phrases.text(.notBegun, [.time: moment(start)])
    case .noWorkerToFail: phrases[.noWorkerToFail]
    case .inactive(let name): phrases.text(.inactive, [.name: name])
    case .notYet(let status):
      phrases.text(
        .notYet, [.field: field, .status: label(status), .other: phrases[way(from: status)]])
    case .ahead(let instant) where field == "birthDate":
      phrases.text(.birthAhead, [.date: context.formats.date(zone.day(of: instant), .full)])
    case .ahead(let instant): phrases.text(.ahead, [.time: moment(instant)])
    case .unknownTimeZone(let value): phrases.text(.unknownTimeZone, [.value: value])
    case .unreadableTime(let value): phrases.text(.unreadableTime, [.value: value])
    case .unreadableDate(let value): phrases.text(.unreadableDate, [.value: value])
    case .ambiguousDate(let value): phrases.text(.ambiguousDate, [.value: value])
    case .skipped(let local, let zone): skipped(local, zone)
    case .offsetDoesNotFit(let offset, let local, let zone): misfit(offset, local, zone)
    case .notOneOf(let value, let allowed):
      phrases.text(.notOneOf, [.field: field, .value: value, .allowed: allowed.joined(separator: ", ")])
    case .notASlug(let value): phrases.text(.notASlug, [.value: value])
    case .missing: phrases.text(.missing, [.field: field])
    case .noPage(let value): phrases.text(.noPage, [.field: field, .value: value])
    case .needed(let other): phrases.text(.needed, [.field: field, .other: other])
    case .excludes(let other): phrases.text(.excludes, [.field: field, .other: other])
    case .tooLong(let limit): phrases.text(.tooLong, count: limit, [.field: field, .limit: String(limit)])
    case .notAPlace: phrases.text(.notAPlace, [.field: field])
    case .rule(.tooFrequent(let frequency)) where field == "condition":
      phrases.text(.tooFrequentTask, [.value: frequency])
    case .rule(let fault): fault.words(in: context)
    case .neverRecurs(let day): phrases.text(.neverRecurs, [.date: context.formats.date(day, .full)])
    case .notInSeries: phrases[.notInSeries]
    case .notOfSeries(let day): phrases.text(.notOfSeries, [.date: context.formats.date(day, .full)])
    case .dayAhead(let day): phrases.text(.dayAhead, [.date: context.formats.date(day, .full)])
    case .notDue(let task, let day):
      phrases.text(.taskNotDue, [.name: task.title(in: context), .date: context.formats.date(day, .full)])
    case .beforeTaskBegins(let task):
      phrases.text(
        .beforeTaskBegins,
        [.name: task.title(in: context), .date: context.formats.date(task.firstDay, .full), .field: field])
    case .tooManyTasks(let limit): phrases.text(.tooManyTasks, [.limit: String(limit)])
    case .tooManyTrials(let limit): phrases.text(.tooManyTrials, [.limit: String(limit)])
    case .waitsForItself: phrases[.taskWaitsForItself]
    case .awaited(let task): phrases.text(.taskAwaited, [.name: task.title(in: context)])
    case .doneWithOutcome: phrases[.doneWithOutcome]
    case .timeWithDay(let text): phrases.text(.timeWithDay, [.value: text])
    case .taskThere(let task): phrases.text(.taskThere, [.name: task.title(in: context)])
    case .reasonWithoutOutcome: phrases[.reasonWithoutOutcome]
    case .tracksNoTime(let task):
      phrases.text(.tracksNoTime, [.name: task.title(in: context), .field: field])
    case .goalOver(let goal): phrases.text(.goalOver, [.name: goal.title])
    case .beforeSession(let instant, let start):
      phrases.text(.beforeSession, [.time: moment(instant), .start: moment(start)])
    case .afterSession(let instant, let end):
      phrases.text(.afterSession, [.time: moment(instant), .end: moment(end)])
    case .link(let problem): link(problem)
    case .noTrial(let session): phrases.text(.noTrial, [.id: session.rawValue])
    case .taken(let value): phrases.text(.taken, [.field: field, .value: value])
    }
  }

  /// What leads a visit to where the check can be set.
  /// A status within a sentence. English labels have a capital just as labels; in other languages they have it by what they
  /// are, and stand in quotation marks.
  private func label(_ status: Status) -> String {
    let label = context.phrases[status.phrase]
    return context.phrases.language == .english ? label.lowercased() : label
  }

  private func way(from status: Status) -> ErrorPhrase {
    switch status {
    case .cancelled, .missed: .wayReopen
    case .scheduled where field == "checkIn": .wayStart
    case .scheduled, .inProgress, .completed: .wayComplete
    }
  }

  /// "10:00 AM"; of another day than today "10:00 AM on November 21, 2026".
  private func moment(_ instant: Instant) -> String {
    let local = zone.local(instant)
    return local.day == context.today(in: zone) ? context.formats.time(local) : dated(instant)
  }

  /// "10:00 AM on November 21, 2026", of whatever day.
  private func dated(_ instant: Instant) -> String {
    let local = zone.local(instant)
    return context.phrases.text(
      .timeOnDate, [.time: context.formats.time(local), .date: context.formats.date(local.day, .full)])
  }

  private func skipped(_ local: LocalTime, _ zone: Zone) -> String {
    guard case .skipped(let next) = zone.resolve(local) else {
      return context.phrases.text(.unreadableTime, [.value: context.formats.time(local)])
    }
    let after = zone.local(next)
    let gap = Int(zone.offset(at: next) - zone.offset(at: next.adding(seconds: -1)))
    let before = LocalTime(day: local.day, second: (after.secondOfDay - gap + 86_400) % 86_400)
    return context.phrases.text(
      .skipped,
      [
        .time: context.formats.time(local), .date: context.formats.date(local.day, .full), .zone: zone.identifier,
        .before: context.formats.time(before), .after: context.formats.time(after),
      ])
  }

  private func misfit(_ offset: String, _ local: LocalTime, _ zone: Zone) -> String {
    let instants: [Instant] =
      switch zone.resolve(local) {
      case .unique(let instant), .skipped(let instant): [instant]
      case .repeated(let first, let second): [first, second]
      }
    let allowed = instants.map { UTCOffset.text(zone.offset(at: $0)) }
    return context.phrases.text(
      .offsetDoesNotFit,
      [
        .offset: offset, .time: context.formats.time(local), .date: context.formats.date(local.day, .full),
        .zone: zone.identifier, .allowed: allowed.joined(separator: ", "),
      ])
  }
}
