import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SystemStatus: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let (counts, cursor, alerts, sync, problems) = try await service.store.read {
      (
        try $0.counts(), try $0.cursor, try $0.openAlertCounts(), try service.syncFacts($0),
        try $0.problemCounts()
      )
    }
    let fault = service.store.fault?.reason
    return Answer(
      version: service.settings.version, isWritable: fault == nil, reason: fault?.wire,
      uptime: Int(service.startedAt.milliseconds(to: call.now) / 1000), visits: counts.visits.values.reduce(0, +),
      workers: counts.workers, clients: counts.clients, connections: service.connections,
      databaseBytes: Int(service.store.databaseBytes), cursor: cursor.text,
      alerts: AlertCounts(alerts),
      sync: SyncIndicator.compose(sync, in: call.view), syncProblems: SyncCounts(problems),
      languages: ViewContext.languages,
      warnings: service.settings.warnings.map { $0.words(in: call.view) }
        + StatusWarnings.compose(fault: fault, findings: service.store.findings, in: call.view)
        + (service.store.spoolTroubles.map(Warning.init) + service.pagerWarnings).map { $0.words(in: call.view) })
  }
}

extension Warning {
  fileprivate init(_ trouble: SpoolTrouble) {
    self =
      switch trouble {
      case .unusable(let path, _): .spoolUnusable(path: path)
      case .damaged(let path): .spoolDamaged(path: path)
      case .kept(let copy): .spoolKept(copy: copy)
      }
  }
}

extension SyncCounts {
  /// How many problems of each kind are open, as the store counts them.
  init(_ counts: [SyncProblem.Kind: Int]) {
    self.init(parked: counts[.parked] ?? 0, overruled: counts[.overruled] ?? 0, unread: counts[.unread] ?? 0)
  }
}

extension AlertCounts {
  fileprivate init(_ counts: [Alert.Kind: Int]) {
    self.init(
      late: counts[.late] ?? 0, missed: counts[.missed] ?? 0, overrun: counts[.overrun] ?? 0,
      conflict: counts[.conflict] ?? 0, overlap: counts[.overlap] ?? 0, openNotTaken: counts[.openNotTaken] ?? 0)
  }
}
