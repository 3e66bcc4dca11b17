import Testing

@testable import Systemd

@Suite("What the service manager asks of a service that it watches")
struct WatchdogRequestTests {
  @Test("is to hear of it twice in the time that it waits")
  func asked() throws {
    let request = try #require(WatchdogRequest(environment: ["WATCHDOG_USEC": "30000000"], pid: 7))
    #expect(request.limit == .seconds(30))
    #expect(request.pulse == .seconds(15))
    #expect(WatchdogRequest(environment: ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], pid: 7) == request)
  }

  @Test(
    "asks nothing of another process, or without a time",
    arguments: [
      [:], ["WATCHDOG_USEC": ""], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "-5"], ["WATCHDOG_USEC": "soon"],
      ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": ""],
    ])
  func notAsked(environment: [String: String]) {
    #expect(WatchdogRequest(environment: environment, pid: 7) == nil)
  }
}
