import AsyncHTTPClient
import FHIR
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension FHIRFailure {
  /// What an error of the network means.
  ///
  /// - Parameter hasLeft: whether a write had begun to go out: a connection that is lost before that leaves nothing
  ///   unknown. `nil` for a read, of which nothing remains to be known anyway.
  init(_ error: any Error, hasLeft: Bool?) {
    switch error {
    case let failure as FHIRFailure where failure == .cut(.tooSlow): self = .lost(.tooSlow, hasLeft: hasLeft)
    case let failure as FHIRFailure: self = failure
    case let error as HTTPClientError: self = Self(error, hasLeft: hasLeft)
    case let error as NIOConnectionError: self = .unreachable(Reach(error))
    case ChannelError.connectTimeout: self = .unreachable(.timeout)
    case let error as IOError: self = Self(error, hasLeft: hasLeft)
    case NIOSSLError.handshakeFailed, NIOSSLError.noCertificateToValidate: self = .untrusted(.handshake)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname: self = .untrusted(.otherName)
    case HTTPParserError.invalidEOFState: self = .lost(.closed, hasLeft: hasLeft)
    case is HTTPParserError, is BoringSSLError: self = .lost(.garbled, hasLeft: hasLeft)
    case is CancellationError: self = .lost(.cancelled, hasLeft: hasLeft)
    default: self = .lost(.closed, hasLeft: hasLeft)
    }
  }

  private init(_ error: IOError, hasLeft: Bool?) {
    // The same numbers come from connecting and, more rarely, from an established connection.
    if hasLeft != true, let reach = Reach(error) {
      self = .unreachable(reach)
    } else {
      self = .lost(error.errnoCode == ETIMEDOUT ? .silence : .closed, hasLeft: hasLeft)
    }
  }

  private init(_ error: HTTPClientError, hasLeft: Bool?) {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: self = .unreachable(.timeout)
    case .readTimeout, .writeTimeout: self = .lost(.silence, hasLeft: hasLeft)
    case .deadlineExceeded: self = .lost(.tooSlow, hasLeft: hasLeft)
    case .cancelled: self = .lost(.cancelled, hasLeft: hasLeft)
    case .invalidURL, .emptyHost, .emptyScheme: self = .unsendable
    case _ where error.isAboutHeaders: self = .unsendable
    default: self = .lost(.closed, hasLeft: hasLeft)
    }
  }

  private static func lost(_ cut: Cut, hasLeft: Bool?) -> FHIRFailure {
    guard hasLeft == false else { return .cut(cut) }
    return .unreachable(cut == .tooSlow || cut == .silence ? .timeout : .closed)
  }
}

extension HTTPClientError {
  /// Whether a header could not be written. The error carries the header, which may be a token: it is not handed on.
  fileprivate var isAboutHeaders: Bool {
    [Self.invalidHeaderFieldNames([]), .invalidHeaderFieldValues([])].contains {
      $0.shortDescription == shortDescription
    }
  }
}

extension FHIRFailure.Reach {
  /// What kept a connection from coming about; where several addresses were tried, what says most.
  fileprivate init(_ error: NIOConnectionError) {
    let reasons = error.connectionErrors.map { failure -> Self in
      switch failure.error {
      case let error as IOError: Self(error) ?? .other(code: error.errnoCode)
      default: .timeout
      }
    }
    if reasons.isEmpty {
      self = error.dnsAError == nil && error.dnsAAAAError == nil ? .timeout : .unknownHost
    } else {
      self = reasons.contains(.refused) ? .refused : reasons[0]
    }
  }

  /// The meaning of an error that connecting brings.
  fileprivate init?(_ error: IOError) {
    switch error.errnoCode {
    case ECONNREFUSED: self = .refused
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: self = .noRoute
    default: return nil
    }
  }
}
