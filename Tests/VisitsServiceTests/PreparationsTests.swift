import Dispatch
import JSON
import JSONRPC
import Synchronization
import Testing
import VisitsAPI
import VisitsModel
import VisitsTestSupport

@testable import VisitsService

@Suite("What imports and other large work wait for")
struct PreparationsTests {
  /// Work that holds the thread until it is let go.
  private final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    private let (reached, reach) = AsyncStream.makeStream(of: Never.self)

    func hold() {
      reach.finish()
      isOpen.wait()
    }

    func untilHeld() async { for await _ in reached {} }

    func open() { isOpen.signal() }
  }

  /// What was done, in order.
  private final class Done: Sendable {
    private let names = Mutex<[String]>([])

    var all: [String] { names.withLock { $0 } }

    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  /// A caller who leaves when the test says so.
  private final class Leaving: Listener {
    private struct Actions {
      var isGone = false
      var actions: [@Sendable () -> Void] = []
    }

    private let actions = Mutex(Actions())
    let following = Following()
    let lackOfRoom: RPCError? = nil

    func whenGone(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
      let isGone = actions.withLock { actions in
        actions.actions.append(action)
        return actions.isGone
      }
      if isGone { action() }
      return {}
    }

    func leave() {
      let left = actions.withLock { actions in
        actions.isGone = true
        return actions.actions
      }
      for action in left { action() }
    }

    func tell(_ lines: [UInt8]) async -> Bool { false }
  }

  @Test("is one piece of each other user: nobody waits behind all that one has sent")
  func turns() async throws {
    let (preparations, gate, caller) = (Preparations(), Gate(), Leaving())
    let done = Done()
    try await withThrowingTaskGroup { group in
      group.addTask { try await preparations.run(for: "first", caller) { _ in gate.hold() } }
      await gate.untilHeld()
      // Each waits in the queue before the next is sent.
      for name in ["a1", "a2", "a3", "b1"] {
        let isQueued = preparations.count
        group.addTask {
          try await preparations.run(for: String(name.prefix(1)), caller) { _ in done.add(name) }
        }
        while preparations.count == isQueued { await Task.yield() }
      }
      gate.open()
      try await group.waitForAll()
    }
    #expect(done.all == ["a1", "b1", "a2", "a3"])
  }

  @Test("is not done for those who have left, whether it waits or is under way")
  func left() async throws {
    let (preparations, gate, caller) = (Preparations(), Gate(), Leaving())
    let done = Done()
    await withTaskGroup { group in
      group.addTask {
        try? await preparations.run(for: "first", caller) { abandonment in
          gate.hold()
          #expect(abandonment.isAbandoned)
        }
      }
      await gate.untilHeld()
      group.addTask {
        await #expect(throws: CancellationError.self) {
          try await preparations.run(for: "first", caller) { _ in done.add("second") }
        }
      }
      while preparations.count == 0 { await Task.yield() }
      caller.leave()
      // What waited is let go of at once, and not when its turn comes.
      #expect(preparations.count == 0)
      gate.open()
    }
    #expect(done.all == [])
  }

  @Test("ends at a stop, and whoever sent an import hears that the service stops, and that nothing was taken in")
  func stop() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      let office = Peer(service: daemon.service, role: .coordinator)
      let gate = Gate()
      async let held: Void? = try? daemon.service.preparations.run(for: "somebody", office.listener) { _ in gate.hold()
      }
      await gate.untilHeld()
      let imported = office.send("import", ["format": "ics", "content": "BEGIN:VCALENDAR", "requestId": "i"])
      while daemon.service.preparations.count == 0 { await Task.yield() }
      daemon.service.stopPreparing()
      gate.open()
      _ = await held
      #expect(await imported.reply.error?.code == 1503)
      #expect(
        await office.reply("import", ["format": "ics", "content": "BEGIN:VCALENDAR", "requestId": "j"]).error?.code
          == 1503)
    }
  }
}
