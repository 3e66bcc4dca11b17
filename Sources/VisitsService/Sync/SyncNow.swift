import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension SyncNow: WaitingHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let before = try await service.store.read { try $0.cursor }
    if let done = service.sync?.ask(), let wait = parameters.wait, wait > 0 {
      await until(done) { try? await service.clock.sleep(for: .seconds(wait)) }
    }
    let (facts, changed) = try await service.store.read { reader in
      (try service.syncFacts(reader, of: call.own), try reader.changesFromUpstream(after: before))
    }
    let loops = service.sync?.report.loops
    return Answer(
      sync: .compose(facts, in: call.view), changed: changed,
      conclusion: .compose(facts, pull: loops?.pull, push: loops?.push, in: call.view))
  }
}
