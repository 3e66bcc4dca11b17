import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension Import: PreparedChangeHandler {
  /// The content of the imported text after parsing, by the text's format.
  enum Prepared: Sendable {
    case bundle(FHIRBundleReader.Reading)
    case table(SchedulePlan)
    case people(PeoplePlan)
    case calendar(SchedulePlan)
  }

  static let origin: Caller.Origin? = .import

  /// The most refused entries that the answer lists. Further ones are only counted.
  static let refusedLimit = 1000
  /// The most additions that the answer to a dry run lists.
  private static let additionLimit = 100

  static func received(_ parameters: Parameters, _ call: Call) throws -> Answer? {
    call.service.uploads.forgetOld(now: call.now)
    guard let portion = parameters.portion, !portion.isLast else { return nil }
    let bytes = try call.service.uploads.keep(
      parameters.content, as: portion.number, of: call.key(portion), parameters.format, now: call.now)
    return .received(Received(part: portion.number, received: bytes))
  }

  static func prepare(
    _ parameters: Parameters, _ call: Call, _ abandonment: Preparations.Abandonment
  ) throws -> (prepared: Prepared, whole: String?) {
    var text = parameters.content
    var whole: String?
    if let portion = parameters.portion {
      text = try call.service.uploads.whole(
        with: text, as: portion.number, of: call.key(portion), parameters.format, now: call.now)
      whole = ChangeRequest.digest(of: text)
    }
    switch parameters.format {
    case .fhir:
      return (.bundle(FHIRBundleReader(now: call.now, zone: call.service.settings.agencyZone).read(text)), whole)
    case .csv:
      switch parameters.tableReader.plan(ofAnyKindFrom: text) {
      case .visits(let plan): return (.table(plan), whole)
      case .people(let plan): return (.people(plan), whole)
      }
    case .workers: return (.people(parameters.tableReader.people(.worker, from: text)), whole)
    case .clients: return (.people(parameters.tableReader.people(.client, from: text)), whole)
    case .ics:
      let zone = call.service.settings.agencyZone
      let horizon = zone.bounds(of: call.service.horizon(at: call.now)).upperBound
      let reader = CalendarReader(
        window: call.now.adding(minutes: -Self.lookBack)..<horizon, zone: zone, worker: parameters.worker,
        isAbandoned: { abandonment.isAbandoned })
      return (.calendar(reader.plan(from: text)), whole)
    }
  }

  /// How far back the events of a calendar are imported, in minutes. Earlier events are ignored: their visits have
  /// taken place or not, and an import cannot say which.
  private static let lookBack: Int64 = 7 * 1440

  static func settled(_ parameters: Parameters, _ result: Result<MadeChange, any Error>, _ call: Call) {
    guard let portion = parameters.portion, isFinal(result) else { return }
    call.service.uploads.forget(call.key(portion))
  }

  /// Whether the result of an import is final, so that its uploaded text is no longer needed. After a temporary error
  /// of the server or of the call, the text is kept, and the caller sends only its last part again.
  private static func isFinal(_ result: Result<MadeChange, any Error>) -> Bool {
    guard case .failure(let error) = result, !(error is NothingKept) else { return true }
    switch error as? Refusal {
    case nil, .unavailable, .upload, .requestIdReused: return false
    default: return true
    }
  }

  static func apply(
    _ prepared: Prepared, _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let takesAll = parameters.skipInvalid != true
    var summary =
      switch prepared {
      case .bundle(let reading): try apply(reading, takesAll: takesAll, in: transaction, call)
      case .people(let plan): try apply(plan, takesAll: takesAll, in: transaction, call)
      case .table(let plan): try apply(plan, .table, parameters, takesAll: takesAll, in: transaction, call)
      case .calendar(let plan): try apply(plan, .calendar, parameters, takesAll: takesAll, in: transaction, call)
      }
    summary = summary.listing(atMost: refusedLimit)
    let isNothingTaken = takesAll || summary.added + summary.changed + summary.unchanged == 0
    // If nothing is imported, do not report visits that are missing from the text.
    if isNothingTaken, !summary.refused.isEmpty { summary.table?.leftBehind = 0 }
    if takesAll, !summary.refused.isEmpty {
      var refused = ImportSummary(
        refused: summary.refused, refusedMore: summary.refusedMore, rest: summary.rest, outside: summary.outside)
      refused.passedOver = summary.passedOver
      throw NothingKept(outcome: .imported(refused.telling(summary.table)))
    }
    if parameters.dryRun == true {
      summary.wouldAdd = try transaction.additions(atMost: additionLimit).map { words(of: $0, call) }
      throw NothingKept(outcome: .imported(summary))
    }
    call.service.report(
      .imported(
        added: summary.added, changed: summary.changed, unchanged: summary.unchanged,
        kept: summary.kept.count + summary.keptMore, refused: summary.refused.count + summary.refusedMore))
    return .imported(summary)
  }

  private static func apply(
    _ reading: FHIRBundleReader.Reading, takesAll: Bool, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ImportSummary {
    var known = KnownPeople(transaction: transaction)
    let plan = FHIRBundleReader(now: call.now, zone: call.service.settings.agencyZone).plan(from: reading) {
      kind, identity in
      known.contains(identity, as: kind)
    }
    try known.check()
    if let unreadable = plan.unreadable { throw Refusal.unreadableImport(unreadable) }
    if takesAll, !plan.refused.isEmpty {
      let rest =
        plan.workers.count + plan.clients.count + plan.visits.count + plan.withdrawals.count
        + plan.encounters.count
      var summary = ImportSummary(refused: plan.refused, rest: rest)
      summary.passedOver = plan.passedOver
      return summary
    }
    var application = PlanApplication(transaction: transaction)
    try transaction.sendLocal()
    var summary = try application.apply(plan)
    if !plan.workers.isEmpty || !plan.clients.isEmpty {
      summary.duplicates = try transaction.duplicateCount(on: transaction.server()?.base)
    }
    return summary
  }

  private static func apply(
    _ plan: PeoplePlan, takesAll: Bool, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ImportSummary {
    if let unreadable = plan.unreadable { throw Refusal.unreadableImport(unreadable) }
    var application = PeopleApplication(transaction: transaction, call: call, kind: plan.kind)
    var summary = try application.apply(plan)
    if takesAll, !summary.refused.isEmpty { summary.rest = summary.added + summary.changed }
    return summary
  }

  private static func apply(
    _ plan: SchedulePlan, _ source: PlannedRow.Source, _ parameters: Parameters, takesAll: Bool,
    in transaction: ChangeTransaction, _ call: Call
  ) throws -> ImportSummary {
    _ = try parameters.worker.map { try transaction.assignableWorker($0) }
    if let unreadable = plan.unreadable { throw Refusal.unreadableImport(unreadable) }
    var application = ScheduleApplication(
      transaction: transaction, call: call, source: source, isOfOneWorker: parameters.worker != nil,
      allowsOverlap: parameters.allowOverlap == true, allowsAbsence: parameters.allowAbsence == true,
      takesAll: takesAll)
    return try application.apply(plan)
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard case .imported(let summary) = outcome else { throw UnfitOutcome() }
    return .done(
      Done(
        added: summary.added, changed: summary.changed, unchanged: summary.unchanged,
        refused: told(summary.refused, call), refusedMore: told(summary.refusedMore), rest: told(summary.rest),
        neverPlanned: summary.neverPlanned,
        kept: summary.kept.isEmpty ? nil : told(summary.kept, call), keptMore: told(summary.keptMore),
        table: summary.table.map(Table.init), outside: summary.outside.map { Outside.compose($0, in: call.view) },
        duplicates: told(summary.duplicates),
        passedOver: summary.passedOver.isEmpty ? nil : summary.passedOver.map { .compose($0, in: call.view) },
        notes: summary.notes.isEmpty ? nil : told(summary.notes, call), notesMore: told(summary.notesMore),
        wouldAdd: summary.wouldAdd.isEmpty ? nil : summary.wouldAdd))
  }

  private static func words(of added: AddedThing, _ call: Call) -> String {
    switch added {
    case .visit(let placed):
      let display = VisitView.compose(placed, in: call).display
      return [display.title, display.date, display.time, display.worker].joined(separator: ", ")
    case .worker(let worker): return worker.name
    case .client(let client): return [client.name, client.address].compactMap(\.self).joined(separator: ", ")
    }
  }

  private static func told(_ count: Int) -> Int? { count == 0 ? nil : count }

  private static func told(_ entries: [ImportSummary.Refused], _ call: Call) -> [Refused] {
    entries.map { $0.view(in: call.view) }
  }
}

extension Import.Parameters {
  /// The reader of tables, with what the caller says of the table.
  fileprivate var tableReader: TableReader {
    let order = dateOrder.flatMap { TableReading.DateOrder(rawValue: $0.rawValue) }
    return TableReader(TableReading(columns: columns, dateOrder: order))
  }
}

extension Call {
  /// Returns the key under which the parts of an uploaded text are stored until the text is complete.
  fileprivate func key(_ portion: Import.Portion) -> Uploads.Key {
    Uploads.Key(scope: session.caller.scope, id: portion.upload)
  }
}
