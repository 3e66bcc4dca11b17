import Systemd
import VisitsModel
import VisitsSync

extension Log {
  /// Writes what sync tells the operator. A fault of the store is told by those who look after it.
  func callAsFunction(_ notice: SyncNotice) {
    switch notice {
    case .condition(_, changes: nil): break
    case .condition(let condition, let changes?) where changes > 1:
      self(.syncUnsteady, ["VISITS_CHANGES": changes, "VISITS_STATE": condition.words])
      // Where it works now, nothing is left to mend.
      if condition == .working { self(JournalEvent.syncWorking) }
    case .condition(.working, _): self(JournalEvent.syncWorking)
    case .condition(.unreachable, _): self(JournalEvent.syncUnreachable)
    case .condition(.failing(let failure), _): self(.syncFailing, ["VISITS_PROBLEM": failure.words])
    case .parked(let thing):
      if let visit = thing.visit {
        self(.syncParked, ["VISITS_VISIT": OpaqueID(visit.rawValue)])
      } else if thing.parts?.topic.isOursAlone == true, thing.emergency == nil {
        self(.syncRecordParked, ["VISITS_THING": OpaqueID(thing.rawValue)])
      }
    case .severalParked(let count): self(.syncSeveralParked, ["VISITS_CHANGES": count])
    case .unread(let type): self(.syncUnread, ["VISITS_TYPE": OpaqueID(type)])
    case .severalUnread(let count): self(.syncSeveralUnread, ["VISITS_RECORDS": count])
    case .settled(.parked): self(JournalEvent.syncNoneParked)
    case .settled(.unread): self(JournalEvent.syncNoneUnread)
    case .settled(.overruled): break
    case .emergencyRefused(let id): self(.syncEmergencyRefused, ["VISITS_EMERGENCY": OpaqueID(id.rawValue)])
    case .emergencySettled(let id): self(.syncEmergencySettled, ["VISITS_EMERGENCY": OpaqueID(id.rawValue)])
    case .fault(Refusal.unavailable): break
    case .fault(let error):
      self(.internalError, ["VISITS_ERROR": "sync" as StaticString, "VISITS_TYPE": OpaqueID("\(type(of: error))")])
    }
  }
}

extension SyncLoop.Condition {
  /// How sync is, in an operator's words.
  fileprivate var words: StaticString {
    switch self {
    case .working: "it works"
    case .unreachable: "upstream cannot be reached"
    case .failing(let failure): failure.words
    }
  }
}

extension RunFailure {
  /// What comes between, in an operator's words.
  var words: StaticString {
    switch self {
    case .unauthorized: "the token is not accepted (401)"
    case .forbidden: "access is forbidden (403)"
    case .untrusted: "the certificate is not to be trusted"
    case .cut: "connections are lost while an answer is awaited"
    case .server: "the server fails or is overloaded"
    case .unreadable: "what comes is not what was asked for; is upstream.url right?"
    case .refused: "the server refuses a search"
    case .unversioned: "the server keeps no versions, so that nothing can be written safely"
    case .unkept: "the database does not take what came"
    }
  }
}
