import FHIR
import Glibc
import NIOCore
import NIOPosix
import Testing

@testable import FHIRClient

private let read = FHIRRequest.read("Appointment", "a")
private let write = FHIRRequest(.put, .path("Appointment/a"), ifMatch: "1", body: Array("{}".utf8))
private let quick = ExchangeLimits(silence: .milliseconds(50))

@Suite("What goes wrong on the way")
struct FaultTests {
  @Test("where nobody listens, the server was never reached", arguments: [read, write])
  func refused(request: FHIRRequest) async throws {
    let server = try await ScriptedServer { _ in .answer() }
    let base = server.base
    try await server.stop()
    let outcome = try await outcome(of: request, base: base)
    #expect(outcome == .failure(.unreachable(.refused)))
    let byName = base.replacing("127.0.0.1", with: "localhost")
    #expect(try await FHIRClientTests.outcome(of: request, base: byName) == .failure(.unreachable(.refused)))
  }

  @Test("a name that nobody knows was never reached")
  func unknownHost() async throws {
    // A part of a name has at most 63 characters, so nobody has to be asked.
    let name = String(repeating: "x", count: 64) + ".invalid"
    #expect(try await outcome(of: write, base: "https://\(name)/") == .failure(.unreachable(.unknownHost)))
  }

  @Test(
    "an answer that breaks off leaves open what was done",
    arguments: [
      "", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"resourceType\":",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"re",
    ])
  func truncated(text: String) async throws {
    #expect(try await outcome(of: write) { _ in .last(text) } == .failure(.cut(.closed)))
  }

  @Test("what is no HTTP leaves open what was done", arguments: ["SSH-2.0-OpenSSH_9.7\r\n", "220 mail\r\n\r\n"])
  func garbled(text: String) async throws {
    #expect(try await outcome(of: write) { _ in .last(text) } == .failure(.cut(.garbled)))
  }

  @Test("a server that falls silent is waited for no longer than the limit")
  func silent() async throws {
    #expect(try await outcome(of: write, limits: quick) { _ in .silence } == .failure(.cut(.silence)))
    let half = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"
    #expect(try await outcome(of: write, limits: quick) { _ in .bytes(half) } == .failure(.cut(.silence)))
  }

  @Test("a request with a limit of its own ends with it, and leaves open what was done")
  func limited() async throws {
    // The time is up as soon as the server has it.
    let clock = StoppedClock()
    let server = try await ScriptedServer { _ in
      clock.ring()
      return .silence
    }
    let outcome = try await withClient(FHIRClientSettings(base: server.base), clock: clock) { client in
      await client.perform(write, within: .seconds(4))
    }
    try await server.stop()
    #expect(outcome == .failure(.cut(.tooSlow)))
  }

  @Test("a request with a limit of its own that is answered in time is answered")
  func inTime() async throws {
    let server = try await ScriptedServer { _ in .answer() }
    let outcome = try await withClient(FHIRClientSettings(base: server.base)) { client in
      await client.perform(read, within: .seconds(60))
    }
    try await server.stop()
    #expect(try outcome.get().status == 200)
  }

  @Test("a body without an end is read up to the limit")
  func endless() async throws {
    let limits = ExchangeLimits(answer: 1 << 20)
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
    let chunk = head + "transfer-encoding: chunked\r\n\r\nffffffff\r\n"
    for head in [head + "\r\n", chunk, head + "content-length: 99999999999\r\n\r\n"] {
      #expect(
        try await outcome(of: read, limits: limits) { _ in .endless(head) }
          == .failure(.tooLarge(.answer, limit: 1 << 20)))
    }
  }

  @Test("of what is no body at all is read little more than of a body")
  func endlessBesides() async throws {
    let limits = ExchangeLimits(answer: 1 << 20)
    let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;"
    #expect(
      try await outcome(of: read, limits: limits) { _ in .endless(head) }
        == .failure(.tooLarge(.answer, limit: 2 << 20)))
  }

  @Test(
    "an answer that trickles for ever ends with the limit of the whole",
    arguments: ["", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"])
  func trickle(text: String) async throws {
    let clock = StoppedClock()
    let outcome = try await outcome(of: write, clock: clock) { _ in
      clock.ring()
      return .bytes(text)
    }
    #expect(outcome == .failure(.cut(.tooSlow)))
  }

  @Test("headers without an end are not read for ever")
  func endlessHead() async throws {
    let outcome = try await outcome(of: read) { _ in .endless("HTTP/1.1 200 OK\r\nx: ") }
    #expect(outcome == .failure(.cut(.garbled)))
  }

  @Test("what is larger than the limit is not sent")
  func tooLarge() async throws {
    let server = try await ScriptedServer { _ in .answer() }
    let request = FHIRRequest(.post, .path(""), body: [UInt8](repeating: 0x20, count: 101))
    let limits = ExchangeLimits(request: 100)
    #expect(
      try await outcome(of: request, limits: limits, base: server.base)
        == .failure(.tooLarge(.request, limit: 100)))
    try await server.stop()
    #expect(server.requests.isEmpty)
  }

  @Test("one who gives up leaves open what was done")
  func cancelled() async throws {
    let server = try await ScriptedServer { _ in .silence }
    let outcome = try await withClient(FHIRClientSettings(base: server.base)) { client in
      await withTaskGroup(of: Result<FHIRAnswer, FHIRFailure>?.self) { group in
        group.addTask { await client.perform(write) }
        while server.requests.isEmpty { await Task.yield() }
        group.cancelAll()
        return await group.next() ?? nil
      }
    }
    try await server.stop()
    #expect(outcome == .failure(.cut(.cancelled)))
  }

  @Test("after each failure the next request is answered")
  func goesOn() async throws {
    let server = try await ScriptedServer { request in
      request.target.hasSuffix("bad") ? .last("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{") : .answer()
    }
    try await withClient(FHIRClientSettings(base: server.base)) { client async throws in
      for _ in 1...3 {
        #expect(await client.perform(.read("Appointment", "bad")) == .failure(.cut(.closed)))
        #expect(try await client.perform(read).get().status == 200)
      }
    }
    try await server.stop()
  }

  @Test("a page in place of JSON comes back as it is, and is no word of a FHIR server")
  func page() async throws {
    let answer = try await outcome { _ in .answer(404, "<html>lost</html>", type: "text/html; charset=utf-8") }.get()
    #expect(AnswerClass(answer) == .stranger(status: 404))
  }

  @Test(
    "only what was lost after the request had begun to go out leaves something unknown",
    arguments: [
      (IOError(errnoCode: ENETUNREACH, reason: ""), false, FHIRFailure.unreachable(.noRoute)),
      (IOError(errnoCode: EHOSTUNREACH, reason: ""), false, .unreachable(.noRoute)),
      (IOError(errnoCode: ECONNREFUSED, reason: ""), false, .unreachable(.refused)),
      (IOError(errnoCode: EHOSTUNREACH, reason: ""), true, .cut(.closed)),
      (IOError(errnoCode: ECONNRESET, reason: ""), false, .unreachable(.closed)),
      (IOError(errnoCode: ECONNRESET, reason: ""), true, .cut(.closed)),
      (IOError(errnoCode: ETIMEDOUT, reason: ""), true, .cut(.silence)),
      (ChannelError.connectTimeout(.seconds(1)), false, .unreachable(.timeout)),
      (CancellationError(), false, .unreachable(.closed)),
      (FHIRFailure.cut(.tooSlow), false, .unreachable(.timeout)),
      (IOError(errnoCode: EHOSTUNREACH, reason: ""), nil, .unreachable(.noRoute)),
      (IOError(errnoCode: ECONNRESET, reason: ""), nil, .cut(.closed)),
    ] as [(any Error, Bool?, FHIRFailure)])
  func departure(error: any Error, hasLeft: Bool?, expected: FHIRFailure) {
    let failure = FHIRFailure(error, hasLeft: hasLeft)
    #expect(failure == expected)
    if let hasLeft { #expect(failure.outcomeIsUnknown == hasLeft) }
  }
}
