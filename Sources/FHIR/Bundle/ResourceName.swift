/// A resource as an identifier names it, wherever it may be kept.
package struct ResourceName: Sendable, Hashable {
  /// Its type, where the reference says so.
  package let type: String?
  /// Whose identifier it is.
  package let system: String
  /// The identifier.
  package let value: String

  /// As a search would have it: `Patient?identifier=urn:mrn|17`.
  package var text: String { "\(type ?? "")?identifier=\(system)|\(value)" }
}
