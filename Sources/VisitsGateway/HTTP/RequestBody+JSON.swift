import HTTPTypes
import Hummingbird
import JSON
import JSONRPC
import NIOCore

extension Request {
  /// The longest body in bytes, and the longest parameters of a line to the daemon.
  static let longestBody = 1 << 20
  /// The refusal of a longer body.
  static let tooLarge = Problem(.tooLarge, "The call is longer than \(longestBody) bytes; send less at once.")
  /// The levels and values of the line to the daemon beside the body: its own object, and what the headers bring.
  private static let reserve = (depth: 1, values: 8)

  /// Reads the body of a POST: one JSON object, or nothing.
  func parameters() async throws(Problem) -> JSONObject {
    let encoding = header("Content-Encoding") ?? "identity"
    guard encoding.lowercased() == "identity" else {
      throw Problem(.wrongMediaType, "Send the body without compression; it has Content-Encoding: \(encoding).")
    }
    let body = try await wholeBody()
    if body.isEmpty { return JSONObject() }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try Self.parse(body)
    } catch {
      throw Problem(Self.refusal(of: error))
    }
    guard case .object(let object) = value else {
      throw Problem(.invalidRequest("The body must be one JSON object, not \(value.kindName)."))
    }
    return object
  }

  private static func parse(_ body: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    let limits = RPCLimits()
    return try body.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
      var scanner = JSONScanner(bytes, depth: limits.depth - reserve.depth, values: limits.values - reserve.values)
      try scanner.begin()
      let value = try scanner.value()
      try scanner.end()
      return value
    }
  }

  private func wholeBody() async throws(Problem) -> [UInt8] {
    if let length = header("Content-Length").flatMap({ Int($0) }), length > Self.longestBody { throw Self.tooLarge }
    do {
      return Array(buffer: try await body.collect(upTo: Self.longestBody))
    } catch is NIOTooManyBytesError {
      throw Self.tooLarge
    } catch {
      throw Problem(.invalidRequest("The body did not arrive whole. Send the request again."))
    }
  }

  private static func refusal(of error: JSONSyntaxError) -> RPCError {
    switch error.kind {
    case .tooDeep(let limit):
      return .tooLarge(limit: "depth", value: limit, "The body nests arrays and objects deeper than \(limit) levels.")
    case .tooManyValues(let limit):
      return .tooLarge(limit: "values", value: limit, "The body has more than \(limit) values.")
    default:
      var refusal = RPCError.parseError(error)
      refusal.message = "The body is not valid JSON. \(error)"
      return refusal
    }
  }

  /// Returns a header; `nil` if there is none. Several of one name are joined by `, `.
  func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}
