import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SystemStatus: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let (counts, cursor) = try await service.store.read { (try $0.counts(), try $0.cursor) }
    return Answer(
      version: service.settings.version, isWritable: true,
      uptime: Int(service.startedAt.milliseconds(to: call.now) / 1000), visits: counts.visits.values.reduce(0, +),
      workers: counts.workers, clients: counts.clients, connections: service.connections,
      databaseBytes: Int(service.store.databaseBytes), cursor: cursor.text,
      sync: SyncIndicator.compose(.noUpstream, in: call.view), languages: ViewContext.languages,
      warnings: service.settings.warnings.map { $0.words(in: call.view) })
  }
}
