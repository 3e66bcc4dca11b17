import AsyncHTTPClient
import FHIR
import NIOCore
import NIOHTTP1
import NIOPosix

/// Carries HTTP requests out, within limits of time and size.
struct HTTPExchange: Sendable {
  private let client: HTTPClient
  private let limits: ExchangeLimits
  private let trust: ServerTrust
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> FHIRInstant

  init(
    limits: ExchangeLimits, trust: ServerTrust, clock: any Clock<Duration>, now: @escaping @Sendable () -> FHIRInstant
  ) {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: trust.configuration, redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(limits.connect), read: TimeAmount(limits.silence)))
    // One request per connection at a time: a request that is lost takes no other with it.
    configuration.httpVersion = .http1Only
    // Whoever asks decides when to try again.
    configuration.connectionPool.retryConnectionEstablishment = false
    // Long enough for the pages of a run. A connection kept from one run to the next may have died unnoticed, and the
    // next request, an emergency perhaps, would wait on it in vain.
    configuration.connectionPool.idleTimeout = .seconds(5)
    // More than are ever under way at once: an emergency must not wait for a connection that another's silence holds.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    configuration.http1_1ConnectionDebugInitializer = { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(WireMeter(limit: 2 * limits.answer), position: .first)
      }
    }
    // One loop for connections and timers: with two of them each request wakes both.
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    client = HTTPClient(eventLoopGroup: loop, configuration: configuration)
    self.limits = limits
    self.trust = trust
    self.clock = clock
    self.now = now
  }

  /// Sends a request and reads its answer, whole.
  ///
  /// - Parameter limit: The largest body that is read, in bytes; `nil`: as much as of any answer.
  func answer(to call: HTTPCall, limit: Int? = nil) async throws(FHIRFailure) -> FHIRAnswer {
    var request = HTTPClientRequest(url: call.url)
    request.method = call.method
    request.headers = call.headers
    let departure = Departure()
    if let body = call.body {
      guard body.count <= limits.request else { throw .tooLarge(.request, limit: limits.request) }
      request.body = .stream(
        NotedBody(buffer: ByteBuffer(bytes: body), departure: departure), length: .known(Int64(body.count)))
    }
    let failure: FHIRFailure
    do {
      let answer = try await withinTotal { [request] in try await read(request, limit: limit ?? limits.answer) }
      guard !(300..<400).contains(answer.status) || answer.status == 304 else {
        throw FHIRFailure.redirected(status: answer.status)
      }
      return answer
    } catch {
      failure = FHIRFailure(error, hasLeft: call.body == nil ? nil : departure.isNoted)
    }
    guard case .untrusted(.handshake) = failure else { throw failure }
    throw .untrusted(await trust.reason(forDistrusting: call.url, limit: limits.connect, now: now()))
  }

  private func read(_ request: HTTPClientRequest, limit: Int) async throws -> FHIRAnswer {
    // The limit of the whole is kept outside, for the body too, so none is set here.
    let response = try await client.execute(request, deadline: .distantFuture)
    // Not as one buffer that is copied in the end: for a moment it would take twice the memory.
    var body: [UInt8] = []
    for try await piece in response.body {
      guard body.count + piece.readableBytes <= limit else { throw FHIRFailure.tooLarge(.answer, limit: limit) }
      // Grown step by step, a large body would be there twice at each step. What is not written takes no memory.
      if body.count > 1 << 20, body.capacity < limit { body.reserveCapacity(limit) }
      body.append(contentsOf: piece.readableBytesView)
    }
    return FHIRAnswer(status: Int(response.status.code), body: body) { name in
      response.headers.first(name: name)
    }
  }

  /// The result of `work`, unless it takes longer than the whole may.
  private func withinTotal(_ work: @escaping @Sendable () async throws -> FHIRAnswer) async throws -> FHIRAnswer {
    try await withThrowingTaskGroup(of: FHIRAnswer?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await clock.sleep(for: limits.total)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let answer = first else { throw FHIRFailure.cut(.tooSlow) }
      return answer
    }
  }

  func shutdown() async {
    // It fails only when it was called before.
    try? await client.shutdown()
  }
}

extension TimeAmount {
  /// The same span; what is longer than three centuries is cut off.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .seconds(min(seconds, 9_000_000_000)) + .nanoseconds(attoseconds / 1_000_000_000)
  }
}
