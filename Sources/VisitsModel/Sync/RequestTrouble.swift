/// Why a request came to nothing, as the classes of answers that sync tells apart (`sync.md`, Writing).
package enum RequestTrouble: Sendable, Hashable {
  /// The network cannot be reached: no route, refused, no such name, no answer in time.
  ///
  /// - Parameter mayHaveLanded: Whether the request had gone out already.
  case unreachable(mayHaveLanded: Bool)
  /// The connection was lost after the request began.
  case cut
  /// The certificate is not to be trusted: nothing was sent.
  case untrusted
  /// 408, 429, 502, 503, 504: later.
  ///
  /// - Parameters:
  ///   - retryAfter: Milliseconds before which the server wants to hear nothing more.
  ///   - mayHaveLanded: Whether it may be done all the same; not after 429.
  case later(retryAfter: Int64?, mayHaveLanded: Bool)
  /// Another 5xx: the server failed over this very request.
  case broken
  /// 401.
  case unauthorized
  /// 403.
  case forbidden
  /// 409, 412: what it builds on is not what is there.
  case conflict
  /// 404, 410 to a read, or to a page that has expired.
  case gone
  /// 400, 404, 410, 422 and whatever else refuses it for good, with upstream's own words.
  case refused(words: String)
  /// 413.
  case tooLarge
  /// 405, 501 or "not-supported" to a transaction: the server does not know them, whatever it says of itself.
  case notOffered
  /// The answer is no FHIR, not whole or without an end, or of the wrong type.
  case unreadable(words: String)

  /// Whether upstream may have done what was asked for.
  package var mayHaveLanded: Bool {
    switch self {
    case .unreachable(let mayHaveLanded), .later(_, let mayHaveLanded): mayHaveLanded
    case .cut, .broken, .unreadable: true
    case .untrusted, .unauthorized, .forbidden, .conflict, .gone, .refused, .tooLarge, .notOffered: false
    }
  }

  /// How a run ends that is stopped by it.
  package var outcome: RunOutcome {
    switch self {
    case .unreachable: .unreachable
    case .cut: .failed(.cut)
    case .untrusted: .failed(.untrusted)
    case .later(let retryAfter, _): .failed(.server, retryAfter: retryAfter)
    case .broken: .failed(.server)
    case .unauthorized: .failed(.unauthorized)
    case .forbidden: .failed(.forbidden)
    case .unreadable: .failed(.unreadable)
    case .conflict, .gone, .refused, .tooLarge, .notOffered: .failed(.refused)
    }
  }
}
