import Systemd
import Testing

@testable import VisitsDaemon

@Suite("Settings that are read anew")
struct ReloadedSettingsTests {
  private let before = Settings(on: .test())

  @Test("are taken as far as they can change while the daemon runs, and the rest waits for a restart")
  func taken() {
    var new = before
    new.alerts.lateAfterMinutes = 20
    new.alerts.command = ["/usr/bin/tell"]
    new.roles.monitor = [.user(7)]
    new.log.level = .error
    new.limits.batch = 7
    new.limits.importSeconds = 60
    new.socketMode = 0o600
    new.emergency.tiers = [.init(program: "/usr/bin/page")]
    new.emergency.commandSeconds = 10
    new.agency.name = "Prairie Home Care"
    new.agency.locale = "fr-CA"
    new.state = "/srv/visits"
    let outcome = before.reloaded(new)
    #expect(
      outcome.taken == [
        "agency.name", "agency.locale", "roles.monitor", "alerts.lateAfterMinutes", "alerts.command",
        "emergency.tiers", "emergency.commandSeconds", "limits.importSeconds", "log.level",
      ])
    #expect(outcome.waiting == ["socketMode", "state", "limits.batch"])
    var expected = before
    expected.agency = new.agency
    expected.alerts = new.alerts
    expected.emergency = new.emergency
    expected.roles = new.roles
    expected.limits.importSeconds = 60
    expected.log = new.log
    #expect(outcome.settings == expected)
  }

  @Test("that are the same change nothing")
  func same() {
    #expect(before.reloaded(before) == ReloadedSettings(settings: before))
  }

  @Test("are told of every time, as long as what waits is not what holds")
  func again() {
    var new = before
    new.limits.batch = 7
    #expect(before.reloaded(new).settings.reloaded(new).waiting == ["limits.batch"])
  }

  @Test("are all either taken or waiting, and no other place is changed by any row")
  func rows() {
    for row in Settings.rows {
      var copy = before
      #expect(!row.takeOver(before, &copy), "\(row.key)")
      #expect(copy == before, "\(row.key)")
    }
  }
}
