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

  /// Not every raise is kept of an emergency that is raised on and on. If these words or this place were not, the answer
  /// says that they are not stored: whoever sends the same call again later gets them there.
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    let emergency = try outcome.emergency
    var placed = try await call.service.store.read { try $0.placed(emergency, asOf: call.feed) }
    if emergency.raises >= Emergency.raisesKept {
      let isElsewhere = parameters.location?.position.map { $0 != emergency.position } ?? false
      placed.isStored = emergency.says(parameters.note ?? "") && !isElsewhere
    }
    return answer(placed, call)
  }

  /// One that is raised while its worker is in another joins that, here as in the database: whoever was paged about it
  /// is not paged once more.
  static func foretell(_ parameters: Parameters, _ call: Call) throws -> Emergency {
    let service = call.service
    try call.requireOwn(parameters.worker)
    var raised = try emergency(parameters, of: try service.worker(parameters.worker), call)
    raised.visit = call.believed(raised.visit)
    // Where nothing can be looked up, it is raised without.
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

  /// The emergency that these parameters tell of.
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
  /// An emergency with what this caller may see of its visit.
  func shown(_ placed: PlacedEmergency) -> PlacedEmergency {
    var seen = placed
    seen.visit = placed.visit.map { shown($0) }
    return seen
  }

  /// The visit of that id, where there is one that this caller has or had; the visit that has taken its place, if one has.
  func known(_ visit: VisitID?, _ reader: StoreReader) throws -> VisitID? {
    guard let visit, let known = try reader.visit(visit), try hasHad(known, reader) else { return nil }
    return try reader.heir(of: known)?.id ?? known.id
  }

  /// The same before the emergency is stored. Where nothing can be looked up, the office is believed; a device learns
  /// nothing of a visit from having named it.
  fileprivate func believed(_ visit: VisitID?) -> VisitID? {
    do {
      return try service.store.readNow { try known(visit, $0) }
    } catch {
      return own == nil ? visit : nil
    }
  }
}

extension StoreReader {
  /// The same during the visit that its worker was making when help was needed, where none is known.
  fileprivate func inTheVisitUnderWay(_ emergency: Emergency) throws -> Emergency {
    guard emergency.visit == nil else { return emergency }
    var emergency = emergency
    emergency.visit = try visitUnderWay(of: emergency.worker, at: emergency.since)?.id
    return emergency
  }
}

extension VisitsService {
  /// Keeps an emergency; where its worker is in one already, it joins that.
  func raise(_ emergency: Emergency, in transaction: ChangeTransaction) throws -> Emergency {
    // Before it joins another: help is needed where the worker is now.
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
