import VisitsAPI
import VisitsModel

/// Identifiers of workers and clients for electronic visit verification.
extension Call {
  /// Parses identifiers with their keys, each of the form `key=identifier`. If one has another form, the result has no
  /// identifiers.
  static func keyed(_ lines: Given<[String]>) -> Given<KeyedIDs> { lines.map { KeyedIDs($0) ?? KeyedIDs() } }

  /// Returns the client with the details that the caller may see. Only the office sees the client's member ids with
  /// payers.
  func shown(_ client: Client) -> Client {
    guard own != nil else { return client }
    var client = client
    client.memberIDs = KeyedIDs()
    return client
  }
}
