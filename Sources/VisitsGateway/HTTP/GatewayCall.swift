import Hummingbird
import JSON
import JSONRPC
import JSONRPCClient
import VisitsAPI

/// A call that came by HTTP, checked and translated for the daemon.
struct GatewayCall: Sendable {
  /// The route.
  let route: Route
  /// The token and the header that brought it; `nil` for `device.enrol` alone.
  let credential: Credential?
  /// The call for the daemon.
  let forDaemon: ClientCall
  /// Whether the request asks for a view with `If-None-Match`.
  let isGet: Bool
  /// Whether the answer's token goes into a cookie instead of the body.
  let wantsCookie: Bool
  /// The key that the answer repeats; `nil` if the call has none.
  let idempotencyKey: String?

  /// The parameters that only the gateway sends, with the right way to send their values. A device that names another
  /// address could escape the limit of wrong codes.
  private static let ownParameters: KeyValuePairs = [
    "auth": "The token is no parameter: send it in the header Authorization.",
    "authWorker": "The worker's key is no parameter: send it in the header Visits-Worker.",
    "source": "The gateway sends \"source\" itself.",
  ]

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - source: The client's address, for counting wrong codes.
  init(_ request: Request, to route: Route, credential: Credential?, source: String?) async throws(Problem) {
    self.route = route
    self.credential = credential
    isGet = request.method == .get
    var params =
      isGet
      ? try QueryParameters.read(request.uri.query ?? "", for: route.row) : try await request.parameters()
    for (name, advice) in Self.ownParameters where params[name] != nil {
      throw Problem(.invalidParams(field: name, advice))
    }
    if route.isOpen, params["cookie"] != nil {
      guard let wish = params["cookie"]?.bool else {
        throw Problem(.invalidParams(field: "cookie", "The parameter \"cookie\" must be true or false."))
      }
      wantsCookie = wish
      params["cookie"] = nil
    } else {
      wantsCookie = false
    }
    if params["locale"] == nil, let locale = request.header("Accept-Language").flatMap(AcceptLanguage.locale) {
      params["locale"] = .string(locale)
    }
    if isGet, route.names.contains("ifNoneMatch"), params["ifNoneMatch"] == nil,
      let etag = request.header("If-None-Match").flatMap(EntityTag.first)
    {
      params["ifNoneMatch"] = .string(etag)
    }
    if route.names.contains("requestId"), params["requestId"] == nil, let key = request.idempotencyKey {
      params["requestId"] = .string(key)
    }
    idempotencyKey = params["requestId"]?.string ?? request.idempotencyKey
    if let credential {
      params["auth"] = .string(credential.token)
      params["authWorker"] = request.header("Visits-Worker").map { .string($0) }
    }
    if route.isOpen, let source { params["source"] = .string(source) }
    // `sync.now` may wait 30 s by itself.
    forDaemon = ClientCall(
      route.row.name, params, isRead: route.isRead, isUrgent: route.row.method.isUrgent,
      patience: .seconds(route.row.name == SyncNow.name ? 60 : 30))
    // JSON that is written again may be longer than it came. For a line that is too long, the daemon would close the
    // connection, on which other devices' calls are in flight.
    guard forDaemon.length <= Request.longestBody else { throw Request.tooLarge }
  }
}

extension Request {
  /// The header `Idempotency-Key`, with or without quotation marks; `nil` if there is none, or it is not 1 to 64 visible
  /// ASCII characters.
  var idempotencyKey: String? {
    guard var key = header("Idempotency-Key").map({ Substring($0) }) else { return nil }
    if key.utf8.count > 2, key.hasPrefix("\""), key.hasSuffix("\"") { key = key.dropFirst().dropLast() }
    return String(key).isHeaderKey ? String(key) : nil
  }
}

extension String {
  /// Whether this text can stand in the header `Idempotency-Key`.
  var isHeaderKey: Bool { (1...64).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
