package import VisitsModel

/// The name and id of a worker or client.
package struct NamedPerson: Sendable, Hashable {
  /// The id of the worker or client.
  package let id: String
  /// The display name.
  package let name: String
  /// The name in the form for comparisons, see ``VisitsModel/FoldedText``.
  package let foldedName: String
  /// Whether the worker still works for the agency, or the client still receives care.
  package let isActive: Bool
}

extension StoreReader {
  /// Returns the names of all workers or of all clients, ordered by id.
  package func names(of kind: PersonKind) throws -> [NamedPerson] {
    try db.all("SELECT id, name, foldedName, isActive FROM \(kind == .worker ? "workers" : "clients") ORDER BY id") {
      NamedPerson(id: $0.text(0), name: $0.text(1), foldedName: $0.text(2), isActive: $0.truth(3))
    }
  }
}
