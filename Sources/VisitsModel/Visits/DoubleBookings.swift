/// Which visits of one worker are planned at the same time, as far as they are still to be made or under way.
package struct DoubleBookings: Sendable {
  /// A visit, and the others of its worker that are planned at the same time.
  private struct Entry: Sendable {
    let visit: DayVisit
    var others: [DayVisit]
  }

  /// The most others that are found for a visit. Upstream can plan any number for one time.
  private static let most = 3
  /// The most visits with which a further one is compared, so that finding them takes no longer for each visit the more
  /// there are.
  private static let compared = 32

  private var entries: [VisitID: Entry] = [:]
  /// The visits that have not ended when the last one starts.
  private var present: [DayVisit] = []

  /// None so far.
  package init() {}

  /// Those among the visits of a worker, which are in order of start.
  package init(_ visits: [DayVisit]) {
    for visit in visits { add(visit) }
  }

  /// Takes in the worker's next visit. Visits come in order of start.
  package mutating func add(_ visit: DayVisit) {
    guard visit.status == .scheduled || visit.status == .inProgress else { return }
    present.removeAll { $0.end <= visit.start }
    for other in present {
      note(other, beside: visit)
      note(visit, beside: other)
    }
    if present.count < Self.compared { present.append(visit) }
  }

  /// The others at the time of a visit, in order of start.
  package func others(of visit: VisitID) -> [DayVisit] { entries[visit]?.others ?? [] }

  /// Each visit with each other at its time, in order of start.
  package var pairs: [(visit: DayVisit, other: DayVisit)] {
    let sorted = entries.values.sorted {
      ($0.visit.start, $0.visit.id.rawValue) < ($1.visit.start, $1.visit.id.rawValue)
    }
    return sorted.flatMap { entry in entry.others.map { (visit: entry.visit, other: $0) } }
  }

  private mutating func note(_ other: DayVisit, beside visit: DayVisit) {
    guard others(of: visit.id).count < Self.most else { return }
    entries[visit.id, default: Entry(visit: visit, others: [])].others.append(other)
  }
}
