import Foundation
import Testing

@testable import VisitsDaemon

@Suite struct MachineTests {
  @Test(
    "the machine's zone is $TZ, else the link's, else UTC",
    arguments: [
      (nil, "/usr/share/zoneinfo/America/Edmonton", "America/Edmonton"),
      (nil, "../usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
      ("Asia/Tokyo", "/usr/share/zoneinfo/America/Edmonton", "Asia/Tokyo"),
      (":Asia/Tokyo", nil, "Asia/Tokyo"),
      ("MST7MDT", "/usr/share/zoneinfo/America/Edmonton", "America/Edmonton"),
      ("", nil, "GMT"), (nil, "/somewhere/else", "GMT"), (nil, "/usr/share/zoneinfo/No/Where", "GMT"),
      (nil, nil, "GMT"),
    ] as [(String?, String?, String)])
  func zone(variable: String?, link: String?, expected: String) {
    let machine = Machine.test(variable.map { ["TZ": $0] } ?? [:], localTime: link)
    #expect(machine.timeZone.identifier == expected)
  }

  @Test(
    "a zone that is named and not known does not pass unnoticed",
    arguments: [
      ("Japan", "/usr/share/zoneinfo/Etc/UTC", true), ("EST5EDT", nil, true), (nil, "/usr/share/zoneinfo/Japan", true),
      ("America/Edmonton", nil, false), ("", nil, false), (nil, nil, false),
      (nil, "/usr/share/zoneinfo/Etc/UTC", false),
    ] as [(String?, String?, Bool)])
  func unknownZone(variable: String?, link: String?, isUnknown: Bool) {
    #expect(Machine.test(variable.map { ["TZ": $0] } ?? [:], localTime: link).hasUnknownTimeZone == isUnknown)
  }

  @Test(
    "an unknown zone of the machine is a warning as long as the settings name none",
    arguments: [(String?.none, 1), ("Europe/Berlin", 0)])
  func zoneWarning(setting: String?, count: Int) {
    let machine = Machine.test(["TZ": "Japan"], localTime: nil)
    var settings = Settings(on: machine)
    if let zone = setting.flatMap(TimeZone.init(identifier:)) { settings.agency.timeZone = zone }
    #expect(settings.warnings(of: machine).count == count)
    #expect(settings.warnings(of: .test()).isEmpty)
  }

  @Test(
    "the default socket is where systemd, root or the user has a place for it",
    arguments: [
      (true, [:], "/run/visitsd/visitsd.sock"),
      (true, ["XDG_RUNTIME_DIR": "/run/user/0"], "/run/visitsd/visitsd.sock"),
      (false, ["XDG_RUNTIME_DIR": "/run/user/1001"], "/run/user/1001/visitsd/visitsd.sock"),
      (false, ["RUNTIME_DIRECTORY": "/run/visitsd", "XDG_RUNTIME_DIR": "/run/user/1"], "/run/visitsd/visitsd.sock"),
      (false, ["RUNTIME_DIRECTORY": "/run/a:/run/b"], "/run/a/visitsd.sock"),
      (false, [:], "/run/visitsd/visitsd.sock"), (false, ["XDG_RUNTIME_DIR": "relative"], "/run/visitsd/visitsd.sock"),
    ] as [(Bool, [String: String], String)])
  func socket(isRoot: Bool, environment: [String: String], expected: String) {
    #expect(Settings(on: .test(environment, isRoot: isRoot)).socket == expected)
  }

  @Test("the default state directory is systemd's")
  func state() {
    #expect(Settings(on: .test(["STATE_DIRECTORY": "/var/lib/a:/var/lib/b"])).state == "/var/lib/a")
    #expect(Settings(on: .test()).state == "/var/lib/visitsd")
  }

  @Test("this machine knows root and not everybody")
  func accounts() {
    #expect(Accounts.user("root") == 0)
    #expect(Accounts.group("root") == 0)
    #expect(Accounts.user("nobody of this name") == nil)
    #expect(Accounts.group("nobody of this name") == nil)
  }
}
