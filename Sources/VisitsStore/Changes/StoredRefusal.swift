import VisitsModel

extension SnapshotWriter {
  /// Writes the place of a refusal or note in an import, such as the row of a table.
  mutating func write(_ place: TextPlace) {
    switch place {
    case .row(let row): write("row", row)
    case .table: write("whole", "table")
    case .calendar: write("whole", "calendar")
    case .path(let path): write("place", path)
    }
  }

  /// Writes the reason for a refusal or note in an import.
  mutating func write(_ reason: TextReason) {
    switch reason {
    case .words(let words): write("reason", words)
    case .fault(let fault):
      open("fault")
      write("kind", fault.kind.rawValue)
      write("values", fault.values.sorted { $0.key.rawValue < $1.key.rawValue }) { writer, value in
        writer.write("name", value.key.rawValue)
        writer.write("text", value.value)
      }
      write("names", fault.names) { writer, name in writer.write("text", name) }
      write("moreNames", fault.hasMoreNames)
      write("because", fault.because?.rawValue)
      write("heading", fault.cell?.heading)
      write("cell", fault.cell?.text)
      close()
    }
  }
}

extension SnapshotFields {
  /// Reads the place of a refusal or note in an import. Records of an older version store every place as text.
  func place() throws -> TextPlace {
    if let row = try integer("row") { return .row(Int(row)) }
    switch try text("whole") {
    case "table": return .table
    case "calendar": return .calendar
    default: return .path(try needed("place", text("place")))
    }
  }

  /// Reads the reason for a refusal or note in an import. Records of an older version store every reason as text.
  func reason() throws -> TextReason {
    guard let fault = try object("fault") else { return .words(try needed("reason", text("reason"))) }
    return .fault(try fault.fault())
  }

  private func fault() throws -> TextFault {
    func kind(_ name: String) throws -> TextFault.Kind? {
      try text(name).map { try needed(name, TextFault.Kind(rawValue: $0)) }
    }
    var fault = TextFault(try needed("kind", kind("kind")), because: try kind("because"))
    for value in try objects("values") {
      let name = try needed("values", value.text("name").flatMap(TextFault.Value.init))
      fault.values[name] = try value.needed("text", value.text("text"))
    }
    fault.names = try objects("names").map { try $0.needed("text", $0.text("text")) }
    fault.hasMoreNames = truth("moreNames")
    if let heading = try text("heading"), let cell = try text("cell") {
      fault.cell = TextFault.Cell(heading: heading, text: cell)
    }
    return fault
  }
}
