import VisitsModel

/// Converts a care task to and from the snapshot that the audit stores after each change.
extension CareTask {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("client", client.rawValue)
    writer.write("preset", preset?.rawValue)
    writer.write("title", words)
    writer.write("category", category.rawValue)
    writer.write("tracksTime", tracksTime)
    writer.write("accent", accent.rawValue)
    writer.write("symbol", symbol)
    writer.write("rank", rank)
    writer.write("phases", phasesText)
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields) throws {
    func number(_ name: String) throws -> Int { try fields.needed(name, fields.count(name)) }
    let name: Name
    if try fields.text("preset") != nil {
      name = .preset(try fields.named("preset"))
    } else {
      name = .words(try fields.needed("title", fields.text("title")))
    }
    self.init(
      id: try fields.named("id"), client: try fields.named("client"), name: name,
      category: try fields.named("category"), tracksTime: fields.truth("tracksTime"),
      accent: try fields.named("accent"), symbol: try fields.text("symbol"), rank: try number("rank"),
      phases: try Self.phases(fields.needed("phases", fields.text("phases"))), version: try number("version"),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}
