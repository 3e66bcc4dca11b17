/// Why a request brought no answer that could be read.
///
/// What matters most to a caller that writes is ``outcomeIsUnknown``: whether it may have been carried out all the same.
package enum FHIRFailure: Error, Sendable, Hashable {
  /// The server could not be reached; the request never left.
  case unreachable(Reach)
  /// The connection was lost after the request had begun to go out: whether it was carried out is not known.
  case cut(Cut)
  /// The server is not who it should be, or nobody can tell; the request never left.
  case untrusted(Distrust)
  /// More bytes than the limit.
  case tooLarge(Part, limit: Int)
  /// The server sent the request elsewhere. Redirects are not followed: they could lead the token astray.
  case redirected(status: Int)
  /// A link leads to another server, where the token must not go, or is no address; the request never left.
  case foreignLink
  /// There is nothing to prove with who is asking; the request never left.
  case unauthenticated(AuthenticationFault)
  /// Where tokens are issued, patience is asked for, for so many seconds; the request never left.
  case tokenDelayed(retryAfter: Int?)
  /// An id, a version or a token holds what no address or header may carry; the request never left.
  case unsendable

  /// Where the way to the server ended.
  package enum Reach: Sendable, Hashable {
    /// The name is not known.
    case unknownHost
    /// Nobody listens there.
    case refused
    /// There is no way there.
    case noRoute
    /// No connection came about in time.
    case timeout
    /// The connection was lost before the request had begun to go out.
    case closed
    /// Another error of the system, by its number.
    case other(code: Int32)
  }

  /// How an exchange ended before its time.
  package enum Cut: Sendable, Hashable {
    /// The connection was closed or reset.
    case closed
    /// Nothing came for too long.
    case silence
    /// The whole took too long.
    case tooSlow
    /// What came was no HTTP.
    case garbled
    /// The caller gave up.
    case cancelled
  }

  /// What is wrong with the way the server identifies itself.
  package enum Distrust: Sendable, Hashable {
    /// A certificate has expired, at this moment.
    case expired(FHIRInstant)
    /// A certificate is not valid before this moment; perhaps a clock is wrong.
    case notYetValid(FHIRInstant)
    /// The certificate is for another name.
    case otherName
    /// Nobody who is trusted here has signed the certificate.
    case unknownIssuer
    /// The two sides could not agree on how to speak.
    case handshake
  }

  /// One of the two directions.
  package enum Part: Sendable, Hashable {
    /// What was to be sent; it never left.
    case request
    /// What came back.
    case answer
  }

  /// Whether the request may have been carried out all the same.
  package var outcomeIsUnknown: Bool {
    switch self {
    case .cut, .tooLarge(.answer, _), .redirected: true
    case .unreachable, .untrusted, .tooLarge(.request, _), .foreignLink, .unauthenticated, .tokenDelayed, .unsendable:
      false
    }
  }
}

/// Why there was no token to send along.
package enum AuthenticationFault: Error, Sendable, Hashable {
  /// The file of a token or key cannot be read.
  case unreadable(file: String)
  /// What the file holds is no token: empty, more than one line, or with characters no header may carry.
  case noToken(file: String)
  /// What the file holds is no private key that can sign (RSA of 2048 bits or more, or P-384, in PEM).
  case noKey(file: String)
  /// The server does not say where tokens are issued (SMART App Launch, ".well-known/smart-configuration").
  case noTokenEndpoint
  /// The place where tokens are issued is neither https nor on this machine.
  case insecureTokenEndpoint
  /// That place refused, with its error code ("invalid_client") and words of its own.
  case refused(status: Int, code: String?, words: String?)
  /// What came from that place is no token.
  case unreadableAnswer
}
