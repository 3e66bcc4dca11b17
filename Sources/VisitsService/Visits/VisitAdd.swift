import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitAdd: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    try add(parameters, in: transaction, call).made(unless: parameters.dryRun)
  }

  private static func add(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let client = try transaction.knownClient(parameters.client)
    let worker = try parameters.worker.map { try transaction.assignableWorker($0) }
    let zone = try call.zone(parameters.typed, or: client.zone)
    guard let given = parameters.start else { throw Refusal.invalid(field: "start", .needed(or: "localStart")) }
    let start = try call.instant(given, field: "start", in: zone, offset: parameters.typed.offset)
    let end = try end(parameters, after: start, in: zone, call)
    try Visit.checkPlan(start: start, end: end, now: call.now)
    let visit = Visit(
      id: transaction.newVisitID(), worker: worker, client: client.id, start: start, end: end,
      address: parameters.address, service: parameters.service,
      serviceCode: parameters.serviceCode.flatMap(ServiceCode.init), note: parameters.note)
    if let words = parameters.recurrence {
      let zone = client.zone ?? call.service.settings.agencyZone
      return try call.makeSeries(like: visit, words, until: parameters.until, in: zone, parameters, transaction)
    }
    guard parameters.until == nil else { throw Refusal.invalid(field: "repeat", .missing) }
    try call.checkAbsence(visit, allowed: parameters.allowAbsence, in: transaction)
    try call.checkOverlap(visit, allowed: parameters.allowOverlap, in: transaction)
    return .visits([try transaction.put(visit)])
  }

  private static func end(
    _ parameters: Parameters, after start: Instant, in zone: Zone, _ call: Call
  ) throws -> Instant {
    switch (parameters.end, parameters.minutes) {
    case (nil, nil): throw Refusal.invalid(field: "end", .needed(or: "minutes"))
    case (nil, let minutes?): start.adding(minutes: Int64(minutes))
    case (let end?, nil): try call.end(end, after: start, in: zone, offset: parameters.typed.offset)
    case (_?, _?): throw Refusal.invalid(field: "end", .excludes("minutes"))
    }
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    if case .series(let series, let visits) = outcome {
      let answer = try await call.seriesAnswer(series, visits)
      return Answer(visits: answer.visits, series: answer.series, moved: answer.moved)
    }
    guard case .visits(let visits) = outcome else { throw UnfitOutcome() }
    let placed = try await call.service.people.placed(visits, asOf: call.feed, in: call.service.store)
    return Answer(
      visits: placed.map { VisitView.compose($0, in: call) },
      warnings: placed.first.flatMap { call.warnings([$0.visit.slip(plannedAt: call.now)], of: $0) })
  }
}
