import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension Report: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let lateRule = call.service.settings.lateRule
    let (window, total, people) = try await call.service.store.read { reader in
      let filter = try call.filter(parameters.window, worker: nil, client: nil, in: reader)
      guard let from = filter.from else { throw Refusal.invalid(field: "from", .missing) }
      guard let to = filter.to else { throw Refusal.invalid(field: "to", .missing) }
      let people =
        switch parameters.by {
        case .worker: try reader.tallies(byWorker: from..<to, lateRule: lateRule)
        case .client: try reader.tallies(byClient: from..<to, lateRule: lateRule)
        case nil: [PersonTally]()
        }
      return (from..<to, try reader.tally(from..<to, lateRule: lateRule), people)
    }
    let first = min(parameters.after ?? 0, people.count)
    let end = min(first + (parameters.limit ?? 1000), people.count)
    return Answer(
      from: Timestamp(milliseconds: window.lowerBound.milliseconds),
      to: Timestamp(milliseconds: window.upperBound.milliseconds), total: .compose(total),
      rows: people[first..<end].map { .compose($0, in: call.view) }, next: end < people.count ? end : nil)
  }
}
