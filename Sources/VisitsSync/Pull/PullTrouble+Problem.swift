import VisitsExchange
import VisitsModel

extension PullTrouble {
  /// The problem under which the office sees this trouble.
  var problem: SyncProblem {
    switch self {
    case .search(let type, let trouble): trouble.problem(of: type)
    case .record(let address, let trouble): trouble.problem(of: address.subject)
    case .endless(let type): SyncProblem(.unread, type, code: "endless")
    }
  }
}

extension SyncProblem {
  /// Creates the problem of an upstream record that sync cannot merge.
  init(_ subject: String, _ fault: RecordFault) throws { try self.init(.unread, subject, fault) }

  /// Creates the problem of an upstream record that sync cannot merge, or of a visit or other entity whose record sync
  /// cannot write.
  init(_ kind: Kind, _ subject: String, _ fault: RecordFault) throws {
    switch fault.cause {
    case .fault(let fault): self.init(kind, subject, code: Self.faultCode, detail: try MappedText.text(of: fault))
    case .named(let code, let thing): self.init(kind, subject, code: code, detail: thing?.rawValue)
    }
  }
}

extension RequestTrouble {
  /// Returns the problem of a failed search or read. It has the server's own words if the server gave any.
  fileprivate func problem(of subject: String) -> SyncProblem {
    if case .refused(let words) = self { return SyncProblem(.unread, subject, words: words) }
    return SyncProblem(.unread, subject, code: code)
  }

  /// The code of the trouble, as stored with the problem.
  private var code: String {
    switch self {
    case .refused(let words), .unreadable(let words): words
    case .forbidden: "forbidden"
    case .gone: "gone"
    case .conflict: "conflict"
    case .tooLarge: "tooLarge"
    case .notOffered: "notOffered"
    case .broken, .later: "server"
    case .unreachable, .cut, .untrusted, .unauthorized: "unreachable"
    }
  }
}
