import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// Operations that are shared by the methods that change a visit.
extension Call {
  /// Returns the visit if it has the version that the caller expects. A visit that the upstream server has withdrawn
  /// (taken back as entered in error) counts as not found.
  func visit(_ id: String, _ change: ChangeParameters, in transaction: ChangeTransaction) throws -> Visit {
    let visit = try transaction.visit(VisitID(rawValue: id.lowercased()), expectedVersion: change.expectedVersion)
    guard !visit.isWithdrawn else { throw Refusal.notFound(.visit, id: id) }
    return visit
  }

  /// Returns the check that this call reports: the time and position of a visit's start or end. A visit without an
  /// address of its own gets the client's present address, because clients move, but the visit must keep the address at
  /// which it took place.
  func check(
    _ at: Moment?, sentAt: Timestamp?, _ place: Place?, _ typed: TypedTimeContext, after arrival: Instant? = nil,
    of visit: inout Visit, in transaction: ChangeTransaction
  ) throws -> Check {
    let client = try transaction.client(visit.client)
    let zone = try zone(typed, or: client?.zone)
    let reported = try at.map { try instant($0, field: "at", in: zone, after: arrival, offset: typed.offset) }
    tell(reported, to: transaction)
    let time = FieldTime(at: reported, sentAt: sentAt.map(\.instant), now: now)
    let position = place.flatMap(\.position)
    let home = client?.homes.home(at: time.at)
    let distance = position.flatMap { position in home?.location.map(position.metres) }
    visit.keepPlace(of: client, at: time.at)
    return Check(
      at: time.at, receivedAt: now, position: position, distance: distance, method: checkMethod,
      isClockSuspect: time.isClockSuspect, device: session.device?.id)
  }

  /// Refuses a visit during which its worker already has another visit, unless the caller allows overlaps.
  func checkOverlap(_ visit: Visit, allowed: Bool?, in transaction: ChangeTransaction) throws {
    guard let worker = visit.worker, allowed != true, visit.occupiesItsTime else { return }
    let others = try transaction.overlapping(worker: worker, start: visit.start, end: visit.end, except: visit.id)
    guard others.isEmpty else { throw Refusal.overlap(others) }
  }

  /// Returns the answer to a change of a visit, `{"visit":…}`.
  func visitAnswer(_ outcome: ChangeOutcome) async throws -> VisitAnswer {
    VisitAnswer(visit: VisitView.compose(try await placed(outcome), in: self))
  }

  /// Returns the answer to a change of a visit, `{"visit":…,"card":…}`. The card is the visit as the Today view shows
  /// it.
  func cardAnswer(_ outcome: ChangeOutcome) async throws -> VisitCardAnswer {
    cardAnswer(of: try await placed(outcome))
  }

  private func cardAnswer(of placed: PlacedVisit) -> VisitCardAnswer {
    VisitCardAnswer(
      visit: VisitView.compose(placed, in: self),
      card: Card.compose(
        shown(placed), lateRule: isFormer(of: placed.visit) ? nil : service.settings.lateRule, in: view))
  }

  /// Returns the answer to a report of a start or an end, with what a screen reader says of it, and with a warning if
  /// its time looks like a slip.
  func announcedAnswer(
    _ outcome: ChangeOutcome, of check: Visit.End, toast: String? = nil
  ) async throws -> VisitCardAnswer {
    let placed = try await placed(outcome)
    var answer = cardAnswer(of: placed)
    answer.toast = toast
    answer.announcement = view.announcement(of: answer.card)
    // A worker who no longer has the visit does not learn when another worker came or left.
    let seen = shown(placed)
    answer.warnings = warnings([seen.visit.slip(of: check)], of: seen)
    return answer
  }

  /// Returns what looks like a slip of the hand in a change, in words; `nil` if nothing does.
  func warnings(_ slips: [Slip?], of placed: PlacedVisit) -> [ChangeWarning]? {
    let found = slips.compactMap(\.self).map { ChangeWarning.compose($0, of: placed, in: view) }
    return found.isEmpty ? nil : found
  }

  /// Whether the caller is the device of a worker who had the visit, but to whom it is no longer assigned.
  fileprivate func isFormer(of visit: Visit) -> Bool { own.map { $0 != visit.worker } ?? false }

  /// Returns the visit with the details that the caller may see. A device whose worker has left the agency, or had the
  /// visit long ago, may still report it, but does not learn where the client lives.
  func shown(_ placed: PlacedVisit) -> PlacedVisit {
    guard let own else { return placed }
    var placed = placed
    placed.client = shown(placed.client)
    let seen = isFormer(of: placed.visit) ? placed.shown(to: own) : placed
    if onlyReports { return seen.withoutPlace }
    if window.contains(placed.visit.start) { return seen }
    return placed.visit.worker == own ? seen.withoutClientDetails : seen.withoutPlace
  }

  /// Returns a visit for a view of a day, with the details that the caller may see. If the day is long past or far
  /// ahead, a device learns where the visit took place, but not where the client lives now.
  func shown(_ visit: DayVisit) -> DayVisit {
    guard own != nil, !window.contains(visit.start) else { return visit }
    var seen = visit
    if visit.status != .inProgress, visit.status != .completed { seen.address = nil }
    seen.virtual = visit.virtual.map { _ in VirtualPlace() }
    return seen
  }

  /// Returns the first visit of an outcome with its people.
  func placed(_ outcome: ChangeOutcome) async throws -> PlacedVisit {
    guard case .visits(let visits) = outcome, let visit = visits.first,
      let placed = try await service.people.placed([visit], asOf: feed, in: service.store).first
    else { throw UnfitOutcome() }
    return placed
  }
}

/// A programming error: a method received the outcome of another method's change.
struct UnfitOutcome: Error {}

extension VisitView {
  /// Creates the view of a visit with the details that the caller may see.
  static func compose(_ placed: PlacedVisit, in call: Call) -> VisitView {
    var view = compose(
      call.shown(placed), farAwayMetres: call.service.settings.farAwayMetres,
      lateRule: call.service.settings.lateRule, in: call.view)
    if call.isFormer(of: placed.visit), placed.visit.worker != nil { view.display.worker = call.view.somebodyElse }
    return view
  }
}

extension OnceHandler where Answer == VisitAnswer {
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    try await call.visitAnswer(outcome)
  }
}

extension OnceHandler where Answer == VisitCardAnswer {
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    try await call.cardAnswer(outcome)
  }
}
