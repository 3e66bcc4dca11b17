package import VisitsModel

/// A worker or a client by name.
package struct NamedPerson: Sendable, Hashable {
  /// The id.
  package let id: String
  /// The display name.
  package let name: String
  /// The name for comparisons, see ``VisitsModel/FoldedText``.
  package let foldedName: String
  /// Whether the person still works here or receives care.
  package let isActive: Bool
}

extension StoreReader {
  /// Returns all people of a kind, ordered by id.
  package func names(of kind: PersonKind) throws -> [NamedPerson] {
    try db.all("SELECT id, name, foldedName, isActive FROM \(kind == .worker ? "workers" : "clients") ORDER BY id") {
      NamedPerson(id: $0.text(0), name: $0.text(1), foldedName: $0.text(2), isActive: $0.truth(3))
    }
  }
}
