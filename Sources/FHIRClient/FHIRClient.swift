package import FHIR
import NIOHTTP1

/// A FHIR server, as one who asks it sees it.
package final class FHIRClient: Sendable {
  private let server: ServerAddress
  private let exchange: HTTPExchange
  private let tokens: TokenKeeper
  private let userAgent: String
  private let clock: any Clock<Duration>

  /// A client of one server. It connects when it is first asked something; call ``shutdown()`` in the end.
  ///
  /// - Parameters:
  ///   - clock: what the limit of a whole exchange, or of a whole request, is measured with.
  ///   - now: the wall clock, for the life of tokens and certificates.
  ///   - newID: a text that was never used before, for signed assertions.
  package init(
    _ settings: FHIRClientSettings, clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> FHIRInstant, newID: @escaping @Sendable () -> String
  ) throws(FHIRClientSettingsFault) {
    do {
      server = try ServerAddress(settings.base, allowsPlainHTTP: settings.allowsPlainHTTP)
    } catch {
      throw .base(error)
    }
    let trust = try ServerTrust(authorities: settings.authorities)
    userAgent = settings.userAgent
    self.clock = clock
    exchange = HTTPExchange(limits: settings.limits, trust: trust, clock: clock, now: now)
    tokens = TokenKeeper(
      settings.authentication, server: server, allowsPlainHTTP: settings.allowsPlainHTTP, exchange: exchange, now: now,
      newID: newID)
  }

  /// Sends a request, and once more with a fresh token where the first was not accepted.
  package func perform(_ request: FHIRRequest) async -> Result<FHIRAnswer, FHIRFailure> {
    do throws(FHIRFailure) {
      var call = try call(for: request)
      let token = try await tokens.token()
      call.authorize(with: token)
      let answer = try await exchange.answer(to: call)
      // What was answered with 401 was not carried out, so even a write may be sent again.
      guard answer.status == 401, let token, let fresh = try await tokens.token(insteadOf: token) else {
        return .success(answer)
      }
      call.authorize(with: fresh)
      return .success(try await exchange.answer(to: call))
    } catch {
      return .failure(error)
    }
  }

  /// The same within a limit: connecting, fetching tokens and reading the answer included.
  ///
  /// - Parameter limit: `nil`: as long as any request may take.
  package func perform(_ request: FHIRRequest, within limit: Duration?) async -> Result<FHIRAnswer, FHIRFailure> {
    guard let limit else { return await perform(request) }
    return await withTaskGroup(of: Result<FHIRAnswer, FHIRFailure>?.self) { group in
      group.addTask { await self.perform(request) }
      group.addTask { [clock] in
        try? await clock.sleep(for: limit)
        return nil
      }
      if let result = await group.next() ?? nil {
        group.cancelAll()
        return result
      }
      group.cancelAll()
      // What was cut short knows best how far it came.
      let result = await group.next() ?? nil
      return (result ?? .failure(.cut(.tooSlow))).mapError { failure in
        switch failure {
        case .cut(.cancelled): .cut(.tooSlow)
        case .unreachable(.closed): .unreachable(.timeout)
        default: failure
        }
      }
    }
  }

  /// Ends what is under way and closes the connections.
  package func shutdown() async {
    await exchange.shutdown()
  }

  private func call(for request: FHIRRequest) throws(FHIRFailure) -> HTTPCall {
    var headers = HTTPHeaders()
    headers.add(name: "user-agent", value: userAgent)
    headers.add(name: "accept", value: "application/fhir+json")
    if request.isFresh { headers.add(name: "cache-control", value: "no-cache") }
    if let version = request.ifMatch { headers.add(name: "if-match", value: try Self.tag(version)) }
    switch request.ifNoneMatch {
    case .anything: headers.add(name: "if-none-match", value: "*")
    case .version(let version): headers.add(name: "if-none-match", value: try Self.tag(version))
    case nil: break
    }
    if !request.ifNoneExist.isEmpty { headers.add(name: "if-none-exist", value: request.ifNoneExist.text) }
    if request.isLenient { headers.add(name: "prefer", value: "handling=lenient") }
    if request.body != nil {
      headers.add(name: "content-type", value: "application/fhir+json")
      headers.add(name: "prefer", value: request.wantsResource ? "return=representation" : "return=minimal")
    }
    return HTTPCall(
      method: HTTPMethod(rawValue: request.method.rawValue),
      url: try server.url(of: request.target, as: request.relativeText), headers: headers, body: request.body)
  }

  /// A version as a header carries it. Versions come from upstream's JSON, which may hold anything.
  private static func tag(_ version: String) throws(FHIRFailure) -> String {
    guard !version.isEmpty, version.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }) else {
      throw .unsendable
    }
    return FHIRAnswer.etag(version: version)
  }
}
