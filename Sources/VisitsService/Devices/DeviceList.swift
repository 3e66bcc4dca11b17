import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension DeviceList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let limit = parameters.limit ?? 100
    let page = try await call.service.store.read { reader in
      try reader.devices(
        worker: try parameters.worker.map { try reader.shownWorker($0).id },
        usableAt: parameters.all == true ? nil : call.now, limit: limit + 1,
        after: parameters.after.map { DeviceID(rawValue: $0.lowercased()) }
      ).map { try call.service.placed($0, reader) }
    }
    let shown = page.prefix(limit)
    return Answer(
      devices: shown.map { DeviceView.compose($0, in: call.view) },
      next: page.count > limit ? shown.last?.device.id.rawValue : nil)
  }
}
