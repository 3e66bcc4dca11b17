import Systemd
import Testing
import VisitsTestSupport

@testable import VisitsDaemon

@Suite("Opening a database for long")
struct DatabaseOpeningTests {
  @Test("the service manager hears every ten seconds that it goes on, from when it begins and until it ends")
  func tells() async throws {
    let manager = ToldMessages()
    let clock = DrivenClock()
    let opening = DatabaseOpening(notifier: Notifier(send: manager.receive), clock: clock)
    let (isClosed, open) = AsyncStream.makeStream(of: Never.self)
    async let opened = opening.whileTold { begin in
      begin("Copying")
      begin("Migrating, step 1 of 2")
      for await _ in isClosed {}
      return "open"
    }
    await clock.untilSomebodySleeps(for: .seconds(10))
    #expect(manager.text() == "EXTEND_TIMEOUT_USEC=60000000\nSTATUS=Copying.")
    #expect(manager.text() == "EXTEND_TIMEOUT_USEC=60000000\nSTATUS=Migrating, step 1 of 2.")
    #expect(manager.text() == nil)
    for seconds in [10, 20, 30] {
      clock.advance(by: .seconds(10))
      await clock.untilSomebodySleeps(for: .seconds(10))
      #expect(
        manager.text() == "EXTEND_TIMEOUT_USEC=60000000\nSTATUS=Migrating, step 1 of 2, for \(seconds) s so far.")
    }
    open.finish()
    #expect(try await opened == "open")
    #expect(manager.text() == nil)
  }

  @Test("what takes no time asks for none, and a failure is handed on")
  func quick() async throws {
    struct Broken: Error {}
    let opening = DatabaseOpening(notifier: Notifier(), clock: DrivenClock())
    #expect(try await opening.whileTold { _ in 7 } == 7)
    await #expect(throws: Broken.self) { try await opening.whileTold { _ throws -> Int in throw Broken() } }
  }
}
