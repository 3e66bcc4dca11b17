import Foundation
import JSON
import Testing
import VisitsAPI
import VisitsDaemon
import VisitsModel
import VisitsService
import VisitsTestSupport

@Suite("Whoever is on call")
struct PagingTests {
  @Test("is paged at once, with all that is known on the standard input and nothing of anybody in the arguments")
  func message() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let onCall = OnCall()
    try await onCall.run(in: folder, at: "2026-11-20T16:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let raised = try await client.call(
        "emergency.raise",
        [
          "worker": "sarah", "visit": .string(visit), "note": "A man at the door", "requestId": "e",
          "location": ["latitude": 53.5, "longitude": -113.5, "accuracy": 12],
        ])
      let id = try #require(raised["emergency"]?["id"])
      let run = try #require(await onCall.commands.next())
      #expect(run.command.arguments == ["on-call"])
      #expect(run.input.last == 0x0A && run.input.count { $0 == 0x0A } == 1)
      #expect(
        try JSONScanner.parse(run.input) == [
          "version": 1, "emergency": id, "tier": 1, "attempt": 1, "state": "raised", "stored": true, "raises": 1,
          "worker": "Sarah Miller", "phone": .null, "since": "2026-11-20T16:30:00Z", "note": "A man at the door",
          "client": "Margaret Chen", "address": "123 Oak St, Edmonton",
          "location": ["latitude": 53.5, "longitude": -113.5, "accuracy": 12],
          "message":
            "Emergency: Sarah Miller, since 9:30 AM\nMargaret Chen, 123 Oak St, Edmonton\nA man at the door",
        ])
      run.end()
    }
  }

  @Test(
    "is paged tier by tier while one pager hangs and another fails, until somebody acknowledges; then each half hour")
  func threeTiers() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let onCall = OnCall()
    try await onCall.run(in: folder, at: "2026-11-20T16:30:00Z") { daemon, client in
      _ = try await Office.open(client)
      try await onCall.perform(.raise("e"), daemon, client)
      let hanging = try #require(await onCall.commands.next())
      #expect(hanging.command.program == "/pager/1")
      await onCall.clock.untilSomebodySleeps(for: .seconds(120))
      onCall.pass(.seconds(120), daemon)
      try await onCall.page(2, .failed(status: 1), next: .seconds(300))
      onCall.pass(.seconds(5), daemon)
      try await onCall.page(2, attempt: 2, .timedOut, next: .seconds(295))
      let status = try await client.call("system.status")
      #expect(
        status["warnings"] == [
          "The last page about an emergency was not sent (tier 2, 9:32 AM). See the journal, and try the command by hand."
        ])
      onCall.pass(.seconds(15), daemon)
      try await onCall.page(2, attempt: 3, .succeeded, next: .seconds(280))
      #expect(try await client.call("system.status")["warnings"] == [])
      onCall.pass(.seconds(280), daemon)
      try await onCall.page(3, .succeeded, next: .seconds(120))
      onCall.pass(.seconds(120), daemon)
      try await onCall.page(1, .succeeded, next: .seconds(120))
      #expect(onCall.commands.begun == 6)
      let unanswered = try await client.call("system.status")["logged"]?.array?.first {
        $0["messageId"] == "4532b2d78084485c98d9c26596dcf405"
      }
      #expect(unanswered?["count"] == 3)
      #expect(
        unanswered?["message"]?.string?.contains("raised 9 min ago, and nobody has acknowledged it: tier 1 is paged")
          == true)
      try await onCall.perform(.acknowledge, daemon, client)
      await onCall.clock.untilSomebodySleeps(for: .seconds(1800))
      // What hung all the time tells nothing of what is now.
      hanging.end(.timedOut)
      onCall.pass(.seconds(1800), daemon)
      let message = try await onCall.page(1, .succeeded, next: .seconds(1800))
      #expect(message["state"] == "acknowledged")
      // Somebody has taken it up: that is mended, and not said again.
      let logged = try await client.call("system.status")["logged"]?.array
      #expect(logged?.contains { $0["messageId"] == "4532b2d78084485c98d9c26596dcf405" } == false)
      onCall.pass(.seconds(1800), daemon)
      try await onCall.page(2, .succeeded, next: .seconds(1800))
      try await onCall.perform(.resolve, daemon, client)
      onCall.pass(.seconds(7200), daemon)
      #expect(onCall.commands.begun == 8)
    }
  }

  @Test("warns of a tier whose last page was not sent, though the page of another was")
  func failedTier() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let onCall = OnCall()
    try await onCall.run(in: folder, at: "2026-11-20T16:30:00Z") { daemon, client in
      _ = try await Office.open(client)
      try await onCall.perform(.raise("e"), daemon, client)
      var left: Int64 = 120
      for (attempt, pause) in zip(1..., [5, 15, 30, 60, 10] as [Int64]) {
        try await onCall.page(1, attempt: attempt, .failed(status: 1), next: .seconds(left))
        onCall.pass(.seconds(pause), daemon)
        left -= pause
      }
      try await onCall.page(2, .succeeded, next: .seconds(300))
      let warnings = try await client.call("system.status")["warnings"]?.array ?? []
      #expect(warnings.count == 1)
      #expect(warnings.first?.string?.contains("(tier 1, 9:31 AM)") == true)
    }
  }

  @Test("is paged no earlier for what somebody else notes who takes it up too")
  func noted() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let onCall = OnCall()
    try await onCall.run(in: folder, at: "2026-11-20T16:30:00Z") { daemon, client in
      _ = try await Office.open(client)
      try await onCall.perform(.raise("e"), daemon, client)
      try await onCall.page(1, .succeeded, next: .seconds(120))
      try await onCall.perform(.acknowledge, daemon, client)
      await onCall.clock.untilSomebodySleeps(for: .seconds(1800))
      onCall.pass(.seconds(1800), daemon)
      try await onCall.page(1, .succeeded, next: .seconds(1800))
      onCall.pass(.seconds(60), daemon)
      let open = try await client.call("emergency.list", ["open": true])["emergencies"]?.array?.first
      let noted = try await client.call(
        "emergency.acknowledge",
        ["emergency": try #require(open?["id"]), "note": "I drive there", "requestId": "second"])
      #expect(noted["emergency"]?["acknowledged"]?["at"] == "2026-11-20T16:30:00Z")
      onCall.pass(.seconds(1740), daemon)
      let run = try #require(await onCall.commands.next())
      #expect(run.command.program == "/pager/2")
      #expect(onCall.commands.begun == 3)
      run.end()
    }
  }

  /// A whole emergency; between any two of these the daemon can be started anew.
  private static let steps: [OnCall.Step] = [
    .raise("e"), .page(1, .succeeded, next: .seconds(120)), .pass(.seconds(120)),
    .page(2, .failed(status: 1), next: .seconds(300)), .pass(.seconds(15)),
    .page(2, attempt: 2, .succeeded, next: .seconds(285)), .pass(.seconds(285)),
    .page(3, .succeeded, next: .seconds(120)), .acknowledge, .pass(.seconds(1800)),
    .page(1, .succeeded, next: .seconds(1800)), .raise("again"), .page(1, .succeeded, next: .seconds(120)), .resolve,
  ]

  @Test(
    "is paged neither less nor twice when the daemon is started anew between any two steps; what it was about to page then is another attempt",
    arguments: 1..<14)
  func restarted(_ cut: Int) async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (before, after) = (OnCall(), OnCall())
    let time = ManualTime("2026-11-20T16:30:00Z")
    let isTorn = Self.steps[cut].isPage
    try await before.run(in: folder, at: "2026-11-20T16:30:00Z") { daemon, client in
      _ = try await Office.open(client)
      for step in Self.steps[..<cut] {
        try await before.perform(step, daemon, client)
        if case .pass(let span) = step { time.advance(by: span) }
      }
      if isTorn { _ = await before.commands.next() }
      #expect(before.commands.begun == Self.steps[..<(isTorn ? cut + 1 : cut)].count(where: \.isPage))
    }
    try await after.run(in: folder, at: Timestamp(milliseconds: time.now.milliseconds).text) { daemon, client in
      var attempts = isTorn ? 1 : 0
      for (index, step) in Self.steps[cut...].enumerated() {
        guard case .page(let tier, let attempt, let outcome, let next) = step else {
          try await after.perform(step, daemon, client)
          continue
        }
        if index > 0, attempt == 1 { attempts = 0 }
        try await after.page(tier, attempt: attempt + attempts, outcome, next: next)
      }
      after.pass(.seconds(7200), daemon)
      #expect(after.commands.begun == Self.steps[cut...].count(where: \.isPage))
    }
  }

  /// Has the daemon read these tiers again, as a reload does.
  private func reload(_ daemon: TestDaemon, _ onCall: OnCall, programs: [String]) {
    var settings = daemon.service.settings
    settings.pager = Pager(
      tiers: programs.map { Command(program: $0) },
      plan: EscalationPlan(delays: programs.indices.map { $0 == 0 ? 0 : 2 }), runner: onCall.commands)
    daemon.service.take(settings)
  }

  @Test("is paged at once by a command that the office mends in the middle of an emergency")
  func mended() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let onCall = OnCall()
    try await onCall.run(in: folder, at: "2026-11-20T16:30:00Z") { daemon, client in
      _ = try await Office.open(client)
      try await onCall.perform(.raise("e"), daemon, client)
      try await onCall.page(1, .failed(status: 1), next: .seconds(120))
      reload(daemon, onCall, programs: ["/pager/mended", "/pager/other"])
      let run = try #require(await onCall.commands.next())
      #expect(run.command.program == "/pager/mended")
      #expect(try JSONScanner.parse(run.input)["attempt"] == 2)
      run.end()
      await onCall.clock.untilSomebodySleeps(for: .seconds(120))
      onCall.pass(.seconds(120), daemon)
      let other = try #require(await onCall.commands.next())
      #expect(other.command.program == "/pager/other")
      other.end()
    }
  }

  @Test("is paged at once where the first tier is set up in the middle of an emergency")
  func firstTier() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let onCall = OnCall()
    try await TestDaemon.run(in: folder, clock: onCall.clock, commands: onCall.commands) { daemon, client in
      _ = try await Office.open(client)
      try await onCall.perform(.raise("e"), daemon, client)
      #expect(onCall.commands.begun == 0)
      reload(daemon, onCall, programs: ["/pager/first"])
      let run = try #require(await onCall.commands.next())
      #expect(run.command.program == "/pager/first")
      run.end()
      #expect(try await client.call("system.status")["warnings"] == [])
    }
  }

  @Test("is paged no more where the tiers are taken away, and warned of no tier that is gone")
  func withoutTiers() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let onCall = OnCall()
    try await onCall.run(in: folder, at: "2026-11-20T16:30:00Z") { daemon, client in
      _ = try await Office.open(client)
      try await onCall.perform(.raise("e"), daemon, client)
      try await onCall.page(1, .failed(status: 1), next: .seconds(120))
      reload(daemon, onCall, programs: [])
      #expect(
        try await client.call("system.status")["warnings"] == [
          "Nobody is paged in an emergency. Set emergency.tiers to the command that pages the person on call."
        ])
      onCall.pass(.seconds(7200), daemon)
      #expect(onCall.commands.begun == 1)
    }
  }

  @Test("cannot be paged by a program that is not there: that is a standing warning")
  func missing() async throws {
    let tiers = { @Sendable (settings: inout Settings) in
      settings.emergency.tiers = [
        Settings.Emergency.Tier(program: "/bin/true"), Settings.Emergency.Tier(program: "/missing"),
      ]
      settings.alerts.command = ["/missing", "alert"]
    }
    try await TestDaemon.run(settings: tiers, commands: HeldCommands()) { _, client in
      let status = try await client.call("system.status")
      #expect(
        status["warnings"] == [
          "The command for alerts cannot be run: /missing is not there or may not be run. Correct it, or change alerts.command.",
          "Tier 2 cannot be paged in an emergency: /missing is not there or may not be run. Correct it, or change emergency.tiers.",
        ])
    }
  }
}
