import Catalog
package import VisitsAPI
package import VisitsModel

extension VisitView {
  /// A visit as the API shows it.
  ///
  /// - Parameters:
  ///   - farAwayMetres: A check farther from the client's address than this, after subtracting its accuracy, is flagged.
  ///   - lateRule: When it is late; `nil`: a visit as it once was, which is neither.
  package static func compose(
    _ placed: PlacedVisit, farAwayMetres: Double, lateRule: LateRule? = nil,
    in context: ViewContext
  ) -> VisitView {
    var view = compose(
      placed.visit, client: placed.client, worker: placed.worker, sync: placed.sync.wire, farAwayMetres: farAwayMetres,
      in: context)
    let shown = DayVisit(placed)
    if shown.worker != nil, let passed = lateRule.flatMap({ shown.passed($0, by: context.now) }) {
      let zone = placed.client.zone ?? context.agencyZone
      let words = TimeWords(
        context: context, zone: zone, readerZone: context.agencyZone, day: zone.day(of: placed.visit.start))
      if passed.kind == .late || passed.kind == .missed { view.display.late = context.phrases[.visitLate] }
      view.display.alert =
        AlertWords(
          passed.kind, since: passed.since, worker: shown.worker, start: shown.start,
          isTimeCritical: shown.isTimeCritical, in: context
        )
        .text(words).written
    }
    return view
  }

  /// The same for a visit whose people may no longer be known: their ids stand for their names.
  static func compose(
    _ visit: Visit, client: Client?, worker: Worker?, sync: Sync = .local, farAwayMetres: Double,
    in context: ViewContext
  ) -> VisitView {
    let zone = client?.zone ?? context.agencyZone
    let times = TimeWords(context: context, zone: zone, readerZone: context.agencyZone, day: nil)
    // A check stands under the visit's own date: only one of another day says which.
    let checks = TimeWords(context: context, zone: zone, readerZone: context.agencyZone, day: zone.day(of: visit.start))
    func name(_ id: WorkerID) -> String { worker.flatMap { $0.id == id ? $0.name : nil } ?? id.rawValue }
    let makes = visit.worker.map(name)
    let display = Display(
      title: client?.name ?? visit.client.rawValue, worker: makes ?? context.phrases[.visitOpen],
      date: context.formats.heading(zone.day(of: visit.start), today: context.today(in: zone)),
      time: times.range(visit.start, visit.end, isUnderItsDate: true).written,
      status: context.phrases[visit.status.phrase],
      checkIn: visit.life.checkIn.map { checks.moment($0.at).written },
      checkOut: visit.life.checkOut.map { checks.moment($0.at).written },
      firstCheckIn: visit.life.checkIn?.correction?.first.map { checks.moment($0).written },
      firstCheckOut: visit.life.checkOut?.correction?.first.map { checks.moment($0).written },
      typed: Typed(
        start: zone.typed(visit.start), end: zone.typed(visit.end),
        checkIn: visit.life.checkIn.map { zone.typed($0.at) }, checkOut: visit.life.checkOut.map { zone.typed($0.at) }))
    let attendances = visit.attendances.map { attendance in
      AttendanceView(
        display: AttendanceView.Display(
          worker: name(attendance.worker),
          checkIn: attendance.checkIn.map { checks.moment($0.at).written },
          checkOut: attendance.checkOut.map { checks.moment($0.at).written }),
        worker: attendance.worker.rawValue,
        checkIn: attendance.checkIn.map { .compose($0, farAwayMetres: farAwayMetres) },
        checkOut: attendance.checkOut.map { .compose($0, farAwayMetres: farAwayMetres) })
    }
    let home = client?.homes.home(at: visit.start)
    let parts = visit.address == nil ? home?.parts ?? PostalAddress() : visit.addressParts
    return VisitView(
      display: display, id: visit.id.rawValue, worker: visit.worker?.rawValue, client: visit.client.rawValue,
      start: visit.start.timestamp, end: visit.end.timestamp, timeZone: zone.identifier,
      address: visit.address ?? home?.address, addressParts: parts.isEmpty ? nil : AddressPartsView(parts),
      virtual: visit.virtual.map { Card.Call($0, in: context) }, service: visit.service, purpose: visit.purpose,
      instruction: visit.instruction, status: visit.status.wire,
      checkIn: visit.life.checkIn.map { .compose($0, farAwayMetres: farAwayMetres) },
      checkOut: visit.life.checkOut.map { .compose($0, farAwayMetres: farAwayMetres) }, note: visit.note,
      reason: visit.life.reason, missedBy: visit.life.missedBy?.wire, series: visit.series,
      serviceCode: visit.serviceCode?.text, attendances: attendances.isEmpty ? nil : attendances,
      version: visit.version,
      updatedAt: visit.updatedAt.timestamp, sync: sync)
  }
}

extension SyncState {
  /// As it goes over the wire.
  fileprivate var wire: VisitView.Sync {
    switch self {
    case .local: .local
    case .pending: .pending
    case .synced: .synced
    case .parked: .parked
    }
  }
}

extension ViewContext {
  /// Who makes a visit, to a worker who had it before.
  package var somebodyElse: String { phrases[.visitSomebodyElse] }
}

extension VisitView.CheckView {
  /// A check-in or check-out. What is usual is left out.
  static func compose(_ check: Check, farAwayMetres: Double) -> VisitView.CheckView {
    let surely = check.distance.map { $0 - (check.position?.accuracy ?? 0) }
    return VisitView.CheckView(
      at: check.at.timestamp, receivedAt: check.receivedAt.timestamp, location: check.position?.wire,
      distance: check.distance, method: check.method.rawValue, clockSuspect: check.isClockSuspect ? true : nil,
      farAway: surely.map { $0 > farAwayMetres } == true ? true : nil, firstAt: check.correction?.first?.timestamp,
      correction: check.correction?.reason, device: check.device?.rawValue)
  }
}

extension Position {
  /// As it goes over the wire.
  var wire: Place { Place(latitude: latitude, longitude: longitude, accuracy: accuracy) }
}

extension MissedBy {
  /// As it goes over the wire.
  var wire: MissedByWord {
    switch self {
    case .worker: .worker
    case .client: .client
    case .agency: .agency
    }
  }
}
