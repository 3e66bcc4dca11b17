import HTTPTypes
import Hummingbird
import JSON
import JSONRPC
import NIOCore
import VisitsAPI

/// An error as HTTP answers it: problem details (RFC 9457).
struct Problem: Error, Sendable {
  /// Why the gateway itself refuses a request, the member `reason` of a problem of the kind `gatewayRefused`.
  enum Refusal: String, Sendable, CaseIterable {
    /// The request comes from a page of another site.
    case crossSite
    /// The header `Host` names another host than the public URL.
    case wrongHost
    /// The path does not take this HTTP method.
    case wrongVerb
    /// The body is not JSON, or is compressed.
    case wrongMediaType
    /// The body or the query is too large.
    case tooLarge
    /// Too many wrong tokens have come from this address.
    case tooMany

    /// The HTTP status.
    var status: HTTPResponse.Status {
      switch self {
      case .crossSite: .forbidden
      case .wrongHost: .misdirectedRequest
      case .wrongVerb: .methodNotAllowed
      case .wrongMediaType: .unsupportedMediaType
      case .tooLarge: .contentTooLarge
      case .tooMany: .tooManyRequests
      }
    }
  }

  /// The kind of every problem that the gateway finds by itself.
  static let gatewayRefused = "gatewayRefused"

  /// The HTTP status.
  let status: HTTPResponse.Status
  /// The error of JSON-RPC: `code`, `kind`, `detail` and further members.
  let error: RPCError
  /// The HTTP methods that the path takes, for the header `Allow`.
  private(set) var allowed: [String] = []

  /// Creates the problem for an error of the daemon (`api.md`, Errors).
  init(_ error: RPCError) {
    self.error = error
    status = Self.status(of: error)
  }

  /// Creates a problem that the gateway finds by itself.
  init(_ refusal: Refusal, _ message: String, allowed: [String] = [], retryAfter: Int? = nil) {
    status = refusal.status
    var data: JSONObject = JSONObject()
    data["reason"] = .string(refusal.rawValue)
    data["retryAfter"] = retryAfter.map { .integer(Int64($0)) }
    error = RPCError(code: status.code, kind: Self.gatewayRefused, message: message, data: data)
    self.allowed = allowed
  }

  /// The problem of a call that the daemon cannot answer now, such as during a restart.
  static let unreachable: Problem = {
    var error = RPCError.unavailable(
      reason: "unreachable", "The schedule cannot be reached at the moment. Try again in a second.")
    error.data["retryAfter"] = 1
    return Problem(error)
  }()

  private static func status(of error: RPCError) -> HTTPResponse.Status {
    switch error.code {
    case -32700, -32600: .badRequest
    case -32601: .notFound
    default:
      switch ErrorKind(rawValue: error.kind) {
      case .unauthenticated: .unauthorized
      case .forbidden: .forbidden
      case .notFound: .notFound
      case .versionConflict, .invalidTransition, .overlap, .otherWorker, .absent: .conflict
      case .cursorGone: .gone
      case .tooLarge: .contentTooLarge
      case .invalidParams, .requestIdReused: .unprocessableContent
      case .busy: .tooManyRequests
      case .unavailable: .serviceUnavailable
      case .internalError, nil: .internalServerError
      }
    }
  }

  /// The members of every problem. A member of the error's `data` cannot replace them.
  private static let ownMembers = ["type", "title", "status", "detail", "code", "kind"]

  /// The answer of HTTP.
  var response: Response {
    var writer = JSONWriter(reservingCapacity: 512)
    writer.beginObject()
    writer.key("type")
    writer.string("urn:visits:problem:\(error.kind)")
    writer.key("title")
    writer.string(status.reasonPhrase)
    writer.key("status")
    writer.integer(Int64(status.code))
    writer.key("detail")
    writer.string(error.message)
    writer.key("code")
    writer.integer(Int64(error.code))
    writer.key("kind")
    writer.string(error.kind)
    for member in error.data.members where !Self.ownMembers.contains(member.name) {
      writer.key(member.name)
      writer.value(member.value)
    }
    writer.endObject()
    var response = Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    response.headers[.contentType] = "application/problem+json"
    response.headers[.cacheControl] = "no-store"
    if !allowed.isEmpty { response.headers[.allow] = allowed.joined(separator: ", ") }
    if let seconds = error.data["retryAfter"]?.integer { response.headers[.retryAfter] = String(max(0, seconds)) }
    if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
    return response
  }
}
