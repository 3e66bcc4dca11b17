import JSON
import VisitsModel

extension SnapshotWriter {
  /// Writes the result of linking a worker or client to a record upstream.
  mutating func write(_ link: LinkOutcome) {
    open("link")
    write("record", link.record)
    write("awaited", link.isAwaited)
    write("merged", link.merged)
    write("united", link.united)
    write("twice", link.twice) { writer, visit in writer.write("visit", visit.rawValue) }
    close()
  }
}

extension SnapshotFields {
  /// Reads the result of linking a worker or client to a record upstream; `nil` if the request did something else.
  func link() throws(StoreFault) -> LinkOutcome? {
    guard let link = try object("link") else { return nil }
    var twice: [VisitID] = []
    for node in try link.list("twice") {
      guard case .object(let fields) = node else { throw .unreadable("outcome") }
      let visit = SnapshotFields(fields: fields)
      twice.append(VisitID(rawValue: try visit.needed("visit", visit.text("visit"))))
    }
    return LinkOutcome(
      record: try link.needed("record", link.text("record")), isAwaited: link.truth("awaited"),
      merged: try link.text("merged"), united: try link.needed("united", link.count("united")), twice: twice)
  }
}
