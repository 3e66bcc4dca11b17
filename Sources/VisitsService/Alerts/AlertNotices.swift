import VisitsModel
import VisitsStore

extension CommittedChange {
  /// The notices for the operator when this change raises, acknowledges or resolves an alert; empty for other changes.
  var alertNotices: [VisitsService.Notice] {
    guard case .alert(let before, let after) = detail else { return [] }
    var notices: [VisitsService.Notice] = []
    if before == nil { notices.append(.alertRaised(after.id, after.kind, of: after.visit)) }
    if before?.acknowledged == nil, after.acknowledged != nil { notices.append(.alertAcknowledged(after.id)) }
    if before?.resolvedAt == nil, after.resolvedAt != nil { notices.append(.alertResolved(after.id)) }
    return notices
  }
}
