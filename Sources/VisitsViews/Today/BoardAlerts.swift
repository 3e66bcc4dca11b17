import Catalog
import VisitsAPI
import VisitsModel

/// What on a board needs somebody's attention: what the clock says of each visit, the gravest for each, and what was
/// noticed besides. Who has taken note of it is known of alerts that were raised.
struct BoardAlerts {
  /// Something that is wrong with a visit.
  private struct Item {
    let assigned: AssignedVisit
    /// Whether the visit stands on another day than the board's.
    let isElsewhere: Bool
    let kind: Alert.Kind
    let since: Instant
    let alert: Alert?

    var isAcknowledged: Bool { alert?.acknowledged != nil }
  }

  private let raised: [VisitID: [Alert]]
  private var items: [Item] = []

  /// - Parameter raised: The open alerts of these visits, as far as they matter.
  init(_ raised: [Alert]) { self.raised = Dictionary(grouping: raised, by: \.visit) }

  /// Takes in a visit; how much of it needs attention.
  ///
  /// - Parameter isElsewhere: Whether it stands on another day than the board's.
  mutating func add(_ assigned: AssignedVisit, passed: DayVisit.Threshold?, isElsewhere: Bool) -> Int {
    let known = raised[assigned.visit.id] ?? []
    var found: [Item] = []
    if let passed, !known.contains(where: { $0.kind == .withdrawn }) {
      found.append(
        Item(
          assigned: assigned, isElsewhere: isElsewhere, kind: passed.kind, since: passed.since,
          alert: known.first { $0.kind == passed.kind }))
    }
    for alert in known where alert.kind == .conflict || alert.kind.endsWithVisit {
      found.append(
        Item(assigned: assigned, isElsewhere: isElsewhere, kind: alert.kind, since: alert.since, alert: alert))
    }
    items += found
    return found.count
  }

  /// What has waited longest first; behind it what somebody has taken note of.
  func views(names: [WorkerID: String], date: CareDay, in context: ViewContext) -> [BoardView.Alert] {
    items.sorted { left, right in
      if left.isAcknowledged != right.isAcknowledged { return right.isAcknowledged }
      return (left.since, left.assigned.visit.id.rawValue, left.kind.rawValue)
        < (right.since, right.assigned.visit.id.rawValue, right.kind.rawValue)
    }
    .map { Self.view($0, names: names, date: date, in: context) }
  }

  private static func view(
    _ item: Item, names: [WorkerID: String], date: CareDay, in context: ViewContext
  ) -> BoardView.Alert {
    let visit = item.assigned.visit
    let words = AlertWords(
      item.kind, since: item.since, worker: visit.worker, start: visit.start, isTimeCritical: visit.isTimeCritical,
      in: context)
    // Under its own day, a time of that day need not say it again.
    let zone = visit.zone ?? context.agencyZone
    let day = item.isElsewhere ? zone.day(of: visit.start) : date
    let named = item.isElsewhere ? context.formats.heading(day, today: date) : nil
    let text = words.text(TimeWords(visit, date: day, in: context))
    let worker = item.assigned.worker
    let name = worker.map { names[$0] ?? $0.rawValue } ?? context.phrases[.visitOpen]
    let status = item.alert?.words(in: context)
    return BoardView.Alert(
      kind: words.kind, visit: visit.id.rawValue, worker: worker?.rawValue, name: name, client: visit.client.rawValue,
      title: visit.clientName, date: named, text: text.written, since: item.since.timestamp,
      state: item.alert?.state.wire ?? .open, status: status,
      spoken: [visit.clientName, name, named, text.spoken, status].compactMap(\.self)
        .joined(separator: context.phrases[.cardSeparator]))
  }
}
