package import VisitsModel

extension ChangeTransaction {
  /// Returns the client that the caller is about to change. Fails if the client no longer has the version that the
  /// caller last read.
  ///
  /// - Parameter expectedVersion: The version that the caller last read; `nil` accepts any version.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such client, ``Refusal/versionConflict(expected:current:)``
  ///   if the client has another version.
  package func client(_ id: ClientID, expectedVersion: Int?) throws -> Client {
    try present(client(id), id.rawValue, expectedVersion: expectedVersion) { .client($0) }
  }

  /// Stores a new or changed client. A stored client keeps its opaque key. Sets the version and the time of the change.
  ///
  /// - Parameter isDecision: Whether to write an audit entry even if no value of the client differs, because a user
  ///   decided something that the history must show, such as a merge of two clients.
  /// - Returns: The client as stored. If no value differs from the stored client and `isDecision` is `false`, nothing
  ///   is written.
  package func put(_ client: Client, isDecision: Bool = false) throws -> Client {
    let before: Stored<Client>? = try stored(client.id.rawValue)
    var client = client
    client.key = before?.thing.key ?? client.key
    let kept = try keep(client, inPlaceOf: before, isDecision: isDecision)
    if before == nil { count(Refusal.Thing.client.rawValue, 1) }
    return kept
  }

  /// Returns `base` as an id if no client has it. Otherwise returns a free id among `base`-2, `base`-3, …, usually the
  /// lowest.
  package func freeClientID(base: String) throws -> ClientID {
    try freeID(base, in: "clients", ClientID.init(rawValue:))
  }
}
