import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitChange: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    let before = visit
    let plans = parameters.start != nil || parameters.end != nil || !parameters.worker.isLeft
    guard !plans || visit.status == .scheduled || visit.status == .inProgress else {
      throw Refusal.invalidTransition(visit: visit.id, from: visit.status, to: .scheduled)
    }
    let zone = try call.zone(parameters.typed, or: try transaction.client(visit.client)?.zone)
    let length = visit.start.milliseconds(to: visit.end)
    if let start = parameters.start {
      visit.start = try call.instant(
        start, field: "start", in: zone, day: zone.day(of: visit.start), offset: parameters.typed.offset)
      visit.end = Instant(milliseconds: visit.start.milliseconds + length)
    }
    if let end = parameters.end {
      visit.end = try call.end(end, after: visit.start, in: zone, offset: parameters.typed.offset)
    }
    if parameters.start != nil || parameters.end != nil {
      try Visit.checkPlan(start: visit.start, end: visit.end, now: call.now)
    }
    let present = visit.worker
    visit.worker = try parameters.worker.map { try transaction.assignableWorker($0, present: present) }.over(present)
    visit.address = parameters.address.over(visit.address)
    visit.service = parameters.service.over(visit.service)
    visit.serviceCode = parameters.serviceCode.map { ServiceCode($0) }.over(visit.serviceCode) ?? nil
    visit.note = parameters.note.over(visit.note)
    // A visit that does not move cannot cause a new overlap, and it stays where the absence left it.
    if (visit.worker, visit.start, visit.end) != (before.worker, before.start, before.end) {
      try call.checkAbsence(visit, allowed: parameters.allowAbsence, in: transaction)
      try call.checkOverlap(visit, allowed: parameters.allowOverlap, in: transaction)
    }
    return .visits([try transaction.put(visit)])
  }
}
