import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension ClientShow: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let client = try await call.service.store.read { try $0.namedClient(parameters.client, to: call) }
    return Answer(client: ClientView.compose(call.shown(client), in: call.view))
  }
}

extension StoreReader {
  /// The client of that id, or why there is none; whoever was merged with another is shown as they were.
  ///
  /// - Parameter call: Who wants to see the client; `nil`: somebody who may see everybody.
  func namedClient(_ id: String, to call: Call? = nil) throws -> Client {
    guard let known = ClientID(rawValue: id), let client = try client(known), try call?.mayRead(client, self) ?? true
    else {
      throw Refusal.notFound(.client, id: id)
    }
    return client
  }

  /// The client whom that id means, or why there is none. A device, or a script, may name one whom upstream has merged
  /// with another since: all that was theirs is the other's, who is meant.
  ///
  /// - Parameter call: Who wants to see the client; `nil`: somebody who may see everybody.
  func shownClient(_ id: String, to call: Call? = nil) throws -> Client {
    guard let client = try meantClient(id), try call?.mayRead(client, self) ?? true else {
      throw Refusal.notFound(.client, id: id)
    }
    return client
  }

  /// The client whom that id means, whoever asks; `nil`: there is none.
  func meantClient(_ id: String) throws -> Client? {
    guard let known = ClientID(rawValue: id) else { return nil }
    return try client(successor(of: known))
  }
}
