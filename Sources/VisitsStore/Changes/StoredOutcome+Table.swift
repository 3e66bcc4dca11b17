import VisitsModel

extension SnapshotWriter {
  /// Writes how a table was understood.
  mutating func write(_ table: TableUse) {
    open("table")
    write("columns", table.columns) { writer, column in
      writer.write("name", column.name)
      writer.write("heading", column.heading)
    }
    write("ignored", table.ignored) { writer, heading in writer.write("heading", heading) }
    write("leftBehind", table.leftBehind)
    close()
  }
}

extension SnapshotFields {
  /// How a table was understood; `nil`: it was none.
  func table() throws(StoreFault) -> TableUse? {
    guard let table = try object("table") else { return nil }
    var columns: [TableUse.Column] = []
    for node in try table.list("columns") {
      let column = try Self.object(node)
      columns.append(
        TableUse.Column(
          name: try column.needed("name", column.text("name")),
          heading: try column.needed("heading", column.text("heading"))))
    }
    var ignored: [String] = []
    for node in try table.list("ignored") {
      let heading = try Self.object(node)
      ignored.append(try heading.needed("heading", heading.text("heading")))
    }
    var use = TableUse(columns: columns, ignored: ignored)
    use.leftBehind = try table.needed("leftBehind", table.count("leftBehind"))
    return use
  }

  private static func object(_ node: SnapshotReader.Node) throws(StoreFault) -> SnapshotFields {
    guard case .object(let fields) = node else { throw .unreadable("outcome") }
    return SnapshotFields(fields: fields)
  }
}
