import Foundation
import Systemd
import Testing

@testable import VisitsDaemon

@Suite("Events of the journal")
struct EventsTests {
  @Test("each has an id of its own for the journal's catalog")
  func eventIDs() {
    let ids = JournalEvent.all.map(\.id.description)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(id)")
    }
  }

  @Test("a visit that needs attention is the office's business: the operator's warnings do not hold it")
  func business() { #expect(JournalEvent.alertRaised.priority == .notice) }

  @Test("each stands in the catalog with a subject, a text, and only fields that it has; nothing else stands there")
  func catalog() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../systemd/visits.catalog").standardizedFileURL
    let entries = try String(contentsOf: file, encoding: .utf8).split(separator: "-- ").dropFirst().map(String.init)
    var texts: [String: String] = [LogOutput.lostID.description: ""]
    for event in JournalEvent.all { texts[event.id.description] = event.text.description }
    #expect(Set(entries.map { String($0.prefix(32)) }) == Set(texts.keys))
    #expect(entries.count == texts.count)
    for entry in entries {
      let parts = entry.split(separator: "\n\n", maxSplits: 1)
      #expect(
        parts.count == 2 && parts[0].contains("\nSubject: ") && parts[0].contains("\nDefined-By: visitsd"), "\(entry)")
      let text = texts[String(entry.prefix(32))] ?? ""
      for field in entry.matches(of: /@([A-Z_]+)@/) {
        #expect(text.contains("{\(field.output.1)}"), "\(entry)")
      }
    }
  }
}
