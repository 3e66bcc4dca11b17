package import VisitsModel

/// A worker or a client by name.
package struct NamedPerson: Sendable, Hashable {
  /// The id.
  package let id: String
  /// The name as people say it.
  package let name: String
  /// The name as it is compared, see ``VisitsModel/FoldedText``.
  package let foldedName: String
  /// Whether they still work here, or receive care.
  package let isActive: Bool
}

extension StoreReader {
  /// Everybody of a kind, in the order of their ids.
  package func names(of kind: PersonKind) throws -> [NamedPerson] {
    try db.all("SELECT id, name, foldedName, isActive FROM \(kind == .worker ? "workers" : "clients") ORDER BY id") {
      NamedPerson(id: $0.text(0), name: $0.text(1), foldedName: $0.text(2), isActive: $0.truth(3))
    }
  }
}
