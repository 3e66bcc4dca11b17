import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension ClientShow: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let client = try await call.service.store.read { try $0.shownClient(parameters.client) }
    return Answer(client: ClientView.compose(client, in: call.view))
  }
}

extension StoreReader {
  /// The client of that id, or why there is none.
  func shownClient(_ id: String) throws -> Client {
    guard let known = ClientID(rawValue: id), let client = try client(known) else {
      throw Refusal.notFound(.client, id: id)
    }
    return client
  }
}
