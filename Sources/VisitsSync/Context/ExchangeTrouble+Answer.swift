import FHIR
import VisitsModel

/// The reason why a request of a run failed.
struct RequestFailure: Sendable {
  /// The failure in the form in which `sync.status` reports it.
  let trouble: ExchangeTrouble
  /// Whether the failure concerns the whole server, not only the requested record.
  let isOfServer: Bool

  /// Creates the failure of a request from the request's result.
  ///
  /// - Returns: `nil` for a request that succeeded.
  init?(_ result: Result<FHIRAnswer, FHIRFailure>) {
    switch result {
    case .success(let answer):
      switch AnswerClass(answer) {
      case .taken, .notModified: return nil
      case .again, .unauthorized, .forbidden, .stranger: isOfServer = true
      case .conflict, .gone, .refused, .tooMuch: isOfServer = false
      }
      trouble = ExchangeTrouble(.status, number: answer.status)
    case .failure(let failure): (trouble, isOfServer) = (ExchangeTrouble(failure: failure), true)
    }
  }

  /// Returns whether this failure ended the run whose outcome is given. A failure of the whole server ends a run, and so
  /// does the refusal of a search; a failure that concerns a single record does not.
  func stops(_ outcome: RunOutcome) -> Bool {
    switch outcome {
    case .succeeded: false
    case .failed(.refused, _): true
    case .failed, .unreachable: isOfServer
    }
  }
}

extension ExchangeTrouble {
  fileprivate init(failure: FHIRFailure) {
    switch failure {
    case .unreachable(let reach): self.init(reach: reach)
    case .cut(.closed), .cut(.cancelled): self.init(.closed)
    case .cut(.silence), .cut(.tooSlow): self.init(.silence)
    case .cut(.garbled): self.init(.garbled)
    case .untrusted(.expired): self.init(.expired)
    case .untrusted(.notYetValid): self.init(.notYetValid)
    case .untrusted(.otherName): self.init(.otherName)
    case .untrusted(.unknownIssuer): self.init(.unknownIssuer)
    case .untrusted(.handshake): self.init(.handshake)
    case .tooLarge, .unsendable: self.init(.tooLarge)
    case .redirected(let status): self.init(.redirected, number: status)
    case .foreignLink: self.init(.foreignLink)
    case .unauthenticated(.refused(let status, _, _)): self.init(.tokenRefused, number: status)
    case .unauthenticated(.noTokenEndpoint), .unauthenticated(.insecureTokenEndpoint),
      .unauthenticated(.unreadableAnswer), .tokenDelayed:
      self.init(.tokenRefused)
    case .unauthenticated: self.init(.noToken)
    }
  }

  private init(reach: FHIRFailure.Reach) {
    switch reach {
    case .unknownHost: self.init(.unknownHost)
    case .refused: self.init(.refused)
    case .noRoute: self.init(.noRoute)
    case .timeout: self.init(.timeout)
    case .closed: self.init(.closed)
    case .other(let code): self.init(.system, number: Int(code))
    }
  }
}
