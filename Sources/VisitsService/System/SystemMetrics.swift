import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsStore
import VisitsViews

extension SystemMetrics: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let standing = try await SystemStanding.of(service)
    let format = OpenMetrics.Format(parameters.format ?? .openmetrics)
    var metrics = OpenMetrics(as: format)
    metrics.addProcess(of: service)
    metrics.addCalls(service.meter.totals)
    metrics.addSchedule(standing)
    metrics.addDatabase(of: service.store)
    metrics.addBackups(standing)
    metrics.addSync(standing)
    metrics.addCommands(of: service.settings)
    return Answer(content: metrics.text, mediaType: format.mediaType)
  }
}

extension OpenMetrics.Format {
  fileprivate init(_ format: SystemMetrics.Format) {
    self =
      switch format {
      case .openmetrics: .openMetrics
      case .prometheus: .prometheus
      }
  }
}

extension OpenMetrics {
  fileprivate mutating func addProcess(of service: VisitsService) {
    let process = service.processView
    add(
      "visits_build_info", .gauge, "The program that runs, told in labels.",
      [Sample(1, ("version", service.settings.version))])
    add(
      "visits_start_time_seconds", .gauge, unit: "seconds", "When it started, since 1970.",
      [Sample(milliseconds: service.startedAt.milliseconds)])
    add("visits_connections", .gauge, "Connections that are open.", [Sample(process.connections())])
    let logged = process.loggedCounts()
    add(
      "visits_logged", .counter, "Entries of the log at warning or worse.",
      LoggedEvent.Severity.allCases.map { Sample(logged[$0] ?? 0, ("severity", $0.rawValue)) })
  }

  fileprivate mutating func addCalls(_ totals: (methods: [CallMeter.Calls], changes: Int)) {
    let named = zip(MethodTable.rows.map(\.name) + ["unknown"], totals.methods)
    add("visits_calls", .counter, "Calls that were answered.", named.map { Sample($1.answered, ("method", $0)) })
    add(
      "visits_call_errors", .counter, "Calls that were answered with an error.",
      named.map { Sample($1.refused, ("method", $0)) })
    add("visits_changes", .counter, "Changes that were written.", [Sample(totals.changes)])
  }

  fileprivate mutating func addSchedule(_ standing: SystemStanding) {
    if let counts = standing.counts {
      add(
        "visits_visits", .gauge, "Visits in each state.",
        Status.allCases.map { Sample(counts.visits[$0] ?? 0, ("status", $0.rawValue)) })
      add("visits_workers", .gauge, "Workers, inactive ones too.", [Sample(counts.workers)])
      add("visits_clients", .gauge, "Clients, inactive ones too.", [Sample(counts.clients)])
    }
    add("visits_emergencies", .gauge, "Emergencies that nobody has ended.", [Sample(standing.emergencies)])
    add(
      "visits_alerts", .gauge, "Alerts that hold.",
      Alert.Kind.allCases.map { Sample(standing.alerts[$0] ?? 0, ("kind", $0.rawValue)) })
  }

  fileprivate mutating func addDatabase(of store: Store) {
    let fault = store.fault
    add("visits_writable", .gauge, "1 while changes are taken, else 0.", [Sample(fault == nil ? 1 : 0)])
    add(
      "visits_database_damaged", .gauge, "1 once the database was found to be damaged, else 0.",
      [Sample(fault?.isDamage == true ? 1 : 0)])
    add(
      "visits_database_size_bytes", .gauge, unit: "bytes", "The size of the database and its log.",
      [Sample(Int(store.databaseBytes))])
    add(
      "visits_database_log_size_bytes", .gauge, unit: "bytes", "The size of its write-ahead log alone.",
      [Sample(Int(store.logBytes))])
  }

  fileprivate mutating func addBackups(_ standing: SystemStanding) {
    if let room = standing.room {
      add(
        "visits_backup_free_bytes", .gauge, unit: "bytes", "What is free where the backups lie.",
        [Sample(Int(room.free))])
      add(
        "visits_backups_possible", .gauge, "How many more backups fit; with 0, none is begun.",
        [Sample(Int(room.backups))])
    }
    let backup = standing.backup
    // An alarm on the age of the backup must fire where there never was one.
    add(
      "visits_last_backup_time_seconds", .gauge, unit: "seconds",
      "When the latest backup was made, since 1970; 0 before the first.",
      [Sample(milliseconds: backup?.at.milliseconds ?? 0)])
    guard let backup else { return }
    add(
      "visits_last_backup_size_bytes", .gauge, unit: "bytes", "The size of the latest backup.",
      [Sample(Int(backup.bytes))])
  }

  /// Adds whether the operator's commands can be run.
  fileprivate mutating func addCommands(of settings: ServiceSettings) {
    let pager = settings.pager
    let tiers = pager.tiers.enumerated().map { index, command in
      Sample(pager.runner.canRun(command) ? 1 : 0, ("setting", "emergency.tiers"), ("tier", String(index + 1)))
    }
    let alerts = settings.alertCommand.map { alert in
      Sample(alert.runner.canRun(alert.command) ? 1 : 0, ("setting", "alerts.command"))
    }
    add(
      "visits_command_usable", .gauge, "1 if the program of a command exists and visitsd may run it, else 0.",
      tiers + [alerts].compactMap(\.self))
  }

  /// Adds the metrics of sync, unless there is no upstream server.
  fileprivate mutating func addSync(_ standing: SystemStanding) {
    guard let sync = standing.sync.standing else { return }
    add(
      "visits_sync_working", .gauge, "1 while sync works, 0 while upstream cannot be reached or refuses.",
      [Sample(sync.isFailing || sync.isUnreachable ? 0 : 1)])
    add("visits_sync_pending", .gauge, "Changes that upstream has not confirmed.", [Sample(sync.rows.pending)])
    add(
      "visits_sync_problems", .gauge, "Problems of sync that are open.",
      SyncProblem.Kind.allCases.map { Sample(standing.problems[$0] ?? 0, ("kind", $0.rawValue)) })
    guard let last = sync.lastSyncedAt else { return }
    add(
      "visits_sync_last_time_seconds", .gauge, unit: "seconds", "When all was in step last, since 1970.",
      [Sample(milliseconds: last.milliseconds)])
  }
}
