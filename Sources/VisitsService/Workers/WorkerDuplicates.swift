import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension WorkerDuplicates: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let limit = parameters.limit ?? 100
    let server = call.service.sync?.address
    let (people, more) = try await call.service.store.read { reader in
      let pairs = try reader.likelyWorkers(on: server ?? reader.server()?.base)
      let people = try pairs.prefix(limit).compactMap { pair in
        try reader.worker(pair.local).flatMap { local in
          try reader.worker(pair.upstream).map { (local: local, upstream: $0, pair: pair) }
        }
      }
      return (people, max(0, pairs.count - limit))
    }
    let pairs = people.map { found in
      Pair(
        worker: WorkerView.compose(found.local, in: call.view),
        upstream: WorkerView.compose(found.upstream, in: call.view),
        record: found.pair.record.reference(on: server), reasons: found.pair.likeness.reasons.map(LikenessReason.init))
    }
    return Answer(pairs: pairs, more: more)
  }
}
