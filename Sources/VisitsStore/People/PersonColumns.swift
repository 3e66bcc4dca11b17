import VisitsModel

/// Stores the parts of a worker's or client's name in table columns and in audit snapshots.
extension NameParts {
  /// The names of the columns, in the order in which ``values`` lists their values.
  static let columns = ["namePrefix", "givenNames", "familyName", "nameSuffix"]

  /// Reads the parts of a name from four adjacent columns, beginning at the index `first`.
  init(_ row: Columns, from first: Int32) {
    self.init(
      prefix: row.textIfAny(first), given: row.lines(first + 1), family: row.textIfAny(first + 2),
      suffix: row.textIfAny(first + 3))
  }

  var values: [Bound] { [Bound(prefix), Bound(lines: given), Bound(family), Bound(suffix)] }

  func write(to writer: inout SnapshotWriter) {
    writer.write("namePrefix", prefix)
    writer.write("givenNames", lines: given)
    writer.write("familyName", family)
    writer.write("nameSuffix", suffix)
  }

  init(snapshot fields: SnapshotFields) throws(StoreFault) {
    self.init(
      prefix: try fields.text("namePrefix"), given: try fields.lines("givenNames"),
      family: try fields.text("familyName"), suffix: try fields.text("nameSuffix"))
  }
}

extension PostalAddress {
  /// The names of the columns, in the order in which ``values`` lists their values.
  static let columns = ["street", "city", "district", "region", "postalCode", "country"]

  /// Reads the parts of an address from six adjacent columns, beginning at the index `first`.
  init(_ row: Columns, from first: Int32) {
    self.init(
      lines: row.lines(first), city: row.textIfAny(first + 1), district: row.textIfAny(first + 2),
      region: row.textIfAny(first + 3), postalCode: row.textIfAny(first + 4), country: row.textIfAny(first + 5))
  }

  var values: [Bound] {
    [
      Bound(lines: lines), Bound(city), Bound(district), Bound(region), Bound(postalCode), Bound(country),
    ]
  }

  func write(to writer: inout SnapshotWriter) {
    writer.write("street", lines: lines)
    writer.write("city", city)
    writer.write("district", district)
    writer.write("region", region)
    writer.write("postalCode", postalCode)
    writer.write("country", country)
  }

  init(snapshot fields: SnapshotFields) throws(StoreFault) {
    self.init(
      lines: try fields.lines("street"), city: try fields.text("city"), district: try fields.text("district"),
      region: try fields.text("region"), postalCode: try fields.text("postalCode"),
      country: try fields.text("country"))
  }
}

/// Stores a list of texts in one column, each text on its own line. The texts contain no line breaks.
extension Bound {
  fileprivate init(lines: [String]) { self = lines.isEmpty ? .none : .text(lines.joined(separator: "\n")) }
}

extension Columns {
  fileprivate func lines(_ index: Int32) -> [String] {
    textIfAny(index)?.split(separator: "\n").map(String.init) ?? []
  }
}

extension SnapshotWriter {
  fileprivate mutating func write(_ name: StaticString, lines: [String]) {
    write(name, lines.isEmpty ? nil : lines.joined(separator: "\n"))
  }
}

extension SnapshotFields {
  fileprivate func lines(_ name: String) throws(StoreFault) -> [String] {
    try text(name)?.split(separator: "\n").map(String.init) ?? []
  }
}
