import JSON

extension JSONValue {
  /// A number that is computed with: as the daemon answers it, or the nearest with which no sum or product overflows.
  var amount: Int64? { integer.map { min(max($0, -Self.most), Self.most) } }

  /// In seconds 35,000 years.
  private static let most: Int64 = 1 << 40
}
