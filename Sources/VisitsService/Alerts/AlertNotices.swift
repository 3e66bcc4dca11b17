import VisitsModel
import VisitsStore

extension CommittedChange {
  /// The notices to the operator about this change. There are some if the change raises, acknowledges or resolves an
  /// alert; other changes have none.
  var alertNotices: [VisitsService.Notice] {
    guard case .alert(let before, let after) = detail else { return [] }
    var notices: [VisitsService.Notice] = []
    if before == nil { notices.append(.alertRaised(after.id, after.kind, of: after.visit)) }
    if before?.acknowledged == nil, after.acknowledged != nil { notices.append(.alertAcknowledged(after.id)) }
    if before?.resolvedAt == nil, after.resolvedAt != nil { notices.append(.alertResolved(after.id)) }
    return notices
  }
}
