package import VisitsModel

extension ChangeTransaction {
  /// The client that is to be changed.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil`: whichever.
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func client(_ id: ClientID, expectedVersion: Int?) throws -> Client {
    guard let client = try client(id) else { throw Refusal.notFound(.client, id: id.rawValue) }
    if let expectedVersion, expectedVersion != client.version {
      throw Refusal.versionConflict(expected: expectedVersion, current: .client(client))
    }
    return client
  }

  /// Keeps a client: a new one, or one as they are now. Key, version and instant of one who is there stay ours.
  ///
  /// - Returns: The client as kept; as before, when nothing about them is different.
  package func put(_ client: Client) throws -> Client {
    let before = try storedClient(client.id)
    var client = client
    client.key = before?.client.key ?? client.key
    client.version = before?.client.version ?? 0
    client.updatedAt = before?.client.updatedAt ?? now
    if let before, before.client == client { return client }
    client.version += 1
    client.updatedAt = now
    let change = try append(
      .client, thing: client.key.rawValue, version: client.version, previous: before?.change,
      snapshot: client.snapshot(), before: (before?.client).map(AuditEntry.Snapshot.client), after: .client(client))
    if let before {
      try ClientRow.update(before, to: client, change: change, db)
    } else {
      try ClientRow.insert(client, change: change, db)
      count(Refusal.Thing.client.rawValue, 1)
    }
    return client
  }

  /// The id, or the first of id-2, id-3, … that nobody has.
  package func freeClientID(base: String) throws -> ClientID {
    try freeID(base, in: "clients", ClientID.init(rawValue:))
  }
}
