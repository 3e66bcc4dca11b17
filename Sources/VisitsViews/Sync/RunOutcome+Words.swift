import Catalog
import VisitsModel

extension RunOutcome {
  /// What came between; `nil`: nothing.
  func problem(in context: ViewContext) -> String? {
    switch self {
    case .succeeded: nil
    case .unreachable: context.phrases[.syncUnreachable]
    case .failed(let failure, _): context.phrases[failure.phrase]
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
