import JSON
import Testing
import VisitsAPI
import VisitsModel
import VisitsTestSupport

@testable import VisitsService
@testable import VisitsStore

@Suite("An emergency at the moment in which the disk works again", .timeLimit(.minutes(1)))
struct RecoveringDiskTests {
  private func raise(_ caller: Peer, _ request: String, note: String) -> Peer.Sent {
    caller.send("emergency.raise", ["worker": "sarah", "note": .string(note), "requestId": .string(request)])
  }

  private func id(_ sent: Peer.Sent) async throws -> JSONValue {
    let emergency = await sent.reply.result?["emergency"]
    return try #require(emergency?["id"])
  }

  /// The only emergency, once the database has so many raises of it.
  private func stored(raises: Int, _ daemon: TestDaemon) async throws -> Emergency {
    while true {
      let all = try await daemon.service.store.read { try $0.emergencies(limit: 10) }
      if let only = all.first, all.count == 1, only.raises == raises { return only }
      #expect(all.count <= 1)
      await Task.yield()
    }
  }

  @Test("keeps the id that was answered, though the next raise finds the disk working before the first is held")
  func failedAndNotYetHeld() async throws {
    try await TestDaemon.run(clock: DrivenClock()) { daemon, client in
      _ = try await Office.open(client)
      try await daemon.failTheDisk()
      let office = Peer(service: daemon.service, role: .coordinator)
      let letGo = await daemon.holdReads()
      let first = raise(office, "first", note: "I fell")
      #expect(await daemon.service.store.reopen() == nil)
      var second: Peer.Sent?
      var answered: JSONValue?
      try await daemon.holdingTheWriter {
        second = raise(office, "second", note: "He is back")
        letGo()
        answered = try await id(first)
      }
      let joined = try await id(try #require(second))
      #expect(joined == answered)
      let stored = try await stored(raises: 2, daemon)
      #expect(JSONValue.string(stored.id.rawValue) == answered)
      #expect(stored.note == "I fell\nHe is back")
    }
  }

  @Test("keeps the id that was answered while the writer took its time, though the disk then failed it")
  func heldAndThenFailed() async throws {
    let clock = DrivenClock()
    try await TestDaemon.run(clock: clock) { daemon, client in
      _ = try await Office.open(client)
      let office = Peer(service: daemon.service, role: .coordinator)
      var answered: JSONValue?
      var letGo: (() -> Void)?
      try await daemon.failTheDisk {
        let first = raise(office, "first", note: "I fell")
        await clock.untilSomebodySleeps(for: .seconds(1))
        clock.advance(by: .seconds(1))
        answered = try await id(first)
        letGo = await daemon.holdReads()
      }
      #expect(await daemon.service.store.reopen() == nil)
      let second = raise(office, "second", note: "He is back")
      #expect(try await id(second) == answered)
      letGo?()
      let stored = try await stored(raises: 2, daemon)
      #expect(JSONValue.string(stored.id.rawValue) == answered)
      #expect(stored.note == "I fell\nHe is back")
    }
  }

  @Test("is over once it is resolved: a raise that was held and added nothing is not told anew when it is brought in")
  func overAfterAFlood() async throws {
    try await TestDaemon.run(clock: DrivenClock()) { daemon, client in
      _ = try await Office.open(client)
      let office = Peer(service: daemon.service, role: .coordinator)
      for number in 1...500 { _ = try await id(raise(office, "e\(number)", note: "Help")) }
      try await daemon.failTheDisk()
      let emergency = try await id(raise(office, "again", note: "Help"))
      #expect(await daemon.service.store.reopen() == nil)
      let ended = try await client.call(
        "emergency.resolve", ["emergency": emergency, "note": "She is home", "requestId": "r"])
      #expect(ended["emergency"]?["state"] == "resolved")
      while !(try daemon.service.store.spooled().isEmpty && daemon.service.emergencies.held.isEmpty) {
        await Task.yield()
      }
      let list = try await client.call("emergency.list", [:])["emergencies"]?.array
      #expect(list?.map { $0["id"] } == [emergency])
      #expect(list?.map { $0["state"] } == ["resolved"])
    }
  }

  @Test("is not held once the database has it, which whoever sent it twice may find out late")
  func madeMeanwhile() throws {
    let request = ChangeRequest(
      caller: Caller(by: "sarah", origin: .gateway, scope: "worker:sarah"), method: "emergency.raise", requestId: "e",
      fingerprint: [], receivedAt: .at("2026-11-20T16:30:00Z"), isUrgent: true)
    let made = MadeChange(outcome: .madeVisits(0), receivedAt: request.receivedAt, feed: 7)
    let standing = try EmergencyRegister().held(request, made: { _ in made }) {
      Issue.record("held")
      throw CancellationError()
    }
    guard case .made(let found) = standing else {
      Issue.record("\(standing)")
      return
    }
    #expect(found.feed == 7)
  }
}
