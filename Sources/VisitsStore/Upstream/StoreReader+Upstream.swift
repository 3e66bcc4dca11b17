import JSON
package import VisitsModel

/// Lookups of workers, clients and visits by their identities upstream. An entity is also found by the UUID of our own
/// identifier. A record that this program created is thus recognised when an import brings it back.
extension StoreReader {
  /// Returns the worker with an identity upstream; `nil` if there is none.
  package func workerID(for identity: UpstreamIdentity) throws -> WorkerID? {
    try things(.worker, identity) { try $0.workerID(1) }.first ?? own(.worker, identity) { try $0.workerID(0) }
  }

  /// Returns the client with an identity upstream; `nil` if there is none.
  package func clientID(for identity: UpstreamIdentity) throws -> ClientID? {
    try things(.client, identity) { try $0.clientID(1) }.first ?? own(.client, identity) { try $0.clientID(0) }
  }

  /// Returns the visits of an Appointment. There is one visit for each worker of the Appointment; `part` is its number,
  /// from 1, and the order of the result.
  package func visitIDs(for identity: UpstreamIdentity) throws -> [(part: Int, id: VisitID)] {
    let known = try things(.visit, identity) { (part: $0.int(0), id: VisitID(rawValue: $0.text(1))) }
    guard known.isEmpty else { return known }
    return try own(.visit, identity) { VisitID(rawValue: $0.text(0)) }.map { [(1, $0)] } ?? []
  }

  /// Returns the clients for some Patient records of one server, with one query. Records that are unknown or that
  /// upstream merged into another record are left out.
  ///
  /// - Parameter values: The addresses of the records on the server, such as `Patient/123`.
  /// - Returns: The id and the homes of each client, by the address of the record. The homes have addresses only.
  package func unmergedClients(
    on server: String, _ values: [String]
  ) throws -> [String: (id: ClientID, homes: Homes)] {
    let rows = try db.all(Self.unmergedClients, [.text(server), .text(SnapshotWriter.list(values))]) {
      (
        value: $0.text(0),
        client: (id: try $0.clientID(1), homes: try LaterText.homes($0.textIfAny(2), $0.textIfAny(3)))
      )
    }
    return Dictionary(rows.map { ($0.value, $0.client) }) { first, _ in first }
  }

  static let unmergedClients = """
    SELECT asked.value, clients.id, clients.address, clients.later
    FROM json_each(?2) AS asked
    CROSS JOIN upstream ON topic = 'client' AND system = ?1 AND upstream.value = asked.value AND part = 1
    CROSS JOIN clients ON clients.id = upstream.thing
    WHERE NOT EXISTS (
      SELECT 1 FROM agreed WHERE type = 'Patient' AND agreed.id = substr(asked.value, 9) AND fields <> '')
    """

  /// Returns the workers for some Practitioner records of one server, with one query. Unknown records are left out.
  ///
  /// - Parameter values: The addresses of the records on the server, such as `Practitioner/123`.
  /// - Returns: The id of each worker, by the address of the record.
  package func workerIDs(on server: String, _ values: [String]) throws -> [String: WorkerID] {
    let rows = try db.all(Self.workers, [.text(server), .text(SnapshotWriter.list(values))]) {
      (value: $0.text(0), worker: try $0.workerID(1))
    }
    return Dictionary(rows.map { ($0.value, $0.worker) }) { first, _ in first }
  }

  static let workers = """
    SELECT asked.value, thing FROM json_each(?2) AS asked
    CROSS JOIN upstream ON topic = 'worker' AND system = ?1 AND upstream.value = asked.value AND part = 1
    """

  private func own<ID>(
    _ topic: Refusal.Thing, _ identity: UpstreamIdentity, _ make: (Columns) throws -> ID
  ) throws -> ID? {
    // The system that R4 gives to identifiers that are URIs.
    let prefix = "urn:uuid:"
    guard identity.system == "urn:ietf:rfc:3986", identity.value.hasPrefix(prefix) else { return nil }
    let column = topic == .visit ? "id" : "key"
    return try db.first(
      "SELECT id FROM \(topic.rawValue)s WHERE \(column) = ?",
      [.text(identity.value.dropFirst(prefix.count).lowercased())], make)
  }

  private func things<Thing>(
    _ topic: Refusal.Thing, _ identity: UpstreamIdentity, _ make: (Columns) throws -> Thing
  ) throws -> [Thing] {
    try db.all(
      "SELECT part, thing FROM upstream WHERE topic = ? AND system = ? AND value = ? ORDER BY part",
      [.text(topic.rawValue), .text(identity.system), .text(identity.value)], make)
  }
}
