import VisitsAPI
import VisitsModel

/// Identifiers that visit verification uses for people.
extension Call {
  /// Parses identifiers with their keys.
  static func keyed(_ lines: Given<[String]>) -> Given<KeyedIDs> { lines.map { KeyedIDs($0) ?? KeyedIDs() } }

  /// Returns the client as the caller may see it. Only the office sees the member ids of payers.
  func shown(_ client: Client) -> Client {
    guard own != nil else { return client }
    var client = client
    client.memberIDs = KeyedIDs()
    return client
  }
}
