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
  /// Returns the client with exactly this id. A client who was merged into another is returned as they were.
  ///
  /// - Parameter call: The call that wants to see the client; `nil` if every client may be seen.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is none, or if the caller may not see the client.
  func namedClient(_ id: String, to call: Call? = nil) throws -> Client {
    guard let known = ClientID(rawValue: id), let client = try client(known), try call?.mayRead(client, self) ?? true
    else {
      throw Refusal.notFound(.client, id: id)
    }
    return client
  }

  /// Returns the client with the id, or the client into whom that one was merged. A device or a script may still know
  /// the former id, and all records of that client have moved to the other.
  ///
  /// - Parameter call: The call that wants to see the client; `nil` if every client may be seen.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is none, or if the caller may not see the client.
  func shownClient(_ id: String, to call: Call? = nil) throws -> Client {
    guard let client = try meantClient(id), try call?.mayRead(client, self) ?? true else {
      throw Refusal.notFound(.client, id: id)
    }
    return client
  }

  /// Returns the client with the id, or the client into whom that one was merged, without checking who calls; `nil` if
  /// there is none.
  func meantClient(_ id: String) throws -> Client? {
    guard let known = ClientID(rawValue: id) else { return nil }
    return try client(successor(of: known))
  }
}
