import JSONRPC
import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsStore
import VisitsViews

extension SyncProblems: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let wanted = parameters.problem.map(Int64.init)
    let problems = try await call.service.store.read { reader in
      try reader.problems().filter { wanted == nil || $0.number == wanted }.map { try reader.placed($0) }
    }
    if let wanted, problems.isEmpty { throw RPCError(.noProblem(String(wanted), in: call.view)) }
    return Answer(problems: problems.map { .compose($0, in: call.view) })
  }
}

extension StoreReader {
  fileprivate func placed(_ kept: KeptProblem) throws -> PlacedProblem {
    let fault = try kept.fault
    let (ours, theirs) = try fault == nil ? kept.values : (nil, nil)
    let thing = SyncThing(rawValue: kept.problem.subject)
    let visit = try thing.visit.flatMap { try placed([$0]).first }
    let emergency = try thing.emergency.flatMap { try self.emergency($0) }.map { try placed($0) }
    var names: [String: String] = [:]
    for value in [ours, theirs].compactMap(\.self) {
      switch value {
      case .worker(let id?): names[id.rawValue] = try worker(id)?.name
      case .client(let id): names[id.rawValue] = try client(id)?.name
      default: break
      }
    }
    return PlacedProblem(
      kept, visit: visit, emergency: emergency, care: try care(thing), fault: fault, ours: ours, theirs: theirs,
      names: names)
  }

  private func care(_ thing: SyncThing) throws -> PlacedCare? {
    if let record = try thing.taskRecord.flatMap(record), let task = try task(record.task),
      let client = try client(record.client)
    {
      return .record(record, of: task, client)
    }
    if let goal = try thing.goal.flatMap(goal), let client = try client(goal.client) { return .goal(goal, client) }
    return try thing.session.flatMap(session).map { .session(try placed($0)) }
  }
}

extension KeptProblem {
  /// The fault of the record that the problem is about, if the record could not be read; otherwise `nil`.
  fileprivate var fault: TextFault? {
    get throws {
      guard problem.code == SyncProblem.faultCode, let detail = problem.detail else { return nil }
      return try MappedText.value(from: detail)
    }
  }

  /// The local and the upstream value that conflict; `nil` for a problem that is not about two values.
  fileprivate var values: (ours: SyncedValue?, theirs: SyncedValue?) {
    get throws {
      guard let detail = problem.detail else { return (nil, nil) }
      switch problem.kind {
      case .overruled:
        let value = try MappedText.value(Overruled.self, from: detail)
        return (value.ours, value.theirs)
      case .parked:
        let clash = try MappedText.value(Clash.self, from: detail)
        return (clash.ours, clash.theirs)
      case .unread: return (nil, nil)
      }
    }
  }
}
