package import JSONRPC
package import VisitsAPI

/// Compares an error with what its method declares.
package enum ErrorCheck {
  /// The kinds of error that every method may give.
  private static let always: Set<ErrorKind> = [
    .invalidParams, .forbidden, .unauthenticated, .otherWorker, .tooLarge, .busy, .unavailable,
  ]

  /// What does not fit; `nil` when all fits.
  package static func problem(_ error: RPCError, of row: MethodRow) -> String? {
    guard let kind = ErrorKind(rawValue: error.kind), always.contains(kind) || row.method.errors.contains(kind),
      kind.code == error.code
    else { return "\(row.name) does not declare \(error.kind): \(error.message)" }
    guard error.message.hasSuffix(".") || error.message.hasSuffix("?") else { return "no sentence: \(error.message)" }
    return nil
  }
}
