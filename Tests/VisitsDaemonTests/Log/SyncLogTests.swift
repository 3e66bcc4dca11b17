import Systemd
import Testing
import VisitsModel
import VisitsSync

@testable import VisitsDaemon

@Suite("What the journal hears of sync")
struct SyncLogTests {
  private let log = Log(
    to: LogOutput(to: .stream(descriptor: -1, colour: false), identifier: "visitsd") { 0 }, least: .debug)

  private var messages: [String] { log.memory.events.map(\.message) }

  @Test("that comes and goes is remembered where it does not work now, and forgotten where it does")
  func unsteady() {
    log(SyncNotice.condition(.unreachable, changes: 7))
    #expect(messages.map { $0.prefix(21) } == ["Sync comes and goes: "])
    log(SyncNotice.condition(.working, changes: 8))
    #expect(messages == [])
  }

  @Test("forgets an emergency that upstream refused when it waits no more, and no other")
  func emergencies() {
    log(SyncNotice.emergencyRefused(EmergencyID(rawValue: "one")))
    log(SyncNotice.emergencyRefused(EmergencyID(rawValue: "two")))
    log(SyncNotice.emergencySettled(EmergencyID(rawValue: "two")))
    #expect(messages.map { $0.prefix(39) } == ["Upstream does not take emergency one in"])
    log(SyncNotice.emergencySettled(EmergencyID(rawValue: "one")))
    #expect(messages == [])
  }
}
