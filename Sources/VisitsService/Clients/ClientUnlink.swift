import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension ClientUnlink: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let id = try transaction.knownClient(parameters.client).id
    let client = try transaction.client(id, expectedVersion: parameters.change.expectedVersion)
    let unlinked = try call.linking(transaction).unlink(client)
    return .linkedClient(unlinked.client, unlinked.outcome)
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard case .linkedClient(let client, let link) = outcome else { throw UnfitOutcome() }
    return Answer(client: ClientView.compose(client, in: call.view), link: LinkView(link))
  }
}
