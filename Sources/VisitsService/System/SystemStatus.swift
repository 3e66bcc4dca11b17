import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SystemStatus: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let standing = try await SystemStanding.of(service)
    let counts = standing.counts
    let process = service.processView
    let fault = service.store.fault
    return Answer(
      version: service.settings.version, isWritable: fault == nil, reason: fault?.reason.wire,
      uptime: Int(service.startedAt.milliseconds(to: call.now) / 1000), visits: counts?.visits.values.reduce(0, +),
      workers: counts?.workers, clients: counts?.clients, connections: process.connections(),
      lastMinute: CallRates(service.meter.rates(at: call.now)),
      databaseBytes: Int(service.store.databaseBytes), logBytes: Int(service.store.logBytes),
      lastBackup: standing.backup.map { LastBackup($0, at: call.now) },
      backupRoom: standing.room.map(BackupSpace.init), cursor: standing.cursor?.text,
      emergencies: standing.emergencies, alerts: AlertCounts(standing.alerts),
      sync: SyncIndicator.compose(standing.sync, in: call.view),
      isSyncConfigured: service.sync != nil, syncProblems: SyncCounts(standing.problems),
      languages: ViewContext.languages,
      warnings: service.configurationWarnings.map { $0.words(in: call.view) }
        + StatusWarnings.compose(fault: fault?.reason, finding: fault?.words ?? "", in: call.view)
        + (service.store.spoolTroubles.map(Warning.init) + service.pagerWarnings).map { $0.words(in: call.view) },
      logged: process.logged().map { LoggedLine($0, at: call.now) })
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
  /// Creates the wire form of the number of open sync problems of each kind.
  init(_ counts: [SyncProblem.Kind: Int]) {
    self.init(parked: counts[.parked] ?? 0, overruled: counts[.overruled] ?? 0, unread: counts[.unread] ?? 0)
  }
}

extension AlertCounts {
  fileprivate init(_ counts: [Alert.Kind: Int]) {
    self.init(
      late: counts[.late] ?? 0, missed: counts[.missed] ?? 0, overrun: counts[.overrun] ?? 0,
      conflict: counts[.conflict] ?? 0, overlap: counts[.overlap] ?? 0, openNotTaken: counts[.openNotTaken] ?? 0,
      withdrawn: counts[.withdrawn] ?? 0, notInCare: counts[.notInCare] ?? 0)
  }
}

extension CallRates {
  fileprivate init(_ rates: CallMeter.Rates) {
    self.init(calls: rates.calls, errors: rates.errors, changes: rates.changes)
  }
}

extension LastBackup {
  fileprivate init(_ backup: Backup, at now: Instant) {
    self.init(
      at: Timestamp(milliseconds: backup.at.milliseconds), secondsAgo: backup.at.seconds(until: now),
      bytes: Int(backup.bytes))
  }
}

extension BackupSpace {
  fileprivate init(_ room: BackupRoom) {
    self.init(
      freeBytes: Int(room.free), reserveBytes: Int(room.reserve), backups: Int(room.backups))
  }
}

extension LoggedLine {
  fileprivate init(_ event: LoggedEvent, at now: Instant) {
    self.init(
      messageId: event.id, severity: Severity(event.severity), message: event.message,
      at: Timestamp(milliseconds: event.at.milliseconds), secondsAgo: event.at.seconds(until: now), count: event.count)
  }
}

extension LoggedLine.Severity {
  fileprivate init(_ severity: LoggedEvent.Severity) {
    self =
      switch severity {
      case .alert: .alert
      case .critical: .critical
      case .error: .error
      case .warning: .warning
      }
  }
}

extension Instant {
  /// Returns the whole seconds from this instant until `now`; 0 if `now` is earlier because the clock was set back.
  fileprivate func seconds(until now: Instant) -> Int { Int(max(0, milliseconds(to: now)) / 1000) }
}
