import JSONRPC
import Testing
import VisitsAPI
import VisitsDaemon
import VisitsTestSupport

@Suite("The service's own condition")
struct ConditionTests {
  @Test("a backup says where it is and what moment it shows, the same again for the same request")
  func backup() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      let made = try await client.call("system.backup", ["requestId": "b1"])
      #expect(made["path"]?.string == "\(daemon.folder)/backups/visits-20261120T163000Z.sqlite")
      #expect(made["at"] == "2026-11-20T16:30:00Z")
      #expect(try await client.call("system.backup", ["requestId": "b1"]) == made)
      let other = try await client.call("system.backup", ["requestId": "b2"])
      #expect(other["path"]?.string == "\(daemon.folder)/backups/visits-20261120T163000Z-2.sqlite")
    }
  }

  @Test("only an admin may ask for a backup: it holds everybody's data")
  func roles() {
    #expect(MethodTable.row(named: "system.backup")?.roles == [.admin])
  }

  @Test("a service that takes changes gives no reason and no warning")
  func status() async throws {
    let settings = { @Sendable (settings: inout Settings) in
      settings.emergency.tiers = [Settings.Emergency.Tier(program: "/bin/true")]
    }
    try await TestDaemon.run(settings: settings) { _, client in
      let status = try await client.call("system.status")
      #expect(status["writable"] == true)
      #expect(status["reason"] == nil)
      #expect(status["warnings"] == [])
    }
  }
}
