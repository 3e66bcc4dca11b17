import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension SyncNow: WaitingHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let service = call.service
    let before = try await service.store.read { try $0.cursor }
    let mayAsk = call.session.device.map { service.deviceAsks.take($0.id, at: service.now()) } ?? true
    if let sync = service.sync, case let done = mayAsk ? sync.ask() : sync.join(), let wait = parameters.wait, wait > 0
    {
      await until(done) { try? await service.clock.sleep(for: .seconds(wait)) }
    }
    let (facts, changed) = try await service.store.read { reader in
      (try service.syncFacts(reader, of: call.own), try reader.changesFromUpstream(after: before))
    }
    let report = service.sync?.report
    let loops = report?.loops
    return Answer(
      sync: .compose(facts, in: call.view), changed: changed,
      nextAt: [report?.askedAt, loops?.pull.loop.due, loops?.push.loop.due].compactMap(\.self).min().map {
        Timestamp(milliseconds: $0.milliseconds)
      },
      conclusion: .compose(facts, pull: loops?.pull, push: loops?.push, in: call.view))
  }
}
