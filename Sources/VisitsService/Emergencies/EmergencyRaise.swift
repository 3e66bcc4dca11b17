import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension EmergencyRaise: HeldChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let worker = try transaction.shownWorker(parameters.worker)
    try call.requireOwn(parameters.worker, in: transaction)
    var emergency = try emergency(parameters, of: worker, call)
    call.tell(try reportedTime(parameters, of: worker, call), to: transaction)
    // A visit that cannot be found is no reason to refuse an alarm.
    emergency.visit = try call.known(emergency.visit, transaction)
    return .emergency(try call.service.raise(emergency, in: transaction))
  }

  /// Composes the answer to a raise (a call for help). Once an emergency was raised very often, the database no longer
  /// stores every further raise. If the note or the position of this raise was not stored, the answer says so, and the
  /// caller can send it again later.
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    let emergency = try outcome.emergency
    var placed = try await call.service.store.read { try $0.placed(emergency, asOf: call.feed) }
    if emergency.raises >= Emergency.raisesKept {
      let isElsewhere = parameters.location?.position.map { $0 != emergency.position } ?? false
      placed.isStored = emergency.says(parameters.note ?? "") && !isElsewhere
    }
    return answer(placed, call)
  }

  /// Predicts the emergency as it will be once the database has stored the raise. If the worker already has an open
  /// emergency, the prediction adds the raise to that one, as the database will do. Otherwise the same emergency would
  /// be paged twice.
  static func foretell(_ parameters: Parameters, _ call: Call) throws -> Emergency {
    let service = call.service
    try call.requireOwn(parameters.worker)
    var raised = try emergency(parameters, of: try service.worker(parameters.worker), call)
    raised.visit = call.believed(raised.visit)
    // If the database cannot be read, raise it without a visit.
    if let placed = try? service.store.readNow({ try $0.inTheVisitUnderWay(raised) }) { raised = placed }
    guard let open = service.openEmergency(of: raised.worker) else {
      raised.version = 1
      return raised
    }
    var joined = open
    joined.join(raised)
    return joined.follows(open, at: call.now)
  }

  static func answer(_ placed: PlacedEmergency, _ call: Call) -> Answer {
    Answer(
      emergency: EmergencyView.compose(placed, in: call),
      message: EmergencyWords.advice(
        calling: call.service.settings.emergencyNumber, isPaged: call.service.settings.pager.works, in: call.view))
  }

  /// Creates a new emergency from the parameters of the call.
  static func emergency(_ parameters: Parameters, of worker: Worker, _ call: Call) throws -> Emergency {
    guard let id = call.reservedID else { throw UnfitOutcome() }
    let time = FieldTime(
      at: try reportedTime(parameters, of: worker, call), sentAt: parameters.sentAt.map(\.instant), now: call.now)
    return Emergency(
      id: EmergencyID(rawValue: id), worker: worker.id,
      visit: parameters.visit.map { VisitID(rawValue: $0.lowercased()) },
      note: parameters.note.flatMap { $0.isEmpty ? nil : $0 }, position: parameters.location.flatMap(\.position),
      at: time.at, receivedAt: call.now, isClockSuspect: time.isClockSuspect, raisedBy: call.session.caller.by)
  }
}

extension EmergencyRaise {
  /// Returns the time that the caller sent.
  private static func reportedTime(_ parameters: Parameters, of worker: Worker, _ call: Call) throws -> Instant? {
    let zone = try call.zone(parameters.typed, or: worker.zone)
    return try parameters.at.map { try call.instant($0, field: "at", in: zone, offset: parameters.typed.offset) }
  }
}

extension EmergencyView {
  /// Creates the view of an emergency with the details that the caller may see: the numbers are for the office alone.
  static func compose(_ placed: PlacedEmergency, in call: Call) -> EmergencyView {
    compose(call.shown(placed), isForOffice: call.own == nil, in: call.view)
  }
}

extension Call {
  /// Returns the emergency for the caller's answer. Its visit has only the details that the caller may see.
  fileprivate func shown(_ placed: PlacedEmergency) -> PlacedEmergency {
    var seen = placed
    seen.visit = placed.visit.map { shown($0) }
    return seen
  }

  /// Returns the id of the visit, or of the visit that has replaced it. Returns `nil` if there is no such visit, or if
  /// the caller is the device of a worker who neither has nor had it.
  func known(_ visit: VisitID?, _ reader: StoreReader) throws -> VisitID? {
    guard let visit, let known = try reader.visit(visit), try hasHad(known, reader) else { return nil }
    return try reader.heir(of: known)?.id ?? known.id
  }

  /// Returns the result of ``known(_:_:)`` for an emergency that the database has not stored yet. If the database
  /// cannot be read, an id from the office is accepted unchecked. An id from a device is then dropped, so that a device
  /// that names another worker's visit learns nothing about it.
  fileprivate func believed(_ visit: VisitID?) -> VisitID? {
    do {
      return try service.store.readNow { try known(visit, $0) }
    } catch {
      return own == nil ? visit : nil
    }
  }
}

extension StoreReader {
  /// Fills in the visit of an emergency that names none: the visit that its worker was making when help was needed.
  fileprivate func inTheVisitUnderWay(_ emergency: Emergency) throws -> Emergency {
    guard emergency.visit == nil else { return emergency }
    var emergency = emergency
    emergency.visit = try visitUnderWay(of: emergency.worker, at: emergency.since)?.id
    return emergency
  }
}

extension VisitsService {
  /// Stores a raised emergency. If the worker already has an open emergency, the raise is added to that one instead.
  func raise(_ emergency: Emergency, in transaction: ChangeTransaction) throws -> Emergency {
    // Find the visit before joining: help is needed where the worker is now.
    var raised = try transaction.inTheVisitUnderWay(emergency)
    if var open = try transaction.openEmergency(of: emergency.worker) {
      if !open.keeps(raised, after: transaction.raises(of: open.id), at: transaction.now) {
        transaction.isRemembered = !emergencies.passesOver(transaction.request, for: open)
        return open
      }
      open.join(raised)
      raised = open
    }
    emergencies.note(raised)
    return try transaction.put(raised)
  }
}
