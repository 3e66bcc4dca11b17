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

  @Test("each that tells of a trouble that ends by itself is mended by the one that tells of the end")
  func mended() {
    func mended(by event: JournalEvent) -> Set<String> { Set(event.mends.map(\.description)) }
    func ids(_ events: JournalEvent...) -> Set<String> { Set(events.map(\.id.description)) }
    #expect(mended(by: .writable) == ids(.readOnly))
    #expect(mended(by: .backedUp) == ids(.backupFailed, .backupWithoutRoom))
    #expect(mended(by: .watchdogResumed) == ids(.watchdogWithheld))
    #expect(mended(by: .reloaded) == ids(.reloadRefused, .reloadIncomplete, .rolesUnknown, .commandUnusable))
    #expect(mended(by: .rolesKnown) == ids(.rolesUnknown))
    #expect(mended(by: .commandUsable) == ids(.commandUnusable))
    #expect(mended(by: .syncSecretFound) == ids(.syncSecretUnreadable, .syncCredentialMissing))
    #expect(mended(by: .spoolImported) == ids(.spoolStays))
    #expect(mended(by: .alertCommandWorks) == ids(.alertCommandFails))
    #expect(mended(by: .alertCommandGone) == ids(.alertCommandFails))
    #expect(mended(by: .paged) == ids(.notPaged))
    #expect(mended(by: .syncWorking) == ids(.syncUnreachable, .syncFailing, .syncUnsteady))
    #expect(mended(by: .syncEmergencySettled) == ids(.syncEmergencyRefused))
    #expect(mended(by: .syncNoneParked) == ids(.syncParked, .syncRecordParked, .syncSeveralParked))
    #expect(mended(by: .syncNoneUnread) == ids(.syncUnread, .syncSeveralUnread))
    #expect(mended(by: .emergencyResolved).isSuperset(of: ids(.emergencyRaised, .emergencyUnacknowledged)))
  }

  @Test("each that mends another is about the same, in a field that both have")
  func subjects() {
    for event in JournalEvent.all {
      if let subject = event.subject { #expect(event.text.description.contains("{\(subject.text)}")) }
      for id in event.mends {
        let mended = JournalEvent.all.first { $0.id.description == id.description }
        #expect(mended != nil && mended?.subject == event.subject, "\(event.text)")
      }
    }
  }

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
