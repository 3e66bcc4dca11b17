/// What a FHIR server can do, as far as it decides how we write to it (`sync.md`, Reading and Writing): what it can do for
/// every type that we write.
package struct ServerAbilities: Sendable, Hashable, Codable {
  /// Whether it keeps versions and heeds `If-Match`. Without them an update could overwrite what another has written.
  package var keepsVersions: Bool
  /// Whether a PUT to an id of our choice makes the resource.
  package var takesOurIds: Bool
  /// Whether several resources go in one transaction.
  package var takesTransactions: Bool

  /// A server's abilities.
  package init(keepsVersions: Bool, takesOurIds: Bool, takesTransactions: Bool) {
    self.keepsVersions = keepsVersions
    self.takesOurIds = takesOurIds
    self.takesTransactions = takesTransactions
  }
}
