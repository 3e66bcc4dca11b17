package import VisitsModel

/// The records upstream that people stand for.
extension StoreReader {
  /// The records of its kind that a person stands for, on every system, in the order of their systems.
  package func personRecords(_ kind: PersonKind, _ id: String) throws -> [UpstreamIdentity] {
    try db.all(
      """
      SELECT system, value FROM upstream INDEXED BY upstreamByThing WHERE topic = ? AND thing = ? AND value GLOB ?
      ORDER BY system, value
      """, [.text(kind.topic), .text(id), .text(kind.recordType + "/*")]
    ) { UpstreamIdentity(system: $0.text(0), value: $0.text(1)) }
  }

  /// The systems on which a record is known, as `Practitioner/123`.
  package func systems(knowing value: String, as kind: PersonKind) throws -> [String] {
    try db.all(
      "SELECT DISTINCT system FROM upstream WHERE topic = ? AND value = ? ORDER BY system",
      [.text(kind.topic), .text(value)]
    ) { $0.text(0) }
  }

  /// The person whom the office linked to a record; `nil`: it linked nobody.
  package func linkedPerson(_ kind: PersonKind, to record: UpstreamIdentity) throws -> String? {
    try db.first(
      "SELECT person FROM linkedPeople WHERE topic = ? AND system = ? AND value = ?",
      [.text(kind.topic), .text(record.system), .text(record.value)]
    ) { $0.text(0) }
  }

  /// The records to which the office linked a person.
  package func links(of kind: PersonKind, _ id: String) throws -> [UpstreamIdentity] {
    try db.all(
      "SELECT system, value FROM linkedPeople INDEXED BY linkedPeopleByPerson WHERE topic = ? AND person = ?",
      [.text(kind.topic), .text(id)]
    ) { UpstreamIdentity(system: $0.text(0), value: $0.text(1)) }
  }

  /// Whether the office linked a visit's client, or its worker, to a record upstream.
  package func isOfLinkedPeople(_ visit: Visit) throws -> Bool {
    if try !links(of: .client, visit.client.rawValue).isEmpty { return true }
    return try visit.worker.map { try !links(of: .worker, $0.rawValue).isEmpty } ?? false
  }

  /// Whether a record that a person is linked to has been taken in, by a sync or from a Bundle.
  package func hasCome(_ record: UpstreamIdentity, as kind: PersonKind) throws -> Bool {
    let isTakenIn = try db.first(
      "SELECT digest IS NOT NULL FROM upstream WHERE topic = ? AND system = ? AND value = ?",
      [.text(kind.topic), .text(record.system), .text(record.value)]
    ) { $0.truth(0) }
    return isTakenIn ?? false
  }

  /// The record into which upstream has merged a Patient, as `Patient/789`; `nil`: it has not.
  package func replacement(of address: RecordAddress) throws -> String? {
    let found = try agreed(on: address).first { $0.thing.parts?.topic == .client }?.fields
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }
}
