package import VisitsModel

extension ChangeTransaction {
  /// The client that is to be changed.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil`: whichever.
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func client(_ id: ClientID, expectedVersion: Int?) throws -> Client {
    try present(client(id), id.rawValue, expectedVersion: expectedVersion) { .client($0) }
  }

  /// Keeps a client: a new one, or one as they are now. Key, version and instant of one who is there stay ours.
  ///
  /// - Parameter isDecision: Whether the audit is to tell of it even if nothing about the client is different.
  /// - Returns: The client as kept; as before, when nothing about them is different.
  package func put(_ client: Client, isDecision: Bool = false) throws -> Client {
    let before: Stored<Client>? = try stored(client.id.rawValue)
    var client = client
    client.key = before?.thing.key ?? client.key
    let kept = try keep(client, inPlaceOf: before, isDecision: isDecision)
    if before == nil { count(Refusal.Thing.client.rawValue, 1) }
    return kept
  }

  /// The id, or the first of id-2, id-3, … that nobody has.
  package func freeClientID(base: String) throws -> ClientID {
    try freeID(base, in: "clients", ClientID.init(rawValue:))
  }
}
