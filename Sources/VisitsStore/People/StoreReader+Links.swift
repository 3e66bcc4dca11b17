package import VisitsModel

/// Queries for the upstream records that stand for workers and clients.
extension StoreReader {
  /// Returns the records that stand for a worker or client on any system, ordered by system. These are Practitioner
  /// records for a worker and Patient records for a client (``PersonKind/recordType``).
  package func personRecords(_ kind: PersonKind, _ id: String) throws -> [UpstreamIdentity] {
    try db.all(
      """
      SELECT system, value FROM upstream INDEXED BY upstreamByThing WHERE topic = ? AND thing = ? AND value GLOB ?
      ORDER BY system, value
      """, [.text(kind.topic), .text(id), .text(kind.recordType + "/*")]
    ) { UpstreamIdentity(system: $0.text(0), value: $0.text(1)) }
  }

  /// Returns the systems on which a record such as `Practitioner/123` stands for a worker or client.
  package func systems(knowing value: String, as kind: PersonKind) throws -> [String] {
    try db.all(
      "SELECT DISTINCT system FROM upstream WHERE topic = ? AND value = ? ORDER BY system",
      [.text(kind.topic), .text(value)]
    ) { $0.text(0) }
  }

  /// Returns the id of the worker or client whom the office linked to a record; `nil` if there is no such link.
  package func linkedPerson(_ kind: PersonKind, to record: UpstreamIdentity) throws -> String? {
    try db.first(
      "SELECT person FROM linkedPeople WHERE topic = ? AND system = ? AND value = ?",
      [.text(kind.topic), .text(record.system), .text(record.value)]
    ) { $0.text(0) }
  }

  /// Returns the records to which the office linked a worker or client.
  package func links(of kind: PersonKind, _ id: String) throws -> [UpstreamIdentity] {
    try db.all(
      "SELECT system, value FROM linkedPeople INDEXED BY linkedPeopleByPerson WHERE topic = ? AND person = ?",
      [.text(kind.topic), .text(id)]
    ) { UpstreamIdentity(system: $0.text(0), value: $0.text(1)) }
  }

  /// Whether the office linked a visit's client or worker to a record upstream.
  package func isOfLinkedPeople(_ visit: Visit) throws -> Bool {
    if try !links(of: .client, visit.client.rawValue).isEmpty { return true }
    return try visit.worker.map { try !links(of: .worker, $0.rawValue).isEmpty } ?? false
  }

  /// Whether a record to which the office linked a worker or client has been imported since, by sync or from a Bundle.
  package func hasCome(_ record: UpstreamIdentity, as kind: PersonKind) throws -> Bool {
    let isTakenIn = try db.first(
      "SELECT digest IS NOT NULL FROM upstream WHERE topic = ? AND system = ? AND value = ?",
      [.text(kind.topic), .text(record.system), .text(record.value)]
    ) { $0.truth(0) }
    return isTakenIn ?? false
  }

  /// Returns the Patient record into which upstream merged the Patient at an address, such as `Patient/789`; `nil` if
  /// upstream did not merge it.
  package func replacement(of address: RecordAddress) throws -> String? {
    let found = try agreed(on: address).first { $0.thing.parts?.topic == .client }?.fields
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }
}
