import VisitsModel

/// The parts of a visit's own address, as JSON in one column: few visits have any, and nothing is searched by them.
enum AddressText {
  /// `nil`: no part is known.
  static func write(_ address: PostalAddress) -> String? {
    guard !address.isEmpty else { return nil }
    var writer = SnapshotWriter()
    address.write(to: &writer)
    return writer.text()
  }

  static func read(_ text: String) throws -> PostalAddress { try PostalAddress(snapshot: SnapshotReader.read(text)) }
}
