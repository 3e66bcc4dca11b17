import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension ClientShow: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let client = try await call.service.store.read { try $0.shownClient(parameters.client, to: call) }
    return Answer(client: ClientView.compose(client, in: call.view))
  }
}

extension StoreReader {
  /// The client of that id, or why there is none.
  ///
  /// - Parameter call: Who wants to see the client; `nil`: somebody who may see everybody.
  func shownClient(_ id: String, to call: Call? = nil) throws -> Client {
    guard let known = ClientID(rawValue: id), let client = try client(known), try call?.mayRead(client, self) ?? true
    else {
      throw Refusal.notFound(.client, id: id)
    }
    return client
  }
}
