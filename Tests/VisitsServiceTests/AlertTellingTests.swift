import Foundation
import JSON
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsService

@Suite("The operator's command")
struct AlertTellingTests {
  /// "late 1": of which alert a command is told, with which visit.
  private func told(_ run: HeldCommands.Run?) throws -> String {
    let line = try JSONScanner.parse(try #require(run).input.dropLast())
    return "\(line["kind"]?.string ?? "") \(Int(line["visit"]?.string?.suffix(12) ?? "") ?? 0)"
  }

  /// Tells until the work is done.
  private func telling(_ office: SweepOffice, _ work: () async throws -> Void) async throws {
    let watching = Task { await office.service.watch() }
    do {
      try await work()
    } catch {
      watching.cancel()
      throw error
    }
    watching.cancel()
    await watching.value
  }

  /// Waits until nothing is left to be told after a start.
  private func untilAllIsTold(_ office: SweepOffice) async throws {
    while try !office.store.readNow({ try $0.untoldAlerts(since: office.time.now.adding(minutes: -1440)) }).isEmpty {
      await Task.yield()
    }
  }

  @Test("hears after a start of what it had not taken before the stop, as long as nobody has taken note, and once")
  func restarted() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Stopped before any of it is told.
    let before = try await SweepOffice.open(at: "2026-11-20T15:14:00Z", in: folder)
    for number in 1...3 { try await before.plan(number, "2026-11-20T15:00:00Z") }
    _ = try await before.look(at: "2026-11-20T15:15:00Z")
    try await before.acknowledge(2)
    try await before.change(3) { $0.life = .inProgress(checkIn: .at("2026-11-20T15:15:00Z")) }
    _ = await before.service.alerts.look()
    await before.store.close()
    let commands = HeldCommands()
    let after = try await SweepOffice.open(at: "2026-11-20T15:16:00Z", in: folder, commands: commands)
    try await telling(after) {
      let first = await commands.next()
      #expect(try told(first) == "late 1")
      first?.end()
      try await untilAllIsTold(after)
    }
    await after.store.close()
    let again = try await SweepOffice.open(at: "2026-11-20T15:17:00Z", in: folder, commands: commands)
    try await again.plan(4, "2026-11-20T15:00:00Z")
    try await telling(again) {
      let late = try told(await commands.next())
      #expect(late == "late 4")
    }
    await again.store.close()
  }

  @Test("that hangs over one alert hears of three others meanwhile; a fifth waits, and is told only if it holds then")
  func hanging() async throws {
    let commands = HeldCommands()
    let office = try await SweepOffice.open(at: "2026-11-20T15:15:00Z", commands: commands)
    try await telling(office) {
      for number in 1...4 { try await office.plan(number, "2026-11-20T15:00:00Z") }
      var runs: [HeldCommands.Run] = []
      for _ in 1...4 { runs.append(try #require(await commands.next())) }
      #expect(Set(try runs.map { try told($0) }) == ["late 1", "late 2", "late 3", "late 4"])
      try await office.plan(5, "2026-11-20T15:00:00Z")
      try await office.plan(6, "2026-11-20T15:00:00Z")
      while try office.alerts().count < 6 { await Task.yield() }
      #expect(commands.begun == 4)
      try await office.change(5) { $0.life = .inProgress(checkIn: .at("2026-11-20T15:15:00Z")) }
      while try !office.alerts().contains("late 5 resolved") { await Task.yield() }
      runs[2].end()
      #expect(try told(await commands.next()) == "late 6")
    }
  }
}
