import JSON
import JSONRPC
import Synchronization
import Testing
import VisitsAPI
import VisitsTestSupport

@testable import VisitsService

@Suite("A look for events")
struct EventLookTests {
  private final class Order: Sendable {
    let names = Mutex<[String]>([])
  }

  @Test("waits while its user rests; another user's does not")
  func rest() async {
    let looks = EventLooks()
    let order = Order()
    await looks.take(for: "greedy") { looks.rest("greedy") }
    await withDiscardingTaskGroup { group in
      group.addTask { await looks.take(for: "greedy") { order.names.withLock { $0.append("greedy") } } }
      await looks.take(for: "other") { order.names.withLock { $0.append("other") } }
      order.names.withLock { $0.append("rested") }
      looks.goOn("greedy")
    }
    #expect(order.names.withLock { $0 } == ["other", "rested", "greedy"])
  }
}

@Suite("A method that a caller may have meant")
struct MeantMethodTests {
  @Test("is named eight times in a second on a connection; further calls are only refused")
  func limit() async throws {
    try await TestDaemon.run { daemon, _ in
      let peer = Peer(service: daemon.service, role: .coordinator)
      var named: [Bool] = []
      for _ in 1...10 { named.append(await peer.reply("tody", [:]).error?.data["nearest"] == "today") }
      #expect(named == Array(repeating: true, count: 8) + [false, false])
      #expect(
        await Peer(service: daemon.service, role: .coordinator).reply("tody", [:]).error?.data["nearest"] == "today")
    }
  }
}
