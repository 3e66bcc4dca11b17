import Foundation
import Systemd
import Testing

@testable import VisitsGateway

@Suite("Messages of the gateway in the journal")
struct EventTests {
  @Test("each stands in the catalog, with only fields that it has, and no other stands there")
  func catalog() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../systemd/visits-gateway.catalog").standardizedFileURL
    let entries = try String(contentsOf: file, encoding: .utf8).split(separator: "-- ").dropFirst().map(String.init)
    let texts = Dictionary(
      uniqueKeysWithValues: JournalEvent.ofGateway.map { ($0.id.description, $0.text.description) })
    #expect(Set(entries.map { String($0.prefix(32)) }) == Set(texts.keys))
    for entry in entries {
      #expect(entry.contains("\nDefined-By: visits-gateway\n"), "\(entry)")
      for field in entry.matches(of: /@([A-Z_]+)@/) {
        #expect(texts[String(entry.prefix(32))]?.contains("{\(field.output.1)}") == true, "\(entry)")
      }
    }
  }
}
