import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension EmergencyRaise: RescuedChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    guard let id = WorkerID(rawValue: parameters.worker), call.isOwn(id), let worker = try transaction.worker(id) else {
      throw Refusal.notFound(.worker, id: parameters.worker)
    }
    var emergency = try emergency(parameters, of: worker, call)
    // A visit that cannot be found is no reason to refuse an alarm.
    emergency.visit = try call.known(emergency.visit, transaction)
    return .emergency(try call.service.raise(emergency, in: transaction))
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    let emergency = try outcome.emergency
    return answer(try await call.service.store.read { try $0.placed(emergency) }, call)
  }

  /// Raises it though the database does not take it, or not in time: in the spool, and if that fails too, in memory.
  static func rescue(_ parameters: Parameters, _ request: ChangeRequest, _ call: Call) async throws -> Answer {
    let service = call.service
    try call.requireOwn(parameters.worker)
    let held = try service.emergencies.held(request) ?? service.hold(parameters, request, call)
    // Whom it concerns is looked up where that is possible still.
    var placed =
      (try? service.store.readNow { try $0.placed(held.emergency) }) ?? PlacedEmergency(nameless: held.emergency)
    placed.isStored = held.isStored
    return answer(placed, call)
  }

  static func settled(_ made: MadeChange, _ request: ChangeRequest, _ call: Call) async {
    call.service.release(request, madeAs: made.outcome)
    // What the spool holds of it is a repeat now, and can go; if that fails, it does with the next.
    _ = try? await call.service.bringInEmergencies()
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

  private static func answer(_ placed: PlacedEmergency, _ call: Call) -> Answer {
    Answer(
      emergency: EmergencyView.compose(placed, in: call.view),
      message: EmergencyWords.advice(calling: call.service.settings.emergencyNumber, in: call.view))
  }
}

extension Call {
  /// The visit of that id, where there is one that this caller has or had.
  func known(_ visit: VisitID?, _ reader: StoreReader) throws -> VisitID? {
    guard let visit, let known = try reader.visit(visit), try hasHad(known, reader) else { return nil }
    return known.id
  }
}

extension VisitsService {
  /// Keeps an emergency; where its worker is in one already, it joins that.
  func raise(_ emergency: Emergency, in transaction: ChangeTransaction) throws -> Emergency {
    var raised = emergency
    if var open = try transaction.openEmergency(of: emergency.worker) {
      open.join(emergency)
      raised = open
    }
    emergencies.note(raised)
    return try transaction.put(raised)
  }
}

extension ChangeOutcome {
  /// The emergency that a change left behind.
  var emergency: Emergency {
    get throws {
      guard case .emergency(let emergency) = self else { throw UnfitOutcome() }
      return emergency
    }
  }
}
