import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension Export: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let worker = try worker(parameters, call)
    let place = try parameters.after.map { try ExportPlace(sentBack: $0) }
    return try await call.service.store.read { reader in
      var filter = try call.filter(parameters.window, worker: worker, client: parameters.client, in: reader)
      if let place { (filter.from, filter.to) = (place.from, place.to) }
      var writer = try ExportWriter(parameters, filter, from: place, reader, call)
      return try writer.part()
    }
  }

  /// Whose visits: a device's are its worker's own, whom its caller is named after.
  private static func worker(_ parameters: Parameters, _ call: Call) throws -> String? {
    guard call.role == .caregiver else { return parameters.worker }
    let own = call.session.caller.by
    guard parameters.worker ?? own == own else {
      throw RPCError(.forbidden(method: name, needs: .office, in: call.view))
    }
    return own
  }
}
