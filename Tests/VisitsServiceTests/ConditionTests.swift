import JSON
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
      #expect(status["syncConfigured"] == false)
    }
  }

  @Test("status tells of the last minute: calls, those with an error, and changes")
  func rates() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await client.call("worker.put", ["id": "sarah", "name": "Sarah Jones", "requestId": "w1"])
      _ = try? await client.call("visit.show", ["visit": "none"])
      #expect(try await client.call("system.status")["lastMinute"] == ["calls": 2, "errors": 1, "changes": 1])
      daemon.time.set("2026-11-20T16:30:59Z")
      #expect(try await client.call("system.status")["lastMinute"] == ["calls": 3, "errors": 1, "changes": 1])
      daemon.time.set("2026-11-20T16:31:05Z")
      #expect(try await client.call("system.status")["lastMinute"] == ["calls": 1, "errors": 0, "changes": 0])
    }
  }

  @Test("status tells of the latest backup, by the moment that it shows, and of none when there is none")
  func latest() async throws {
    try await TestDaemon.run { daemon, client in
      #expect(try await client.call("system.status")["lastBackup"] == nil)
      _ = try await client.call("system.backup", ["requestId": "b1"])
      daemon.time.set("2026-11-20T17:30:00Z")
      let made = try await client.call("system.backup", ["name": "monday.sqlite", "requestId": "b2"])
      daemon.time.set("2026-11-20T17:31:30Z")
      #expect(
        try await client.call("system.status")["lastBackup"] == [
          "at": "2026-11-20T17:30:00Z", "secondsAgo": 90, "bytes": try #require(made["bytes"]),
        ])
    }
  }

  @Test("a backup that would leave too little free is not begun, and status and metrics say how many fit")
  func room() async throws {
    try await TestDaemon.run { settings in
      settings.backup.reserveMegabytes = 0
    } _: { daemon, client in
      let room = try await client.call("system.status")["backupRoom"]
      #expect(room?["reserveBytes"] == 0)
      #expect(try #require(room?["freeBytes"]?.integer) > 0)
      #expect(try #require(room?["backups"]?.integer) > 0)
      _ = try await client.call("system.backup", ["requestId": "b1"])
    }
    try await TestDaemon.run { settings in
      settings.backup.reserveMegabytes = 10_000_000
    } _: { daemon, client in
      let room = try await client.call("system.status")["backupRoom"]
      #expect(room?["reserveBytes"] == 10_000_000_000_000)
      #expect(room?["backups"] == 0)
      let error = await #expect(throws: RPCError.self) {
        try await client.call("system.backup", ["requestId": "b1"])
      }
      #expect(error?.code == 1503)
      #expect(error?.data["reason"] == "diskFull")
      #expect(error?.message.hasPrefix("No backup was started: ") == true)
      let status = try await client.call("system.status")
      #expect(status["lastBackup"] == nil)
      let logged = try #require(status["logged"]?.array?.first)
      #expect(logged["severity"] == "warning")
      let words = try #require(logged["message"]?.string)
      #expect(words.contains(" bytes are free in \(daemon.folder)/backups, and 1000"))
      #expect(words.hasSuffix(" bytes are needed. Make room."))
      let metrics = try await client.call("system.metrics")["content"]?.string ?? ""
      #expect(metrics.contains("\nvisits_backups_possible 0\n"))
      #expect(metrics.contains("\nvisits_backup_free_bytes "))
      #expect(metrics.contains("\nvisits_database_damaged 0\n"))
    }
  }

  @Test("status tells of each warning that was logged once, with its last words and how often it came")
  func logged() async throws {
    try await TestDaemon.run { daemon, client in
      for request in ["e1", "e2"] {
        _ = try await Office.open(client)
        _ = try await client.call("emergency.raise", ["worker": "sarah", "requestId": .string(request)])
      }
      let emergencies = try await client.call("emergency.list")["emergencies"]?.array
      let last = try #require(emergencies?.first?["id"]?.string)
      let status = try await client.call("system.status")
      #expect(status["emergencies"] == .integer(Int64(emergencies?.count ?? 0)))
      let logged = try #require(status["logged"]?.array?.last)
      #expect(logged["messageId"] == "3dc04f2a3ee64b469512bffcbf6a3665")
      #expect(logged["severity"] == "alert")
      #expect(
        logged["message"]?.string == "Emergency \(last) was raised. Acknowledge: visits emergency ack \(last)")
    }
  }

  @Test("status forgets what was logged of an emergency when it is over")
  func mended() async throws {
    try await TestDaemon.run { _, client in
      _ = try await Office.open(client)
      _ = try await client.call("emergency.raise", ["worker": "sarah", "requestId": "e1"])
      let emergencies = try await client.call("emergency.list")["emergencies"]?.array
      let emergency = try #require(emergencies?.first?["id"])
      let raised: JSONValue = "3dc04f2a3ee64b469512bffcbf6a3665"
      let before = try await client.call("system.status")["logged"]?.array?.map { $0["messageId"] }
      #expect(before?.contains(raised) == true)
      _ = try await client.call("emergency.resolve", ["emergency": emergency, "note": "Well", "requestId": "e2"])
      let after = try await client.call("system.status")["logged"]?.array?.map { $0["messageId"] }
      #expect(after?.contains(raised) == false)
    }
  }

  @Test("metrics count calls by their methods, since the start")
  func metrics() async throws {
    try await TestDaemon.run { _, client in
      _ = try await Office.open(client)
      _ = try? await client.call("visit.show", ["visit": "none"])
      _ = try await client.call("today", ["worker": "sarah"])
      _ = try await client.call("today", ["worker": "sarah"])
      _ = try await client.call("today", ["worker": "sarah"])
      let metrics = try await client.call("system.metrics")
      #expect(metrics["mediaType"] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
      let lines = Set(metrics["content"]?.string?.split(separator: "\n").map(String.init) ?? [])
      #expect(
        lines.isSuperset(of: [
          #"visits_build_info{version="test"} 1"#, "visits_start_time_seconds 1795192200.0",
          #"visits_calls_total{method="today"} 3"#, #"visits_calls_total{method="visit.show"} 1"#,
          #"visits_call_errors_total{method="visit.show"} 1"#, #"visits_call_errors_total{method="today"} 0"#,
          #"visits_visits{status="scheduled"} 0"#, "visits_workers 1", "visits_writable 1", "visits_emergencies 0",
          "visits_last_backup_time_seconds 0.0", "# EOF",
        ]))
      let older = try await client.call("system.metrics", ["format": "prometheus"])
      #expect(older["mediaType"] == "text/plain; version=0.0.4; charset=utf-8")
      let olderLines = Set(older["content"]?.string?.split(separator: "\n").map(String.init) ?? [])
      #expect(olderLines.contains("# TYPE visits_calls_total counter"))
      #expect(!olderLines.contains("# EOF"))
    }
  }
}
