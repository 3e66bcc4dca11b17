import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension ClientLink: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let id = try transaction.knownClient(parameters.client).id
    let client = try transaction.client(id, expectedVersion: parameters.change.expectedVersion)
    let linked = try call.linking(transaction).link(client, to: parameters.record)
    try transaction.settleDuplicates()
    return .linkedClient(linked.client, linked.outcome)
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard case .linkedClient(let client, let link) = outcome else { throw UnfitOutcome() }
    // What waited for the link goes now.
    call.service.forgetTodays()
    _ = call.service.sync?.ask()
    return Answer(client: ClientView.compose(client, in: call.view), link: LinkView(link))
  }
}
