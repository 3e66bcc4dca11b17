import Systemd
import Testing

@testable import VisitsDaemon

@Test("every event has an id of its own for the journal's catalog")
func eventIDs() {
  let ids = JournalEvent.all.map(\.id.description)
  #expect(Set(ids).count == ids.count)
  for id in ids {
    #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(id)")
  }
}
