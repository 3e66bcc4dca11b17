import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension EmergencyRaise: RescuedChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    guard let id = WorkerID(rawValue: parameters.worker), let worker = try transaction.worker(id) else {
      throw Refusal.notFound(.worker, id: parameters.worker)
    }
    var emergency = try emergency(parameters, of: worker, id: transaction.newEmergencyID(), call)
    // A visit that cannot be found is no reason to refuse an alarm.
    emergency.visit = try emergency.visit.flatMap { try transaction.visit($0) }?.id
    return .emergency(try call.service.raise(emergency, in: transaction))
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    let emergency = try outcome.emergency
    return answer(try await call.service.store.read { try $0.placed(emergency) }, call)
  }

  /// Raises it though the database does not take it: in the spool, and if that fails too, in memory.
  static func rescue(_ parameters: Parameters, _ request: ChangeRequest, _ call: Call) async throws -> Answer {
    let service = call.service
    var held = service.emergencies.held(scope: request.caller.scope, requestId: request.requestId)
    if held == nil {
      // Who needs help is looked up where that is possible still; if it is not, they are believed.
      let worker = try? await service.store.read { try $0.shownWorker(parameters.worker) }
      guard let id = worker?.id ?? WorkerID(rawValue: parameters.worker) else {
        throw Refusal.notFound(.worker, id: parameters.worker)
      }
      let emergency = try emergency(
        parameters, of: worker ?? Worker(id: id, key: PersonKey(rawValue: ""), name: id.rawValue),
        id: EmergencyID(rawValue: service.newReference()), call)
      let spooled = SpooledEmergency(id: emergency.id, request: request)
      held = EmergencyRegister.Held(
        scope: request.caller.scope, requestId: request.requestId, emergency: emergency,
        isStored: service.keepInSpool(spooled, at: call.now))
    }
    guard let held else { throw UnfitOutcome() }
    service.hold(held)
    var placed =
      (try? await service.store.read { try $0.placed(held.emergency) }) ?? PlacedEmergency(nameless: held.emergency)
    placed.isStored = held.isStored
    return answer(placed, call)
  }

  /// The emergency that these parameters tell of.
  static func emergency(
    _ parameters: Parameters, of worker: Worker, id: EmergencyID, _ call: Call
  ) throws -> Emergency {
    let zone = try call.zone(parameters.typed, or: worker.zone)
    let at = try parameters.at.map { try call.instant($0, field: "at", in: zone, offset: parameters.typed.offset) }
    let time = FieldTime(at: at, sentAt: parameters.sentAt.map(\.instant), now: call.now)
    return Emergency(
      id: id, worker: worker.id, visit: parameters.visit.map { VisitID(rawValue: $0.lowercased()) },
      note: parameters.note.flatMap { $0.isEmpty ? nil : $0 }, position: parameters.location.flatMap(\.position),
      at: time.at, receivedAt: call.now, isClockSuspect: time.isClockSuspect, raisedBy: call.session.caller.by)
  }

  private static func answer(_ placed: PlacedEmergency, _ call: Call) -> Answer {
    Answer(
      emergency: EmergencyView.compose(placed, in: call.view),
      message: EmergencyWords.advice(calling: call.service.settings.emergencyNumber, in: call.view))
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
