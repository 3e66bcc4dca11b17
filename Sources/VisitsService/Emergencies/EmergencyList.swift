import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension EmergencyList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let placed = try await service.store.read { reader in
      let worker = try call.narrowed(parameters.worker).map { try reader.shownWorker($0).id }
      return try service.emergencies(
        reader, isOpen: parameters.isOpen, worker: worker, limit: parameters.limit ?? 100)
    }
    return Answer(emergencies: placed.map { EmergencyView.compose($0, in: call) })
  }
}
