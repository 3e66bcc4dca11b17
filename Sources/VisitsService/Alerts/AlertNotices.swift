import VisitsModel
import VisitsStore

extension CommittedChange {
  /// What an operator is told of an alert; none where it is about something else.
  var alertNotices: [VisitsService.Notice] {
    guard case .alert(let before, let after) = detail else { return [] }
    var notices: [VisitsService.Notice] = []
    if before == nil { notices.append(.alertRaised(after.id, after.kind, of: after.visit)) }
    if before?.acknowledged == nil, after.acknowledged != nil { notices.append(.alertAcknowledged(after.id)) }
    if before?.resolvedAt == nil, after.resolvedAt != nil { notices.append(.alertResolved(after.id)) }
    return notices
  }
}
