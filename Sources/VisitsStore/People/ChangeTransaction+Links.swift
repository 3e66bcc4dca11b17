package import VisitsModel

extension ChangeTransaction {
  /// Whether the office has linked any worker or client to a record upstream. The answer is cached, because a pull asks
  /// for it with each Appointment.
  package func hasLinks() throws -> Bool {
    if let knownLinks { return knownLinks }
    let found = try db.first("SELECT 1 FROM linkedPeople LIMIT 1", []) { _ in true } ?? false
    knownLinks = found
    return found
  }

  /// Stores that the office linked a worker or client to a record upstream.
  package func keepLink(_ record: UpstreamIdentity, to kind: PersonKind, _ id: String) throws {
    let key: [Bound] = [.text(kind.topic), .text(record.system), .text(record.value)]
    try db.run(
      "INSERT INTO upstream (topic, system, value, part, thing) VALUES (?, ?, ?, 1, ?) ON CONFLICT DO NOTHING",
      key + [.text(id)])
    try db.run(
      """
      INSERT INTO linkedPeople (topic, system, value, person) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET person = excluded.person
      """, key + [.text(id)])
    knownLinks = true
  }

  /// Deletes the office's link to a record that was never imported.
  package func forgetLink(_ record: UpstreamIdentity, of kind: PersonKind) throws {
    let key: [Bound] = [.text(kind.topic), .text(record.system), .text(record.value)]
    try db.run("DELETE FROM upstream WHERE topic = ? AND system = ? AND value = ? AND digest IS NULL", key)
    try db.run("DELETE FROM linkedPeople WHERE topic = ? AND system = ? AND value = ?", key)
  }

  /// Moves the upstream identities of a merged worker or client to the successor, the person who stays. The links, the
  /// open problems and the states agreed with upstream move too. From now on, the merged person's id and our own
  /// identifier, which is made from their key, also lead to the successor.
  func moveIdentities(_ kind: PersonKind, from other: (id: String, key: PersonKey), to successor: String) throws {
    let (topic, id, new) = (Bound.text(kind.topic), Bound.text(other.id), Bound.text(successor))
    try db.run("UPDATE upstream SET thing = ? WHERE topic = ? AND thing = ?", [new, topic, id])
    // A record upstream may name the person by our own identifier, which is made from the key.
    try db.run(
      """
      INSERT INTO upstream (topic, system, value, part, thing) VALUES (?, 'urn:ietf:rfc:3986', ?, 1, ?)
      ON CONFLICT DO NOTHING
      """, [topic, .text("urn:uuid:\(other.key.rawValue)"), new])
    try db.run("UPDATE agreed SET thing = ? WHERE topic = ? AND thing = ?", [new, topic, id])
    if kind == .client { try moveMerges(from: other.id, to: successor) }
    try db.run(
      "UPDATE problems SET subject = ? WHERE subject = ? AND settledAt IS NULL",
      [.text("\(kind.topic)/\(successor)"), .text("\(kind.topic)/\(other.id)")])
    try db.run("UPDATE linkedPeople SET person = ? WHERE topic = ? AND person = ?", [new, topic, id])
    try db.run("UPDATE mergedPeople SET successor = ? WHERE topic = ? AND successor = ?", [new, topic, id])
    try db.run(
      "INSERT INTO mergedPeople (topic, person, successor) VALUES (?, ?, ?)", [topic, id, new])
    try db.run(
      """
      INSERT INTO formerVisits (topic, person, visit) SELECT topic, ?, visit FROM formerVisits
      WHERE topic = ? AND person = ? ON CONFLICT DO NOTHING
      """, [new, topic, id])
  }
}
