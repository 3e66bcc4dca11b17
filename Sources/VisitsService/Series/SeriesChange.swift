import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SeriesChange: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let (before, day) = try call.series(at: parameters.place, parameters.change, in: transaction)
    guard before.nextDay(from: day) != nil, let rest = before.recurrence.following(from: day, on: before.zone) else {
      throw Refusal.invalid(field: "from", .neverRecurs(from: day))
    }
    var after = before
    after.recurrence = rest
    let unchanged = after
    try change(&after, from: day, parameters, in: transaction, call)
    guard after != unchanged else { return .series(before, visits: []) }
    guard after.nextDay(from: day) != nil else { throw Refusal.invalid(field: "repeat", .neverRecurs(from: day)) }
    var division = SeriesDivision(
      transaction: transaction, now: call.now, from: day, allowsAbsence: parameters.allowAbsence == true)
    let (kept, visits) = try division.apply(
      after, insteadOf: before, through: call.service.horizon(at: call.now), droppedBecause: call.view.seriesChanged)
    for visit in division.replanned {
      try call.checkAbsence(visit, allowed: parameters.allowAbsence, in: transaction)
    }
    try call.checkOverlaps(division.replanned, allowed: parameters.allowOverlap, in: transaction)
    return .series(kept, visits: visits)
  }

  private static func change(
    _ series: inout Series, from day: CareDay, _ parameters: Parameters, in transaction: ChangeTransaction,
    _ call: Call
  ) throws {
    let present = series.worker
    series.worker = try parameters.worker.map { try transaction.assignableWorker($0, present: present) }.over(present)
    series.minutes = parameters.minutes ?? series.minutes
    series.address = parameters.address.over(series.address)
    series.service = parameters.service.over(series.service)
    series.serviceCode = parameters.serviceCode.map { ServiceCode($0) }.over(series.serviceCode) ?? nil
    series.note = parameters.note.over(series.note)
    var start = series.recurrence.start
    var rule = series.recurrence.rule
    if let text = parameters.time {
      guard let time = TypedTime.parse(text), time.day == nil else {
        throw Refusal.invalid(field: "time", .unreadableTime(text))
      }
      start.secondOfDay = time.secondOfDay
    }
    if let words = parameters.recurrence {
      let limit = rule.limit
      rule = try call.rule(words, until: nil, in: series.zone)
      // A rule such as "every second week" counts from the week in which it is given.
      start.day = max(day, start.day)
      if rule.limit == .never { rule.limit = limit }
    }
    switch parameters.until {
    case .left: break
    case .null: rule.limit = .never
    case .given(let last):
      rule.limit = .day(try call.day(last, field: "until", today: series.zone.day(of: call.now)))
    }
    series.recurrence = Recurrence(from: start, by: rule)
  }
}
