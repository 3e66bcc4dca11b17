import VisitsModel
import VisitsStore

/// What happens to an agency that no caller does.
extension Agency {
  /// The sweep finds something wrong with a visit.
  func raiseAlert(_ kind: Alert.Kind, of visit: VisitID, request: String) throws {
    let request = ChangeRequest(
      caller: Caller(by: "visitsd", origin: .system, scope: "system"), method: "alert.raise", requestId: request,
      fingerprint: [], receivedAt: now)
    _ = try store.changeNow(request) { [now] transaction in
      guard let watched = try transaction.watched(visit, open: []) else { return .alerts([]) }
      return .alerts([try transaction.raise(kind, of: watched, since: now)].compactMap(\.self))
    }
  }

  /// Upstream refuses a visit.
  func noteProblem(of visit: VisitID) throws {
    let problem = SyncProblem(.parked, SyncThing(.visit, visit.rawValue).rawValue, words: "not known")
    try store.keepNow { [now] in try $0.note(problem, at: now) }
  }
}
