import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// What the changes of a visit share.
extension Call {
  /// The visit, when it is still at the expected version and was not withdrawn.
  func visit(_ id: String, _ change: ChangeParameters, in transaction: ChangeTransaction) throws -> Visit {
    let visit = try transaction.visit(VisitID(rawValue: id.lowercased()), expectedVersion: change.expectedVersion)
    guard !visit.isWithdrawn else { throw Refusal.notFound(.visit, id: id) }
    return visit
  }

  /// The check that this call reports of a visit. Where the visit has no address of its own, the client's becomes it:
  /// clients move, and a visit took place where it did.
  func check(
    _ at: Moment?, sentAt: Timestamp?, _ place: Place?, _ typed: TypedTimeContext, of visit: inout Visit,
    in transaction: ChangeTransaction
  ) throws -> Check {
    let client = try transaction.client(visit.client)
    visit.keepPlace(of: client)
    let zone = try zone(typed, or: client?.zone)
    let reported = try at.map { try instant($0, field: "at", in: zone, offset: typed.offset) }
    let time = FieldTime(at: reported, sentAt: sentAt.map(\.instant), now: now)
    let position = place.flatMap(\.position)
    let distance = position.flatMap { position in client?.location.map(position.metres) }
    return Check(
      at: time.at, receivedAt: now, position: position, distance: distance, method: checkMethod,
      isClockSuspect: time.isClockSuspect)
  }

  /// Refuses a plan in which the worker would be in two places at once.
  func checkOverlap(_ visit: Visit, allowed: Bool?, in transaction: ChangeTransaction) throws {
    guard let worker = visit.worker, allowed != true, visit.occupiesItsTime else { return }
    let others = try transaction.overlapping(worker: worker, start: visit.start, end: visit.end, except: visit.id)
    guard others.isEmpty else { throw Refusal.overlap(others) }
  }

  /// `{"visit":…}` of what a change left behind.
  func visitAnswer(_ outcome: ChangeOutcome) async throws -> VisitAnswer {
    VisitAnswer(visit: VisitView.compose(try await placed(outcome), in: self))
  }

  /// `{"visit":…,"card":…}` of what a change left behind.
  func cardAnswer(_ outcome: ChangeOutcome, toast: String? = nil) async throws -> VisitCardAnswer {
    let placed = try await placed(outcome)
    return VisitCardAnswer(
      visit: VisitView.compose(placed, in: self),
      card: Card.compose(
        shown(placed), lateRule: isFormer(of: placed.visit) ? nil : service.settings.lateRule, in: view),
      toast: toast)
  }

  /// Whether this is the device of a worker who has the visit no more.
  fileprivate func isFormer(of visit: Visit) -> Bool { own.map { $0 != visit.worker } ?? false }

  /// A visit with what this caller may see of it. The device of a worker who has left, or who had the visit long ago,
  /// learns nothing of where its client lives, though its reports are taken all the same.
  func shown(_ placed: PlacedVisit) -> PlacedVisit {
    guard let own else { return placed }
    var placed = placed
    placed.client = shown(placed.client)
    let seen = isFormer(of: placed.visit) ? placed.shown(to: own) : placed
    if service.devices.hasLeft(own) { return seen.withoutPlace }
    if window.contains(placed.visit.start) { return seen }
    return placed.visit.worker == own ? seen.withoutClientDetails : seen.withoutPlace
  }

  /// A visit of a day with what this caller may see of it. A device learns of a day long past or far ahead where visits
  /// took place, and not where their clients live now.
  func shown(_ visit: DayVisit) -> DayVisit {
    guard own != nil, !window.contains(visit.start) else { return visit }
    var seen = visit
    if visit.status != .inProgress, visit.status != .completed { seen.address = nil }
    seen.virtual = visit.virtual.map { _ in VirtualPlace() }
    return seen
  }

  private func placed(_ outcome: ChangeOutcome) async throws -> PlacedVisit {
    guard case .visits(let visits) = outcome, let visit = visits.first,
      let placed = try await service.people.placed([visit], asOf: feed, in: service.store).first
    else { throw UnfitOutcome() }
    return placed
  }
}

/// A change left something behind that its method does not know: a fault of ours.
struct UnfitOutcome: Error {}

extension VisitView {
  /// A visit as this caller sees it.
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
