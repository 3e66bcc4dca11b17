import Catalog
package import VisitsModel

extension LoopReport {
  /// What came between the last time, and what became of the request that it came with; `nil`: nothing.
  func problem(in context: ViewContext) -> String? {
    let sentence: String
    switch loop.last {
    case nil, .succeeded: return nil
    case .unreachable: sentence = context.phrases[.syncUnreachable]
    case .failed(let failure, _):
      sentence = context.phrases[failure.phrase]
      // The sentence names the status.
      if failure.isSaidAtOnce, trouble?.kind == .status { return sentence }
    }
    return [sentence, trouble?.words(in: context)].compactMap(\.self).joined(separator: " ")
  }
}

extension ExchangeTrouble {
  /// What became of the request, in a sentence.
  package func words(in context: ViewContext) -> String {
    let number = number.map { String($0) } ?? ""
    return context.phrases.text(kind.phrase, [.number: number])
  }
}

extension ExchangeTrouble.Kind {
  fileprivate var phrase: Phrase {
    switch self {
    case .status: .troubleStatus
    case .unknownHost: .troubleUnknownHost
    case .refused: .troubleRefused
    case .noRoute: .troubleNoRoute
    case .timeout: .troubleTimeout
    case .silence: .troubleSilence
    case .closed: .troubleClosed
    case .garbled: .troubleGarbled
    case .system: .troubleSystem
    case .expired: .troubleExpired
    case .notYetValid: .troubleNotYetValid
    case .otherName: .troubleOtherName
    case .unknownIssuer: .troubleUnknownIssuer
    case .handshake: .troubleHandshake
    case .redirected: .troubleRedirected
    case .foreignLink: .troubleForeignLink
    case .tooLarge: .troubleTooLarge
    case .noToken: .troubleNoToken
    case .tokenRefused: .troubleTokenRefused
    }
  }
}

extension RunFailure {
  fileprivate var phrase: Phrase {
    switch self {
    case .unauthorized: .syncUnauthorized
    case .forbidden: .syncForbidden
    case .untrusted: .syncUntrusted
    case .cut: .syncCut
    case .server: .syncServer
    case .unreadable: .syncUnreadable
    case .refused: .syncRefused
    case .unversioned: .syncUnversioned
    case .unkept: .syncUnkept
    }
  }
}
