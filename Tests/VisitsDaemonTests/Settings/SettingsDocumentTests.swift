import Foundation
import Testing
import VisitsModel

@testable import VisitsDaemon

@Suite struct SettingsDocumentTests {
  private let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../config/visitsd.yaml").standardizedFileURL

  /// Written anew by `UPDATE_SHIPPED=1 swift test --filter SettingsDocumentTests`.
  @Test("the shipped file is the one that the settings describe")
  func shippedFile() throws {
    let expected = SettingsDocument.text(of: Settings(on: .test()))
    if ProcessInfo.processInfo.environment["UPDATE_SHIPPED"] == "1" {
      try expected.write(to: shipped, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: shipped, encoding: .utf8) == expected)
  }

  @Test("the shipped file changes nothing as it is")
  func shippedFileIsHarmless() throws {
    #expect(try load(String(contentsOf: shipped, encoding: .utf8)) == Settings(on: .test()))
  }

  @Test("with every setting taken out of its comment the shipped file says the defaults")
  func uncommented() throws {
    let text = try String(contentsOf: shipped, encoding: .utf8)
    // Of the ways to prove who asks there can be one.
    let others = ["tokenCredential", "clientId", "keyFile", "keyCredential"]
    let uncommented = text.replacing(/#(\w+)(: )/) { match in
      (others.contains(String(match.output.1)) ? "#" : "") + match.output.1 + match.output.2
    }
    let settings = try load(uncommented)
    var expected = Settings(on: .test())
    expected.agency.name = "Example Home Care"
    expected.socketGroup = 990
    expected.gatewaySocket = "/run/visitsd/gateway.sock"
    expected.agency.officePhone = "+1 780 555 0100"
    expected.backup.reserveMegabytes = 1000
    expected.evv.providerID = "123456789"
    expected.evv.taxID = "123456789"
    expected.evv.npi = "1234567890"
    expected.upstream.url = "https://ehr.example/fhir"
    expected.upstream.formerURL = "https://old.example/fhir"
    expected.upstream.tokenFile = "/etc/visits/upstream-token"
    expected.upstream.keyID = "2026-01"
    expected.upstream.tokenURL = "https://ehr.example/token"
    expected.upstream.certificates = "/etc/visits/upstream-ca.pem"
    #expect(settings == expected)
    #expect(uncommented.matches(of: /(?m)^ *\w+: ./).count == Settings.rows.count - others.count)
  }

  @Test("each setting that needs a restart says so, and no other does")
  func restarts() throws {
    let text = try String(contentsOf: shipped, encoding: .utf8)
    func says(_ setting: String) -> Bool? {
      let above = text.split(separator: "\n\n").first { $0.contains("#\(setting): ") }
      return above?.contains("It takes effect after a restart.")
    }
    for setting in ["timeZone", "socket", "state", "url", "tokenFile", "messageBytes"] {
      #expect(says(setting) == true, "\(setting)")
    }
    let reloaded = [
      "name", "emergencyNumber", "officePhone", "coordinator", "lateAfterMinutes", "command", "tiers", "repeatMinutes",
      "invitationHours", "reserveMegabytes", "importSeconds", "level",
    ]
    for setting in reloaded { #expect(says(setting) == false, "\(setting)") }
  }

  @Test("no two settings share a key or a name in the environment")
  func unique() {
    #expect(Set(Settings.rows.map(\.key)).count == Settings.rows.count)
    #expect(Set(Settings.rows.map(\.environmentName)).count == Settings.rows.count)
  }
}
