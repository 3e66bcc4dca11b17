import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension EmergencyList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let placed = try await service.store.read { reader in
      let worker = try call.narrowed(parameters.worker).map { try reader.shownWorker($0).id }
      let held = parameters.isOpen == false ? [] : try service.heldEmergencies(reader)
      let stored = try reader.emergencies(isOpen: parameters.isOpen, worker: worker, limit: parameters.limit ?? 100)
      return held.filter { worker == nil || $0.worker.id == worker } + (try stored.map { try reader.placed($0) })
    }
    return Answer(emergencies: placed.map { EmergencyView.compose($0, in: call.view) })
  }
}
