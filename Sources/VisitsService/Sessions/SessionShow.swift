import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SessionShow: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let (session, trials) = try await call.service.store.read { reader in
      let session = try call.session(parameters.session, in: reader)
      return (try reader.placed(session), try reader.trials(of: session.id))
    }
    return .compose(session, trials: trials, in: call.view)
  }
}
