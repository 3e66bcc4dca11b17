import VisitsModel

extension SnapshotWriter {
  /// Writes how an import assigned the columns of a table to values.
  mutating func write(_ table: TableUse) {
    open("table")
    write("columns", table.columns) { writer, column in
      writer.write("name", column.name)
      writer.write("heading", column.heading)
    }
    write("ignored", table.ignored) { writer, heading in writer.write("heading", heading) }
    write("leftBehind", table.leftBehind)
    if let people = table.people { write("people", people.rawValue) }
    close()
  }
}

extension SnapshotFields {
  /// Reads how an import assigned the columns of a table to values; `nil` if the imported text was not a table.
  func table() throws(StoreFault) -> TableUse? {
    guard let table = try object("table") else { return nil }
    var columns: [TableUse.Column] = []
    for column in try table.objects("columns") {
      columns.append(
        TableUse.Column(
          name: try column.needed("name", column.text("name")),
          heading: try column.needed("heading", column.text("heading"))))
    }
    var ignored: [String] = []
    for heading in try table.objects("ignored") {
      ignored.append(try heading.needed("heading", heading.text("heading")))
    }
    var use = TableUse(columns: columns, ignored: ignored)
    use.leftBehind = try table.needed("leftBehind", table.count("leftBehind"))
    use.people = try table.text("people").flatMap(PersonKind.init(rawValue:))
    return use
  }
}
