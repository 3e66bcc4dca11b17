import Foundation
import Systemd
import Testing

@testable import VisitsDaemon

@Suite struct SettingsTests {
  @Test("an empty file is as good as none", arguments: ["", "\n", "# nothing\n", "---\n", "agency:\nlimits:\n", "~\n"])
  func emptyFile(yaml: String) throws {
    #expect(try load(yaml) == Settings(on: .test()))
  }

  @Test("the defaults are those of the contract")
  func defaults() {
    let settings = Settings(on: .test())
    #expect(settings.agency.timeZone.identifier == "America/Edmonton")
    #expect(settings.agency.name == nil)
    #expect(settings.agency.locale == "en")
    #expect(settings.agency.emergencyNumber == "911")
    #expect(settings.socket == "/run/visitsd/visitsd.sock")
    #expect(settings.socketMode == 0o660)
    #expect(settings.state == "/var/lib/visitsd")
    #expect(settings.roles == Settings.Roles())
    #expect(settings.limits.messageBytes == 1_048_576)
    #expect(settings.limits.depth == 32)
    #expect(settings.limits.batch == 100)
    #expect(settings.limits.idBytes == 256)
    #expect(settings.limits.connections == 1024)
    #expect(settings.limits.connectionsPerUser == 256)
    #expect(settings.limits.bufferBytes == 67_108_864)
    #expect(settings.limits.inFlight == 64)
    #expect(settings.limits.outputBytes == 4_194_304)
    #expect(settings.limits.lineSeconds == 30)
    #expect(settings.limits.uploadBytes == 67_108_864)
    #expect(settings.alerts.lateAfterMinutes == 15)
    #expect(settings.alerts.timeCriticalLateAfterMinutes == 5)
    #expect(settings.alerts.missedAfterMinutes == 30)
    #expect(settings.alerts.overrunAfterMinutes == 15)
    #expect(settings.alerts.openBeforeMinutes == 120)
    #expect(settings.alerts.command == [])
    #expect(settings.alerts.commandSeconds == 30)
    #expect(settings.emergency.tiers == [])
    #expect(settings.emergency.commandSeconds == 30)
    #expect(settings.emergency.repeatMinutes == 2)
    #expect(settings.emergency.unresolvedMinutes == 30)
    #expect(settings.visits.farAwayMetres == 200)
    #expect(settings.visits.horizonWeeks == 8)
    #expect(settings.visits.travelMinutes == 15)
    #expect(settings.visits.correctionReasons == ["forgotten", "device", "noSignal", "wrongVisit", "other"])
    #expect(settings.visits.absenceReasons == ["sick", "holiday", "training", "other"])
    #expect(settings.log.level == .info)
  }

  @Test("every setting can be set in the file")
  func everything() throws {
    let settings = try load(
      """
      agency:
        name: Prairie Home Care
        timeZone: America/Regina
        locale: fr-CA
        emergencyNumber: 112
      socket: /run/other.sock
      socketMode: 0600
      socketGroup: visits
      state: /srv/visits
      roles:
        coordinator: [alice, "@visits", 1005]
        monitor:
          - '@991'
      limits: {messageBytes: 4096, bufferBytes: 65536}
      alerts:
        lateAfterMinutes: 20
      visits:
        correctionReasons: [forgotten, other]
        absenceReasons: [sick, jury]
      log:
        level: debug
      """)
    #expect(settings.agency.name == "Prairie Home Care")
    #expect(settings.agency.timeZone.identifier == "America/Regina")
    #expect(settings.agency.locale == "fr-CA")
    #expect(settings.agency.emergencyNumber == "112")
    #expect(settings.socket == "/run/other.sock")
    #expect(settings.socketMode == 0o600)
    #expect(settings.socketGroup == 990)
    #expect(settings.state == "/srv/visits")
    #expect(settings.roles.coordinator == [.user(1001), .group(990), .user(1005)])
    #expect(settings.roles.monitor == [.group(991)])
    #expect(settings.limits.messageBytes == 4096)
    #expect(settings.limits.bufferBytes == 65_536)
    #expect(settings.alerts.lateAfterMinutes == 20)
    #expect(settings.alerts.overrunAfterMinutes == 15)
    #expect(settings.visits.correctionReasons == ["forgotten", "other"])
    #expect(settings.visits.absenceReasons == ["sick", "jury"])
    #expect(settings.log.level == .debug)
  }

  @Test("users and groups that the machine does not know yet are no mistake in roles")
  func unknownPrincipals() throws {
    let settings = try load("roles: {coordinator: [alice, bob, '@nobodies'], monitor: ['@visits']}")
    #expect(settings.roles.coordinator == [.user(1001), .unknownUser("bob"), .unknownGroup("nobodies")])
    #expect(settings.roles.unknownNames == [.init(key: "roles.coordinator", names: ["bob", "@nobodies"])])
    #expect(try load("roles: {coordinator: [alice]}").roles.unknownNames == [])
  }

  @Test("words that YAML takes for something else stay words")
  func plainWords() throws {
    let settings = try load("agency: {locale: no, name: 2026-11-21, emergencyNumber: 0118}\nsocketMode: 0660")
    #expect(settings.agency.locale == "no")
    #expect(settings.agency.name == "2026-11-21")
    #expect(settings.agency.emergencyNumber == "0118")
    #expect(settings.socketMode == 0o660)
  }

  @Test("the environment counts for more than the file, and the flags for more than both")
  func layers() throws {
    let yaml = "socket: /file.sock\nstate: /file\nagency: {locale: de}"
    let environment = [
      "VISITSD_SOCKET": "/environment.sock", "VISITSD_STATE": "/environment", "VISITSD_AGENCY_TIME_ZONE": "Asia/Tokyo",
      "VISITSD_ROLES_COORDINATOR": "alice, @visits", "VISITSD_LIMITS_CONNECTIONS_PER_USER": "7",
      "VISITS_SOCKET": "/client",
    ]
    let settings = try load(yaml, environment, flags: ["--socket", "flag.sock"])
    #expect(settings.socket == "/home/alice/flag.sock")
    #expect(settings.state == "/environment")
    #expect(settings.agency.locale == "de")
    #expect(settings.agency.timeZone.identifier == "Asia/Tokyo")
    #expect(settings.roles.coordinator == [.user(1001), .group(990)])
    #expect(settings.limits.connectionsPerUser == 7)
  }

  @Test("a missing default file means defaults; a named one must exist")
  func missingFile() throws {
    let folder = try Folder()
    #expect(try SettingsFile.read(folder.path + "/none.yaml", mayBeMissing: true) == "")
    let error = #expect(throws: SettingsError.self) {
      try Settings.load(file: folder.path + "/none.yaml", on: .test(["VISITSD_LOG_LEVEL": "loud"]))
    }
    #expect(
      error?.description == """
        \(folder.path)/none.yaml: cannot be read: No such file or directory.
        $VISITSD_LOG_LEVEL: log.level is "loud"; it must be debug, info, notice, warning or error.
        """)
  }
}
