import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// Applies a ``SchedulePlan``, the visits of an imported table or calendar, as changes by the office. It refuses each
/// row that the office could not enter by hand. A row whose visit has begun or is over changes nothing and does not
/// cause other rows to be refused, because a week that is imported again contains visits that were made since.
///
/// The values of each row are compared with the last import, and only new values are applied. So a repeated import does
/// not undo later decisions of the office.
struct ScheduleApplication {
  let transaction: ChangeTransaction
  let call: Call
  let source: PlannedRow.Source
  /// Whether the text is the calendar of one worker, to whom all its visits are assigned.
  private let isOfOneWorker: Bool
  private let allowsOverlap: Bool
  private let allowsAbsence: Bool
  private let takesAll: Bool
  var people: TablePeople
  var summary = ImportSummary()
  /// The days of calendar events for which earlier imports have planned visits.
  var days: KnownDays
  /// Whether the text has an older version of an event than an earlier import had, by the event's UID. It has no value
  /// for events that were not checked yet.
  var outdated: [String: Bool] = [:]
  /// The events for which the summary already has a note about workers who have declined.
  var toldDeclined: Set<String> = []
  private var overlaps = TableOverlaps()
  /// The index, within the plan, of the entry that is being applied.
  private var row = 0
  /// The place in the text of the row that has planned each visit.
  private var places: [VisitID: TextPlace] = [:]
  private var mates = RowsOfOneStart()
  private var free = VisitsWithoutRow()
  private var moves = RowsLeftBehind()

  /// Creates the object that applies a plan.
  ///
  /// - Parameters:
  ///   - isOfOneWorker: Whether the text is the calendar of one worker, to whom all its visits are assigned.
  ///   - takesAll: Whether all rows are refused if one row is refused.
  init(
    transaction: ChangeTransaction, call: Call, source: PlannedRow.Source, isOfOneWorker: Bool, allowsOverlap: Bool,
    allowsAbsence: Bool, takesAll: Bool
  ) {
    self.transaction = transaction
    self.call = call
    self.source = source
    self.isOfOneWorker = isOfOneWorker
    self.allowsOverlap = allowsOverlap
    self.allowsAbsence = allowsAbsence
    self.takesAll = takesAll
    people = TablePeople(transaction: transaction)
    let zone = call.service.settings.agencyZone
    days = KnownDays(transaction, of: source, from: zone.day(of: call.now).adding(days: -8), zone: zone)
  }

  /// Applies a plan, and returns the summary of the import. A refused row changes nothing.
  mutating func apply(_ plan: SchedulePlan) throws -> ImportSummary {
    for visit in plan.entries.compactMap({ $0.identity.flatMap(source.ownVisit) }) { free.mention(visit) }
    for (index, entry) in plan.entries.enumerated() where entry.identity == nil {
      try transaction.goOn()
      // A problem of a row is reported when the row is applied.
      do { mates.add(try planned(entry), index: index) } catch is Refusal {}
    }
    summary.passedOver = plan.passedOver
    summary.notes = plan.notes
    for entry in plan.entries { try noteVersion(of: entry) }
    try settleEvents(of: plan)
    var refused = RefusedRows()
    var kept = RefusedRows()
    for (index, entry) in plan.entries.enumerated() {
      row = index
      transaction.progress = Refusal.Progress(done: index, total: plan.entries.count)
      try transaction.goOn()
      do {
        try apply(try planned(entry), entry)
      } catch let refusal as Refusal {
        switch refusal {
        case .row(.notScheduled), .row(.obsolete), .row(.withdrawn): kept.add(index, refusal)
        default: refused.add(index, refusal)
        }
      }
    }
    // What follows is about all entries, so no number of them is known to fit.
    transaction.progress = nil
    for cancellation in plan.cancellations {
      try transaction.goOn()
      try apply(cancellation, in: plan.calendar?.window)
    }
    summary.table = plan.table
    summary.table?.leftBehind = try moves.count(in: transaction, zone: call.service.settings.agencyZone)
    if let window = plan.calendar?.window, plan.outside > 0 {
      let zone = call.service.settings.agencyZone
      summary.outside = .init(
        events: plan.outside, first: zone.day(of: window.lowerBound),
        last: zone.day(of: window.upperBound.adding(minutes: -1)))
    }
    var inTheWay = RefusedRows()
    try overlaps.refused(in: transaction) { inTheWay.add($0, $1) }
    summary.refusedMore = plan.refusedMore + refused.more + inTheWay.more
    var gaps = plan.gaps[...]
    // The days of a series that are refused for one reason are one entry: the calendar has one event for them.
    var reasons: [String: Set<TextReason>] = [:]
    for (row, refusal) in (refused.first + inTheWay.first).sorted(by: { $0.row < $1.row }) {
      let before = gaps.prefix { $0.entriesBefore <= row }
      gaps = gaps.dropFirst(before.count)
      summary.refused += before.map(\.refused)
      let refused = try told(refusal, of: plan.entries[row])
      if let event = plan.entries[row].event, !reasons[event, default: []].insert(refused.reason).inserted { continue }
      summary.refused.append(refused)
    }
    summary.refused += gaps.map(\.refused)
    summary.kept += try kept.first.map { try told($0.refusal, of: plan.entries[$0.row]) }
    summary.keptMore = kept.more
    // Only rows that were applied can cause overlaps, so they are counted as added or changed.
    if takesAll, !summary.refused.isEmpty {
      summary.rest = summary.added + summary.changed - inTheWay.first.count - inTheWay.more
    }
    return summary
  }

  mutating func planned(_ entry: PlannedEntry) throws -> PlannedRow {
    let client = try people.client(entry.client)
    let worker = try entry.worker.map { try people.worker($0) }
    var declined: Set<WorkerID> = []
    for name in entry.occurrence.declined {
      // Invited family members match no worker.
      do { declined.insert(try people.worker(name).id) } catch is Refusal {}
    }
    return try PlannedRow(entry, of: source, client, worker, declined: declined, call)
  }

  private mutating func apply(_ planned: PlannedRow, _ entry: PlannedEntry) throws {
    guard !planned.isReplaced else { return }
    var row = planned
    let said = row.said
    if entry.occurrence.isAlone { row.identity = try identity(of: row, entry, saying: said) }
    // Count a refused row too: its former visit is missing from the text all the same.
    if entry.identity == nil { moves.add(row) }
    let own = try own(entry)
    if let own { moves.mention(own.id) }
    if let own, Self.isSilent(said.news(since: own.told)) {
      try check(row, isOf: own.client)
      try checkPlanned(own.id, row)
      return summary.unchanged += 1
    }
    let place =
      entry.identity == nil
      ? try mates.place(of: row, index: self.row, among: free, in: transaction) : RowsOfOneStart.Place(part: 1)
    let part = place.part
    let linked = try transaction.visit(for: row.identity, part: part, saying: said)
    let found = try linked == nil ? place.visit.map { try news(in: row, of: $0) } : nil
    guard let known = linked ?? found ?? own.map({ (id: $0.id, told: $0.told, news: said.news(since: $0.told)) }) else {
      guard !row.isCancelled else { return countNeverPlanned() }
      if try isOutdated(entry) { throw Refusal.row(.obsolete) }
      let visit = row.visit(transaction.newVisitID())
      try row.checkWorker(present: nil)
      try check(visit)
      _ = try transaction.put(visit)
      try transaction.link(row.identity, part: part, to: visit.id, saying: said)
      if let uid = entry.event { days.learn((row.identity, visit.id, ToldOfVisit(said)), of: uid) }
      places[visit.id] = entry.place
      mention(visit.id)
      noteDeclined(row, entry)
      return summary.added += 1
    }
    mention(known.id)
    let isSilent = Self.isSilent(known.news)
    if let place = places.updateValue(entry.place, forKey: known.id), !isSilent {
      places[known.id] = place
      throw Refusal.row(.repeated(place: place))
    }
    guard let before = try transaction.visit(known.id) else { return summary.unchanged += 1 }
    // What the first row about a visit does not mention is as the visit has it: a later row can change it.
    let told = found == nil ? known.told : ToldOfVisit(PlannedRow.said(of: before, at: nil))
    try check(row, isOf: before.client)
    let isOld = try isOutdated(entry, since: known.told)
    if before.isWithdrawn, !isSilent, !isOld, !row.isCancelled {
      try planAgain(before, as: row, news: known.news, told: known.told)
      return try transaction.link(row.identity, part: part, to: before.id, saying: said, after: known.told)
    }
    try checkPlanned(before.id, row)
    guard !before.isWithdrawn else { return summary.unchanged += 1 }
    guard !isSilent else {
      if found != nil || !known.news.isEmpty && !isOld {
        try transaction.link(row.identity, part: part, to: known.id, saying: said, after: told)
      }
      noteDeclined(row, entry)
      return summary.unchanged += 1
    }
    guard !isOld else { throw Refusal.row(.obsolete) }
    try checkCalendar(of: row, before, news: known.news)
    var taken = said
    if row.isCancelled {
      let isCancelled = PlannedRow.Part.isCancelled.rawValue
      try cancel(before, isNews: known.news.contains(isCancelled))
      // The row's other new values were not applied. They are still new if the visit takes place after all.
      taken = said.only(PlannedRow.Part.silent.union([isCancelled]))
    } else {
      let home = try transaction.client(before.client)?.homes.home(at: before.start).address
      let contested = row.contested(before, home: home, news: known.news, told: known.told)
      try change(before, to: row, news: known.news.subtracting(contested.map(\.rawValue)), told: known.told)
      for part in contested { try noteContest(of: part, between: row, and: before, at: entry) }
      noteDeclined(row, entry)
    }
    try transaction.link(row.identity, part: part, to: before.id, saying: taken, after: told)
  }

  /// Returns the visit whose id the entry contains because this program has exported the text; `nil` if there is none.
  /// `told` has the values that an export would give for the visit now.
  private func own(_ entry: PlannedEntry) throws -> (id: VisitID, client: ClientID, told: ToldOfVisit)? {
    guard let id = entry.identity.flatMap(source.ownVisit), let visit = try transaction.visit(id) else { return nil }
    // An exported calendar includes the client's address, so that a reader finds the house.
    let address = source == .calendar ? try transaction.client(visit.client)?.homes.home(at: visit.start).address : nil
    return (id, visit.client, ToldOfVisit(PlannedRow.said(of: visit, at: address)))
  }

  /// Refuses a row that names another client than its visit has. Such a row must not be counted as unchanged.
  private func check(_ row: PlannedRow, isOf client: ClientID) throws {
    guard row.client == client else { throw Refusal.row(.anotherClient) }
  }

  /// Refuses a row whose visit was withdrawn by the upstream server (taken back as entered in error) and for which the
  /// row has no new value. If the row were counted as unchanged, the office would believe that the visit takes place.
  private func checkPlanned(_ visit: VisitID, _ row: PlannedRow) throws {
    guard !row.isCancelled, try transaction.visit(visit)?.isWithdrawn == true else { return }
    throw Refusal.row(.withdrawn)
  }

  /// Plans a visit again that the upstream server has withdrawn, because the row has new values for it.
  private mutating func planAgain(
    _ before: Visit, as row: PlannedRow, news: Set<Int>, told: ToldOfVisit
  ) throws {
    guard before.status != .inProgress, before.status != .completed else {
      throw Refusal.row(.notScheduled(before.id, before.status))
    }
    var visit = row.changing(before, news: news, told: told)
    visit.life = .scheduled
    visit.isWithdrawn = false
    try row.checkWorker(present: nil)
    try check(visit)
    _ = try transaction.put(visit)
    summary.added += 1
  }

  /// Refuses a row from one worker's calendar if its visit is assigned to another worker. Two workers who are invited
  /// to one event both have it in their calendars. The second import may mean a second visit, or that the visit was
  /// handed over, and the calendar does not say which.
  private func checkCalendar(of row: PlannedRow, _ before: Visit, news: Set<Int>) throws {
    guard isOfOneWorker, before.status == .scheduled, news.contains(PlannedRow.Part.worker.rawValue),
      let worker = before.worker, worker != row.workerID, row.declined.isEmpty
    else { return }
    throw Refusal.row(.anotherCalendar(worker: try transaction.worker(worker)?.name ?? worker.rawValue))
  }

  private mutating func mention(_ visit: VisitID) {
    moves.mention(visit)
    free.mention(visit)
  }

  /// Returns the values of a row that differ from an existing visit. No earlier import has linked this visit to a row.
  private func news(
    in row: PlannedRow, of visit: Visit
  ) throws -> (id: VisitID, told: ToldOfVisit, news: Set<Int>) {
    let address = try transaction.client(visit.client)?.homes.home(at: visit.start).address
    return (visit.id, ToldOfVisit(), row.said.news(since: ToldOfVisit(PlannedRow.said(of: visit, at: address))))
  }

  private mutating func change(_ before: Visit, to row: PlannedRow, news: Set<Int>, told: ToldOfVisit) throws {
    guard before.status == .scheduled else {
      throw Refusal.row(.notScheduled(before.id, before.status))
    }
    let visit = row.changing(before, news: news, told: told)
    if visit.worker != before.worker { try row.checkWorker(present: before.worker) }
    // A visit that does not move cannot cause a new overlap.
    if (visit.worker, visit.start, visit.end) != (before.worker, before.start, before.end) { try check(visit) }
    let after = try transaction.put(visit)
    if after.version == before.version { summary.unchanged += 1 } else { summary.changed += 1 }
  }

  mutating func cancel(_ before: Visit, isNews: Bool) throws {
    // An earlier import has cancelled this visit. It is scheduled now because the office has reopened it.
    guard isNews, before.status != .cancelled else { return summary.unchanged += 1 }
    guard before.status == .scheduled else {
      throw Refusal.row(.notScheduled(before.id, before.status))
    }
    var visit = before
    let reason = call.service.view(locale: nil).cancelledInImport
    try visit.cancel(reason: reason)
    transaction.reason = reason
    defer { transaction.reason = nil }
    _ = try transaction.put(visit)
    summary.changed += 1
  }

  private mutating func check(_ visit: Visit) throws {
    try Visit.checkPlan(start: visit.start, end: visit.end, now: call.now)
    try call.checkAbsence(visit, allowed: allowsAbsence, in: transaction)
    if allowsOverlap { return }
    // If refused rows are skipped, each overlap must be found at once, before the next row is planned.
    if takesAll { overlaps.add(visit, row: row) } else { try call.checkOverlap(visit, allowed: false, in: transaction) }
  }

  /// Whether the new values of a row leave its visit unchanged: only the original start and the version of the event
  /// are new.
  private static func isSilent(_ news: Set<Int>) -> Bool { news.isSubset(of: PlannedRow.Part.silent) }

  /// Returns the summary's entry for a refused row, with the reason in words. The reason may name visits of other rows.
  /// They are not committed yet, so their names are read in this transaction.
  private mutating func told(_ refusal: Refusal, of entry: PlannedEntry) throws -> ImportSummary.Refused {
    try transaction.goOn()
    let placed = try transaction.placed(refusal.mentionedVisits)
    let zone = entry.zone ?? people.known(entry.client)?.zone
    let view = ErrorView.wording(
      refusal, in: call.view, zone: zone, farAwayMetres: call.service.settings.farAwayMetres
    ) { id in placed.first { $0.visit.id == id } }
    let hint = try mayBeMoved(refusal, entry) ? " \(call.view.mayBeMoved)" : ""
    return ImportSummary.Refused(place: entry.place, reason: .words(view.message + hint))
  }

  /// Whether the visit that overlaps with a refused row may be the row's own visit, which an earlier import has planned
  /// at another start. A row without an id does not say which visit is its own.
  private mutating func mayBeMoved(_ refusal: Refusal, _ entry: PlannedEntry) throws -> Bool {
    guard entry.identity == nil, case .overlap(let visits) = refusal else { return false }
    let client = try people.client(entry.client).id
    return try visits.contains { visit in
      try visit.client == client && moves.isMissing(visit.id)
        && !transaction.systems(of: visit.id).isDisjoint(with: PlannedRow.systems)
    }
  }
}

/// The refused rows of an import. The first ones are stored, and further ones are only counted.
private struct RefusedRows {
  private(set) var first: [(row: Int, refusal: Refusal)] = []
  private(set) var more = 0

  mutating func add(_ row: Int, _ refusal: Refusal) {
    if first.count < Import.refusedLimit { first.append((row, refusal)) } else { more += 1 }
  }
}

extension PlannedEntry {
  /// The time zone that the text names for the entry's start; `nil` if it names none.
  fileprivate var zone: Zone? {
    if case .local(_, let zone) = start { zone } else { nil }
  }
}
