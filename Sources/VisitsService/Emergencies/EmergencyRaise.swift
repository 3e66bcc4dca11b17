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
    // A visit that cannot be found is no reason to refuse an alarm.
    emergency.visit = try call.known(emergency.visit, transaction)
    return .emergency(try call.service.raise(emergency, in: transaction))
  }

  /// Composes the answer to a raise. An emergency that is raised very often does not store every raise. If this note or
  /// this position was not stored, the answer says so, so that the caller can send it again later.
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    let emergency = try outcome.emergency
    var placed = try await call.service.store.read { try $0.placed(emergency, asOf: call.feed) }
    if emergency.raises >= Emergency.raisesKept {
      let isElsewhere = parameters.location?.position.map { $0 != emergency.position } ?? false
      placed.isStored = emergency.says(parameters.note ?? "") && !isElsewhere
    }
    return answer(placed, call)
  }

  /// Returns the emergency as it will be once the raise is stored. If the worker has an open emergency, the raise joins
  /// it, as it does in the database, so that it is not paged twice.
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
      emergency: EmergencyView.compose(call.shown(placed), in: call.view),
      message: EmergencyWords.advice(
        calling: call.service.settings.emergencyNumber, isPaged: call.service.settings.pager.works, in: call.view))
  }

  /// Returns the emergency that the parameters describe.
  static func emergency(_ parameters: Parameters, of worker: Worker, _ call: Call) throws -> Emergency {
    guard let id = call.reservedID else { throw UnfitOutcome() }
    let zone = try call.zone(parameters.typed, or: worker.zone)
    let at = try parameters.at.map { try call.instant($0, field: "at", in: zone, offset: parameters.typed.offset) }
    let time = FieldTime(at: at, sentAt: parameters.sentAt.map(\.instant), now: call.now)
    return Emergency(
      id: EmergencyID(rawValue: id), worker: worker.id,
      visit: parameters.visit.map { VisitID(rawValue: $0.lowercased()) },
      note: parameters.note.flatMap { $0.isEmpty ? nil : $0 }, position: parameters.location.flatMap(\.position),
      at: time.at, receivedAt: call.now, isClockSuspect: time.isClockSuspect, raisedBy: call.session.caller.by)
  }
}

extension Call {
  /// Returns the emergency with its visit reduced to the details that the caller may see.
  func shown(_ placed: PlacedEmergency) -> PlacedEmergency {
    var seen = placed
    seen.visit = placed.visit.map { shown($0) }
    return seen
  }

  /// Returns the visit's id if the caller has or had that visit, or the id of the visit that has replaced it; otherwise
  /// `nil`.
  func known(_ visit: VisitID?, _ reader: StoreReader) throws -> VisitID? {
    guard let visit, let known = try reader.visit(visit), try hasHad(known, reader) else { return nil }
    return try reader.heir(of: known)?.id ?? known.id
  }

  /// Returns the result of ``known(_:_:)`` before the emergency is stored. If the database cannot be read, the office's
  /// id is accepted unchecked, and a device's id is dropped, so that the device learns nothing about a visit by naming
  /// it.
  fileprivate func believed(_ visit: VisitID?) -> VisitID? {
    do {
      return try service.store.readNow { try known(visit, $0) }
    } catch {
      return own == nil ? visit : nil
    }
  }
}

extension StoreReader {
  /// Returns the emergency with the visit that its worker was making when help was needed, unless it has a visit
  /// already.
  fileprivate func inTheVisitUnderWay(_ emergency: Emergency) throws -> Emergency {
    guard emergency.visit == nil else { return emergency }
    var emergency = emergency
    emergency.visit = try visitUnderWay(of: emergency.worker, at: emergency.since)?.id
    return emergency
  }
}

extension VisitsService {
  /// Stores an emergency. If its worker has an open emergency, the raise joins that one.
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
