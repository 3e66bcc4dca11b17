import VisitsAPI
import VisitsModel

/// What aggregators of visit verification call people and services, as callers send it.
extension Call {
  /// Identifiers with their keys.
  static func keyed(_ lines: Given<[String]>) -> Given<KeyedIDs> { lines.map { KeyedIDs($0) ?? KeyedIDs() } }

  /// A client as the caller may see them: a payer's ids are the office's.
  func shown(_ client: Client) -> Client {
    guard own != nil else { return client }
    var client = client
    client.memberIDs = KeyedIDs()
    return client
  }
}
