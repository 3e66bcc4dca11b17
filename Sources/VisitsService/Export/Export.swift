import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension Export: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    // These records hold data that devices do not see: the clients' member ids, and the agency's own identifiers.
    if parameters.profile != nil, call.own != nil {
      throw RPCError(.forbidden(method: name, needs: .office, in: call.view))
    }
    let place = try parameters.after.map { try ExportPlace(sentBack: $0) }
    return try await call.service.store.read { reader in
      var filter = try call.filter(parameters.window, worker: parameters.worker, client: parameters.client, in: reader)
      if let place { (filter.from, filter.to) = (place.from, place.to) }
      var writer = try ExportWriter(parameters, filter, from: place, reader, call)
      return try writer.part()
    }
  }
}
