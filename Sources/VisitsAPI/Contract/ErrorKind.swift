/// The application's errors (`api.md`, Errors). A kind never changes its code or its name.
package enum ErrorKind: String, Sendable, Hashable, CaseIterable {
  case invalidParams
  case internalError
  case unauthenticated
  case forbidden
  case notFound
  case versionConflict
  case cursorGone
  case tooLarge
  case invalidTransition
  case overlap
  case requestIdReused
  case otherWorker
  case absent
  case busy
  case unavailable

  /// The JSON-RPC error code.
  package var code: Int {
    switch self {
    case .invalidParams: -32602
    case .internalError: -32603
    case .unauthenticated: 1401
    case .forbidden: 1403
    case .notFound: 1404
    case .versionConflict: 1409
    case .cursorGone: 1410
    case .tooLarge: 1413
    case .invalidTransition: 1422
    case .overlap: 1423
    case .requestIdReused: 1424
    case .otherWorker: 1425
    case .absent: 1426
    case .busy: 1429
    case .unavailable: 1503
    }
  }
}
