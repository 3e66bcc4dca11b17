import FHIR
import NIOHTTP1

/// Where tokens are issued for signed assertions (SMART App Launch 2, "Backend Services").
struct TokenIssuer: Sendable {
  let server: ServerAddress
  let allowsPlainHTTP: Bool
  let exchange: HTTPExchange
  let now: @Sendable () -> FHIRInstant
  let newID: @Sendable () -> String

  /// How long before its end a token is replaced, in seconds: a request that begins in time must arrive in time.
  static let margin: Int64 = 30
  /// The largest answer that is read here, in bytes: a token goes into a header.
  static let largest = 1 << 20

  /// A new token.
  func token(for client: BackendServices) async throws(FHIRFailure) -> IssuedToken {
    let place = try await place(for: client)
    let begun = now()
    let answer = try await answer(to: try call(for: client, at: place))
    guard answer.status == 200 else { throw Self.failure(answer) }
    guard
      let json = try? JSONDocument(json: answer.body), json["token_type"]?.string?.lowercased() == "bearer",
      let secret = json["access_token"]?.string.flatMap(Secret.init(token:))
    else { throw .unauthenticated(.unreadableAnswer) }
    // A server that does not say how long gets asked again after SMART's recommended five minutes.
    let life = min(max(Int64(json["expires_in"]?.integer ?? 300), 0), 86_400)
    let good = max(life - Self.margin, life / 2)
    return IssuedToken(secret: secret, expires: FHIRInstant(milliseconds: begun.milliseconds + good * 1000))
  }

  /// The token endpoint, and what the server's clock shows where it was asked.
  private struct Place {
    let endpoint: String
    let time: FHIRInstant
  }

  private func place(for client: BackendServices) async throws(FHIRFailure) -> Place {
    var time = now()
    var endpoint = client.tokenEndpoint
    if endpoint == nil {
      let headers: HTTPHeaders = ["accept": "application/json"]
      let url = server.base + "/.well-known/smart-configuration"
      let answer = try await answer(to: HTTPCall(method: .GET, url: url, headers: headers))
      switch AnswerClass(answer) {
      case .taken: break
      case .again(let seconds): throw .tokenDelayed(retryAfter: seconds)
      default: throw .unauthenticated(.noTokenEndpoint)
      }
      endpoint = (try? JSONDocument(json: answer.body))?["token_endpoint"]?.string
      // An assertion counts by the clock of those who read it, and ours may be wrong by hours.
      time = answer.date ?? time
    }
    guard let endpoint, let (origin, _) = try? Origin.read(endpoint) else { throw .unauthenticated(.noTokenEndpoint) }
    guard origin.isSecure || origin.isLoopback || allowsPlainHTTP else {
      throw .unauthenticated(.insecureTokenEndpoint)
    }
    return Place(endpoint: endpoint, time: time)
  }

  /// Whatever is lost here, the request that the token is for has not left: nothing about it is unknown.
  private func answer(to call: HTTPCall) async throws(FHIRFailure) -> FHIRAnswer {
    do {
      return try await exchange.answer(to: call, limit: Self.largest)
    } catch {
      switch error {
      case .cut(.silence), .cut(.tooSlow): throw .unreachable(.timeout)
      case .cut: throw .unreachable(.closed)
      case .tooLarge, .redirected: throw .unauthenticated(.unreadableAnswer)
      default: throw error
      }
    }
  }

  private func call(for client: BackendServices, at place: Place) throws(FHIRFailure) -> HTTPCall {
    let assertion: ClientAssertion
    do throws(AuthenticationFault) {
      let key = try client.signingKey()
      guard let signed = try? ClientAssertion(client, audience: place.endpoint, id: newID(), now: place.time, key: key)
      else { throw .noKey(file: client.key.path) }
      assertion = signed
    } catch {
      throw .unauthenticated(error)
    }
    let form: [FHIRRequest.QueryItem] = [
      .init("grant_type", "client_credentials"), .init("scope", client.scope),
      .init("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
      .init("client_assertion", assertion.text.value),
    ]
    let headers: HTTPHeaders = [
      "accept": "application/json", "content-type": "application/x-www-form-urlencoded",
    ]
    return HTTPCall(method: .POST, url: place.endpoint, headers: headers, body: Array(form.text.utf8))
  }

  private static func failure(_ answer: FHIRAnswer) -> FHIRFailure {
    if case .again(let seconds) = AnswerClass(answer) { return .tokenDelayed(retryAfter: seconds) }
    let json = try? JSONDocument(json: answer.body, limits: ReadingLimits(bytes: 64 << 10))
    func words(_ name: String, limit: Int) -> String? {
      json?[name]?.string.map { Quotation($0, limit: limit, marks: false).description }
    }
    return .unauthenticated(
      .refused(
        status: answer.status, code: words("error", limit: 40), words: words("error_description", limit: 300)))
  }
}
