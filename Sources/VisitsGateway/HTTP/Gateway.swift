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
    var response: Response
    do throws(Problem) {
      response = try await answer(request, context)
    } catch {
      response = error.response
    }
    for field in PageHeaders.answer where response.headers[field.name] == nil { response.headers.append(field) }
    if response.headers[.idempotencyKey] == nil, let key = request.idempotencyKey {
      response.headers[.idempotencyKey] = key
    }
    return response
  }

  private func answer(_ request: Request, _ context: GatewayContext) async throws(Problem) -> Response {
    let path = request.uri.path
    if path == "/healthz" { return await health(request) }
    do {
      try site.checkHost(of: request)
    } catch {
      // A browser that opens the page by another name goes on at the right one.
      guard path == "/", request.method == .get else { throw error }
      return Response(status: .temporaryRedirect, headers: [.location: "\(publicURL.origin)/"])
    }
    guard path.hasPrefix(Route.prefix) else {
      if let file = try app.answer(to: request) { return file }
      throw Problem(.methodNotFound(path, nearest: nil))
    }
    return try await call(Route.find(request.method, path), request, context)
  }

  /// Tells whether visitsd answers.
  private func health(_ request: Request) async -> Response {
    let reply = await client.call(ClientCall(SystemHealth.name, JSONObject(), isRead: true), for: 0)
    var response = Response(status: .serviceUnavailable)
    if case .result = reply { response.status = .ok }
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private func call(
    _ route: Route, _ request: Request, _ context: GatewayContext
  ) async throws(Problem) -> Response {
    let credential = route.isOpen ? nil : try credential(of: request)
    if request.method == .post, !isBearer(credential) { try site.checkOrigin(of: request) }
    let call = try await GatewayCall(request, to: route, credential: credential, source: context.source)
    let address = context.source ?? "loopback"
    if let credential { try await admit(credential, route, from: address) }
    let reply = await client.call(call.forDaemon, for: credential?.token ?? "")
    var response: Response
    switch reply {
    case .result(let result):
      if let credential { refusals.accept(credential.token, now: time.elapsed()) }
      response = answer(with: result, to: call)
    case .failure(let error):
      if let credential, error.kind == ErrorKind.unauthenticated.rawValue {
        refusals.refuse(credential.token, from: address, now: time.elapsed())
      }
      response = Problem(error).response
    case .unreachable: response = Problem.unreachable.response
    }
    if let key = call.idempotencyKey, key.isHeaderKey { response.headers[.idempotencyKey] = key }
    renewCookie(in: &response, of: call)
    return response
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
