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
  /// Returns the client with exactly this id. If that client was merged into another one, returns the former client as
  /// it was before the merge.
  ///
  /// - Parameter call: The call that reads the client; `nil` to allow every client.
  /// - Throws: ``Refusal/notFound(_:id:)`` if no client has the id, or if the caller may not see the client.
  func namedClient(_ id: String, to call: Call? = nil) throws -> Client {
    guard let known = ClientID(rawValue: id), let client = try client(known), try call?.mayRead(client, self) ?? true
    else {
      throw Refusal.notFound(.client, id: id)
    }
    return client
  }

  /// Returns the client with the id. If that client was merged into another one, returns the other client, who now has
  /// all records of both. A device or a script may still know the former id.
  ///
  /// - Parameter call: The call that reads the client; `nil` to allow every client.
  /// - Throws: ``Refusal/notFound(_:id:)`` if no client has the id, or if the caller may not see the client.
  func shownClient(_ id: String, to call: Call? = nil) throws -> Client {
    guard let client = try meantClient(id), try call?.mayRead(client, self) ?? true else {
      throw Refusal.notFound(.client, id: id)
    }
    return client
  }

  /// Returns the client with the id, without checking whether a caller may see the client. If that client was merged
  /// into another one, returns the other client. Returns `nil` if no client has the id.
  func meantClient(_ id: String) throws -> Client? {
    guard let known = ClientID(rawValue: id) else { return nil }
    return try client(successor(of: known))
  }
}
