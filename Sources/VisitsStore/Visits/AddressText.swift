import VisitsModel

/// Stores the parts of a visit's own address as JSON in one column. Separate columns are not worthwhile, because few
/// visits have their own address and no search uses its parts.
enum AddressText {
  /// Returns the text for the column; `nil` if the address has no parts.
  static func write(_ address: PostalAddress) -> String? {
    guard !address.isEmpty else { return nil }
    var writer = SnapshotWriter()
    address.write(to: &writer)
    return writer.text()
  }

  static func read(_ text: String) throws -> PostalAddress { try PostalAddress(snapshot: SnapshotReader.read(text)) }
}
