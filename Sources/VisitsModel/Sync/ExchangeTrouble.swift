/// What became of the request that stopped a run: what an operator looks for first.
package struct ExchangeTrouble: Sendable, Hashable {
  /// What came in place of an answer, or that there was one.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An answer, with this HTTP status.
    case status
    /// The server's name is not known.
    case unknownHost
    /// Nobody listens there.
    case refused
    /// There is no way there.
    case noRoute
    /// No connection came about in time.
    case timeout
    /// No answer came in time.
    case silence
    /// The connection was closed.
    case closed
    /// What came was no HTTP.
    case garbled
    /// An error of the system, of this number.
    case system
    /// The certificate has expired.
    case expired
    /// The certificate is not valid yet.
    case notYetValid
    /// The certificate is for another name.
    case otherName
    /// Nobody who is trusted here has signed the certificate.
    case unknownIssuer
    /// The two sides could not agree on how to speak.
    case handshake
    /// The request was sent elsewhere, with this HTTP status.
    case redirected
    /// A link leads to another server.
    case foreignLink
    /// More came, or was to be sent, than there may be.
    case tooLarge
    /// There is no token or key that could be used.
    case noToken
    /// Where tokens are issued there was none for us.
    case tokenRefused
  }

  /// What it was.
  package var kind: Kind
  /// The HTTP status or the error's number, where there is one.
  package var number: Int?

  /// What became of a request.
  package init(_ kind: Kind, number: Int? = nil) {
    self.kind = kind
    self.number = number
  }
}

/// One of the two loops as it is told of.
package struct LoopReport: Sendable, Hashable {
  /// When it runs and how that went.
  package var loop: SyncLoop
  /// What stopped its last run; `nil`: nothing, or no request did.
  package var trouble: ExchangeTrouble?

  /// A loop and what stopped it.
  package init(_ loop: SyncLoop, stoppedBy trouble: ExchangeTrouble? = nil) {
    self.loop = loop
    self.trouble = trouble
  }
}
