import Glibc
import Testing

@testable import Systemd

// A process of its own for each test: libsystemd reads the environment of the process.
@Suite("The environment that the service manager makes")
struct ServiceManagerTests {
  @Test("a report reaches the socket that NOTIFY_SOCKET names, by path and by abstract name")
  func notifySocket() async {
    await #expect(processExitsWith: .success) {
      for name in ["@visits-test-\(getpid())", "/tmp/visits-test-\(getpid())"] {
        let manager = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var bytes = Array(name.utf8)
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + bytes
        let bound = address.withUnsafeBytes { bytes in
          bytes.baseAddress.map { bind(manager, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
        }
        try #require(bound == 0)
        defer { unlink(name) }
        setenv("NOTIFY_SOCKET", name, 1)
        let notifier = Notifier.serviceManager()
        try #require(notifier.isHeard)
        try #require(notifier.ready(status: "12 visits"))
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = recv(manager, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        try #require(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "READY=1\nSTATUS=12 visits")
      }
    }
  }

  @Test("a report to a service manager that is not there is not taken for sent, and without one nothing listens")
  func nobody() async {
    await #expect(processExitsWith: .success) {
      for name in ["", "/nowhere/at/all"] {
        setenv("NOTIFY_SOCKET", name, 1)
        try #require(!Notifier.serviceManager().ready(status: "up"))
      }
      unsetenv("NOTIFY_SOCKET")
      try #require(!Notifier.serviceManager().isHeard)
    }
  }

  @Test("a service manager that waits 30 seconds gets a sign of life every 15")
  func watched() async {
    await #expect(processExitsWith: .success) {
      setenv("WATCHDOG_USEC", "30000000", 1)
      for pid in [nil, "\(getpid())"] {
        unsetenv("WATCHDOG_PID")
        if let pid { setenv("WATCHDOG_PID", pid, 1) }
        let request = try #require(WatchdogRequest())
        try #require(request.limit == .seconds(30))
        try #require(request.pulse == .seconds(15))
      }
    }
  }

  @Test("a request without a time, or to another process, asks nothing of this one")
  func notWatched() async {
    await #expect(processExitsWith: .success) {
      for (microseconds, pid) in [
        (nil, nil), ("", nil), ("0", nil), ("-5", nil), ("soon", nil), ("30000000", "1"), ("30000000", ""),
      ] as [(String?, String?)] {
        unsetenv("WATCHDOG_USEC")
        unsetenv("WATCHDOG_PID")
        if let microseconds { setenv("WATCHDOG_USEC", microseconds, 1) }
        if let pid { setenv("WATCHDOG_PID", pid, 1) }
        try #require(WatchdogRequest() == nil, "\(microseconds ?? "unset") for \(pid ?? "unset")")
      }
    }
  }

  @Test("variables without a number, or for another process, announce no socket")
  func noSockets() async {
    await #expect(processExitsWith: .success) {
      for (pid, count) in [
        (nil, "1"), ("1", "1"), ("own", nil), ("own", ""), ("own", "0"), ("own", "-1"), ("own", "NaN"),
        ("own", "2147483648"),
      ] as [(String?, String?)] {
        unsetenv("LISTEN_PID")
        unsetenv("LISTEN_FDS")
        if let pid { setenv("LISTEN_PID", pid == "own" ? "\(getpid())" : pid, 1) }
        if let count { setenv("LISTEN_FDS", count, 1) }
        try #require(HandedSocket.all() == [], "\(count ?? "unset") for \(pid ?? "unset")")
      }
    }
  }

  @Test("sockets that are announced and not open are a fault")
  func notOpen() async {
    await #expect(processExitsWith: .success) {
      setenv("LISTEN_PID", "\(getpid())", 1)
      for (count, number) in [("100000", EBADF), ("2147483647", EINVAL)] {
        setenv("LISTEN_FDS", count, 1)
        #expect(throws: HandedSocket.Fault.notOpen(errno: number)) { try HandedSocket.all() }
      }
    }
  }
}
