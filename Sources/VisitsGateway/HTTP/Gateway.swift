import HTTPTypes
import Hummingbird
import JSON
import JSONRPC
import JSONRPCClient
import NIOCore
import Synchronization
import VisitsAPI
import VisitsWeb

/// Answers HTTP requests: each method of the table by the daemon, the web app's files, and `/healthz`. It keeps no state
/// of the schedule.
struct Gateway: HTTPResponder {
  typealias Context = GatewayContext

  /// The clocks of the gateway.
  struct Time: Sendable {
    /// Times waits.
    let clock: any Clock<Duration>
    /// The time since some fixed moment.
    let elapsed: @Sendable () -> Duration
  }

  private let client: RPCClientPool
  private let site: SiteCheck
  private let app: AppFiles
  private let time: Time
  private let refusals = SharedRefusals()
  private var publicURL: PublicURL { site.publicURL }

  /// Creates a gateway.
  ///
  /// - Parameters:
  ///   - client: The connections to visitsd.
  ///   - publicURL: The address at which browsers reach it.
  init(client: RPCClientPool, publicURL: PublicURL, time: Time) {
    self.client = client
    site = SiteCheck(publicURL: publicURL)
    app = AppFiles(WebApp(), isSecure: publicURL.isSecure)
    self.time = time
  }

  /// Answers a request.
  func respond(to request: Request, context: GatewayContext) async throws -> Response {
    var (response, key) = await answer(request, context)
    for field in PageHeaders.answer where response.headers[field.name] == nil { response.headers.append(field) }
    response.headers[.idempotencyKey] = key
    // An answer to HEAD has no body (RFC 9110, 9.3.2): a proxy would take it for the beginning of the next answer.
    if request.method == .head { response.body = ResponseBody() }
    return response
  }

  /// Returns the answer, and the key that it repeats.
  private func answer(_ request: Request, _ context: GatewayContext) async -> (Response, key: String?) {
    do throws(Problem) {
      let path = request.uri.path
      if path == "/healthz" { return (await health(), nil) }
      do throws(Problem) {
        try site.checkHost(of: request)
      } catch {
        // A browser that opens the page by another name goes on at the right one.
        guard path == "/", request.method == .get else { throw error }
        return (Response(status: .temporaryRedirect, headers: [.location: "\(publicURL.origin)/"]), nil)
      }
      if path.hasPrefix(Route.prefix) { return try await call(Route.find(request.method, path), request, context) }
      guard let file = try app.answer(to: request) else { throw Problem(.methodNotFound(path, nearest: nil)) }
      return (file, nil)
    } catch {
      return (error.response, request.idempotencyKey)
    }
  }

  /// Tells whether visitsd answers.
  private func health() async -> Response {
    // Sent once, as a change is, so that the answer comes in time.
    let question = ClientCall(SystemHealth.name, JSONObject(), isRead: false, isUrgent: true, patience: .seconds(2))
    var response = Response(status: .serviceUnavailable)
    if case .result = await client.call(question, for: 0) { response.status = .ok }
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private func call(
    _ route: Route, _ request: Request, _ context: GatewayContext
  ) async throws(Problem) -> (Response, key: String?) {
    let credential = route.isOpen ? nil : try credential(of: request)
    if request.method == .post, !isBearer(credential) { try site.checkOrigin(of: request) }
    let call = try await GatewayCall(request, to: route, credential: credential, source: context.source)
    var response: Response
    do throws(Problem) {
      response = try await answer(call, from: context.source ?? "loopback")
    } catch {
      response = error.response
    }
    renewCookie(in: &response, of: call)
    return (response, call.idempotencyKey.flatMap { $0.isHeaderKey ? $0 : nil })
  }

  private func answer(_ call: GatewayCall, from address: String) async throws(Problem) -> Response {
    if let credential = call.credential { try await admit(credential, call.route, from: address) }
    switch await client.call(call.forDaemon, for: call.credential?.token ?? "") {
    case .result(let result):
      if let credential = call.credential { refusals.accept(credential.token, now: time.elapsed()) }
      return answer(with: result, to: call)
    case .failure(let error):
      if let credential = call.credential, error.kind == ErrorKind.unauthenticated.rawValue {
        refusals.refuse(credential.token, from: address, now: time.elapsed())
      }
      throw Problem(error)
    case .lost, .late: throw Problem.unreachable
    }
  }

  private func isBearer(_ credential: Credential?) -> Bool {
    if case .bearer? = credential { true } else { false }
  }

  private func credential(of request: Request) throws(Problem) -> Credential {
    let credential = Credential(
      authorization: request.header("Authorization"), cookies: request.header("Cookie"),
      cookieName: publicURL.cookieName)
    guard let credential else { throw Self.noToken }
    return credential
  }

  private static let noToken = Problem(
    RPCError(
      code: ErrorKind.unauthenticated.code, kind: ErrorKind.unauthenticated.rawValue,
      message: "This call needs a device's token. Pair this device with a code from the office."))

  /// Refuses or delays a call with a token that visitsd probably does not accept. A call for help does not wait.
  private func admit(_ credential: Credential, _ route: Route, from address: String) async throws(Problem) {
    switch refusals.verdict(credential.token, from: address, now: time.elapsed()) {
    case .refuse: throw Self.noToken
    case .tooMany where !route.row.method.isUrgent:
      throw Problem(
        .tooMany, "Too many wrong tokens have come from this address. Try again in a minute.", retryAfter: 60)
    case .pass(let wait) where wait > .zero && !route.row.method.isUrgent: try? await time.clock.sleep(for: wait)
    case .pass, .tooMany: break
    }
  }

  private func answer(with result: ByteBuffer, to call: GatewayCall) -> Response {
    var response = Response(status: .ok)
    response.headers[.contentType] = "application/json"
    response.headers[.cacheControl] = "no-store"
    if call.isGet, call.route.names.contains("ifNoneMatch"), let etag = EntityTag.last(of: result) {
      // Weak: the etag stays while numbers of seconds in a view pass (RFC 9110, 8.8.1).
      response.headers[.eTag] = "W/\"\(etag)\""
      response.headers[.vary] = "Accept-Language, Authorization, Cookie"
      if EntityTag.isNotModified(result) {
        response.status = .notModified
        response.headers[.contentType] = nil
        return response
      }
    }
    guard call.wantsCookie else {
      response.body = ResponseBody(byteBuffer: result)
      return response
    }
    var object = (try? JSONScanner.parse(Array(buffer: result)))?.object ?? JSONObject()
    if let token = object["token"]?.string { response.headers[.setCookie] = publicURL.cookie(token) }
    object["token"] = nil
    response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: JSONValue.object(object).bytes))
    return response
  }

  /// Prolongs the cookie with `device.me`, which the app calls daily, and removes it when the device has left.
  private func renewCookie(in response: inout Response, of call: GatewayCall) {
    guard case .cookie(let token)? = call.credential else { return }
    switch (call.route.row.name, response.status) {
    case (DeviceMe.name, .ok): response.headers[.setCookie] = publicURL.cookie(token)
    case (DeviceLeave.name, .ok), (DeviceLeave.name, .unauthorized):
      response.headers[.setCookie] = publicURL.noCookie
    default: break
    }
  }
}

/// The refusals of all requests.
private final class SharedRefusals: Sendable {
  private let refusals = Mutex(TokenRefusals())

  func verdict(_ token: String, from address: String, now: Duration) -> TokenRefusals.Verdict {
    refusals.withLock { $0.verdict(token: token, from: address, now: now) }
  }

  func refuse(_ token: String, from address: String, now: Duration) {
    refusals.withLock { $0.refuse(token: token, from: address, now: now) }
  }

  func accept(_ token: String, now: Duration) { refusals.withLock { $0.accept(token: token, now: now) } }
}

extension HTTPField.Name {
  /// The key of a change, which every answer repeats.
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .ifMatch
}
