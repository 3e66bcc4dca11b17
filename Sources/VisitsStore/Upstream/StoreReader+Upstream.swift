import JSON
package import VisitsModel

/// What is known of a record of the agency's system. A thing of ours is known by its own UUID too, with which it goes
/// out: what comes back is no other.
extension StoreReader {
  /// The worker that stands for a record of the agency's system.
  package func workerID(for identity: UpstreamIdentity) throws -> WorkerID? {
    try things(.worker, identity) { try $0.workerID(1) }.first ?? own(.worker, identity) { try $0.workerID(0) }
  }

  /// The client that stands for a record of the agency's system.
  package func clientID(for identity: UpstreamIdentity) throws -> ClientID? {
    try things(.client, identity) { try $0.clientID(1) }.first ?? own(.client, identity) { try $0.clientID(0) }
  }

  /// The visits that stand for one Appointment, one for each worker who makes it, in the order of the parts.
  package func visitIDs(for identity: UpstreamIdentity) throws -> [(part: Int, id: VisitID)] {
    let known = try things(.visit, identity) { (part: $0.int(0), id: VisitID(rawValue: $0.text(1))) }
    guard known.isEmpty else { return known }
    return try own(.visit, identity) { VisitID(rawValue: $0.text(0)) }.map { [(1, $0)] } ?? []
  }

  /// The clients that stand for records of one server, with their addresses, looked up for all of them at once. Who was
  /// merged with somebody else is left out, as is who is not known.
  ///
  /// - Parameter values: What the server calls them: `Patient/id`.
  package func unmergedClients(
    on server: String, _ values: [String]
  ) throws -> [String: (id: ClientID, address: String?)] {
    let rows = try db.all(Self.unmergedClients, [.text(server), .text(SnapshotWriter.list(values))]) {
      (value: $0.text(0), client: (id: try $0.clientID(1), address: $0.textIfAny(2)))
    }
    return Dictionary(rows.map { ($0.value, $0.client) }) { first, _ in first }
  }

  static let unmergedClients = """
    SELECT asked.value, clients.id, clients.address
    FROM json_each(?2) AS asked
    CROSS JOIN upstream ON topic = 'client' AND system = ?1 AND upstream.value = asked.value AND part = 1
    CROSS JOIN clients ON clients.id = upstream.thing
    WHERE NOT EXISTS (
      SELECT 1 FROM agreed WHERE type = 'Patient' AND agreed.id = substr(asked.value, 9) AND fields <> '')
    """

  /// The workers that stand for records of one server, looked up for all of them at once; who is not known is left out.
  ///
  /// - Parameter values: What the server calls them: `Practitioner/id`.
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
