import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension AuditList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let limit = parameters.limit ?? 100
    let since = try call.bound(parameters.since, field: "since", in: call.service.settings.agencyZone)
    let before = try await call.cursor(parameters.before)
    let (page, epoch) = try await call.service.store.read { reader in
      if let before, before.epoch != (try reader.cursor.epoch) {
        throw Refusal.cursorGone(present: try reader.cursor)
      }
      let page = try reader.audit(
        visit: parameters.visit.map { VisitID(rawValue: $0.lowercased()) },
        worker: try parameters.worker.map { try reader.shownWorker($0).id },
        client: try parameters.client.map { try reader.namedClient($0).id },
        since: since, before: before?.sequence, limit: limit)
      return (page, try reader.cursor.epoch)
    }
    let first = page.entries.first.map { Cursor(epoch: epoch, sequence: $0.event.sequence).text }
    return Answer(
      entries: try await views(of: page.entries, epoch: epoch, call), previous: page.hasEarlier ? first : nil)
  }

  private static func views(
    of entries: [AuditEntry], epoch: Int64, _ call: Call
  ) async throws -> [AuditEntryView] {
    let visits = entries.flatMap { [$0.before, $0.after] }.compactMap { snapshot -> Visit? in
      if case .visit(let visit) = snapshot { visit } else { nil }
    }
    let placed = try await call.service.people.placed(visits, in: call.service.store)
    let snapshots = entries.flatMap { [$0.before, $0.after] }
    let emergencies = snapshots.compactMap { snapshot -> Emergency? in
      if case .emergency(let emergency) = snapshot { emergency } else { nil }
    }
    let series = snapshots.compactMap { snapshot -> Series? in
      if case .series(let series) = snapshot { series } else { nil }
    }
    let alerts = snapshots.compactMap { snapshot -> Alert? in
      if case .alert(let alert) = snapshot { alert } else { nil }
    }
    let records = snapshots.compactMap { snapshot -> CareTaskID? in
      if case .taskRecord(let record) = snapshot { record.task } else { nil }
    }
    let sessions = snapshots.compactMap { snapshot -> GoalSession? in
      if case .session(let session) = snapshot { session } else { nil }
    }
    let absences = snapshots.compactMap { snapshot -> Absence? in
      if case .absence(let absence) = snapshot { absence } else { nil }
    }
    let clients = Set(entries.compactMap(\.after.careOf))
    let devices = Set(entries.compactMap(\.device))
    let found = try await call.service.store.read { reader in
      let placedAbsences = try absences.map { ($0, try reader.placed($0)) }
      return (
        try emergencies.map { ($0, try reader.placed($0)) }, try series.map { ($0, try reader.placed($0)) },
        try alerts.map { ($0, try reader.placed($0)) }, try Set(records).compactMap { try reader.task($0) },
        try sessions.map { ($0, try reader.placed($0)) }, try clients.compactMap { try reader.client($0) },
        try devices.compactMap { try reader.device($0) }, placedAbsences
      )
    }
    let (placedEmergencies, placedSeries, placedAlerts, tasks, placedSessions, named, owned, placedAbsences) = found
    let bySeries = Dictionary(placedSeries) { first, _ in first }
    let byEmergency = Dictionary(placedEmergencies) { first, _ in first }
    let byAlert = Dictionary(placedAlerts) { first, _ in first }
    let byTask = Dictionary(uniqueKeysWithValues: tasks.map { ($0.id, $0) })
    let names = Dictionary(uniqueKeysWithValues: named.map { ($0.id, $0.name) })
    let deviceNames = Dictionary(uniqueKeysWithValues: owned.map { ($0.id, $0.name) })
    let bySession = Dictionary(placedSessions) { first, _ in first }
    let byAbsence = Dictionary(placedAbsences) { first, _ in first }
    let byVisit = Dictionary(placed.map { ($0.visit, $0) }) { first, _ in first }
    return entries.map { entry in
      AuditEntryView.compose(
        entry, epoch: epoch, farAwayMetres: call.service.settings.farAwayMetres, in: call.view
      ) {
        byVisit[$0]
      } describeEmergency: { emergency in
        byEmergency[emergency] ?? PlacedEmergency(nameless: emergency)
      } describeSeries: {
        bySeries[$0]
      } describeAlert: { alert in
        byAlert[alert] ?? PlacedAlert(alert: alert, visit: nil, worker: nil)
      } describeTask: {
        byTask[$0]
      } describeSession: {
        bySession[$0]
      } describeAbsence: { absence in
        byAbsence[absence] ?? PlacedAbsence(absence: absence)
      } nameOfClient: {
        names[$0]
      } nameOfDevice: {
        deviceNames[$0] ?? nil
      }
    }
  }
}
