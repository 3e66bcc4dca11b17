import JSONRPC

/// How the program ends (`api.md`, The command line; sysexits.h).
enum ExitStatus: Int32 {
  case done = 0
  case refused = 1
  /// `status --nagios`: visitsd takes no changes, or cannot be reached.
  case critical = 2
  /// `status --nagios`: the check cannot tell.
  case unknown = 3
  case usage = 64
  case badInput = 65
  case unreachable = 69
  case `internal` = 70
  case cannotCreate = 73
  case inputOutput = 74
  case tryLater = 75
  case noPermission = 77

  /// The status of an error, by its kind; other servers than ours send a code alone.
  init(_ error: RPCError) {
    switch error.kind {
    case "notFound", "versionConflict", "invalidTransition", "overlap", "absent", "requestIdReused", "otherWorker",
      "cursorGone":
      self = .refused
    case "invalidParams", "methodNotFound", "invalidRequest", "parseError", "tooLarge": self = .usage
    case "badInput", "importRefused": self = .badInput
    case "noSocket", "nobodyListening", "notASocket", "pathTooLong", "closed", "notAnAnswer", "versionMismatch",
      "connectionFailed", "unitFailed":
      self = .unreachable
    case "busy", "unavailable", "timeout", "unitStarting": self = .tryLater
    case "noPermission", "forbidden", "unauthenticated": self = .noPermission
    case "internalError": self = .internal
    default: self = Self.byCode[error.code] ?? .internal
    }
  }

  private static let byCode: [Int: ExitStatus] = [
    -32700: .usage, -32600: .usage, -32601: .usage, -32602: .usage, 1401: .noPermission, 1403: .noPermission,
    1404: .refused, 1409: .refused, 1410: .refused, 1413: .usage, 1422: .refused, 1423: .refused, 1424: .refused,
    1425: .refused, 1426: .refused, 1429: .tryLater, 1503: .tryLater,
  ]
}
