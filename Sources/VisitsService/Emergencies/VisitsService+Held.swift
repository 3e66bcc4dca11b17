import JSONRPC
import VisitsAPI
import VisitsModel
package import VisitsStore

/// Emergencies that the database did not take: shown and paged all the same, and brought into it as soon as it does.
extension VisitsService {
  /// Keeps one in the spool, or if that fails too, in memory, and shows it to everybody whom it concerns.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` of a worker who is known not to be there. Where nobody can be looked up, the
  ///   caller is believed.
  func hold(
    _ parameters: EmergencyRaise.Parameters, _ request: ChangeRequest, _ call: Call
  ) throws -> EmergencyRegister.Held {
    let emergency = try emergency(parameters, call)
    var request = request
    // Somebody's other alarm has this id: an alarm is never refused for that.
    if emergencies.held.contains(where: { $0.request.isNamesake(of: request) }) { request.requestId = newReference() }
    let spooled = SpooledEmergency(id: emergency.id, request: request)
    let held = EmergencyRegister.Held(
      request: request, emergency: emergency, isStored: keepInSpool(spooled, at: call.now))
    show(held)
    report(.emergencyRaised(emergency.id, isStored: held.isStored))
    return held
  }

  /// Takes in what is in the spool from before a start, until it is in the database.
  func holdSpooled() {
    for spooled in ((try? store.spooled()) ?? []).compactMap(SpooledEmergency.init) {
      guard let parameters = try? spooled.parameters,
        let emergency = try? emergency(parameters, call(of: spooled))
      else { continue }
      show(EmergencyRegister.Held(request: spooled.request, emergency: emergency, isStored: true))
    }
  }

  /// Brings in what the database did not take. To be called when it takes changes again, and after a start.
  ///
  /// - Returns: How many were brought in, and where those are that could not be.
  package func bringInEmergencies() async throws -> SpoolOutcome {
    var outcome = try await store.importSpool()
    for held in emergencies.held where !held.isStored {
      let isMade = try await bringIn(SpooledEmergency(id: held.emergency.id, request: held.request))
      if isMade { outcome.imported += 1 }
    }
    return outcome
  }

  /// Brings one from the spool into the database. The same record makes it once.
  ///
  /// - Returns: Whether it could be made.
  func adopt(_ record: SpoolRecord) async throws -> Bool {
    guard let spooled = SpooledEmergency(record) else { return false }
    return try await bringIn(spooled)
  }

  /// It is in the database: it is not shown from here any more.
  func release(_ request: ChangeRequest, madeAs outcome: ChangeOutcome) {
    guard let held = emergencies.release(request) else { return }
    // It may have joined one that was open before.
    if (try? outcome.emergency.id) != held.emergency.id { escalations.forget(held.emergency.id) }
    forgetTodays()
  }

  private func bringIn(_ spooled: SpooledEmergency) async throws -> Bool {
    let call = call(of: spooled)
    do {
      let parameters = try spooled.parameters
      let outcome = try await store.change(spooled.request) { transaction in
        try EmergencyRaise.apply(parameters, in: transaction, call)
      }
      release(spooled.request, madeAs: outcome)
      return true
    } catch let refusal as Refusal {
      if case .unavailable = refusal { throw refusal }
      return false
    } catch is RPCError {
      return false
    }
  }

  private func show(_ held: EmergencyRegister.Held) {
    emergencies.hold(held)
    escalations.told(held.emergency)
    forgetTodays()
  }

  /// What is shown of one until the database has it.
  private func emergency(_ parameters: EmergencyRaise.Parameters, _ call: Call) throws -> Emergency {
    var emergency = try EmergencyRaise.emergency(parameters, of: try worker(parameters.worker), call)
    // Whoever has not had the visit learns nothing of it from having named it.
    if call.own != nil {
      let visit = emergency.visit
      emergency.visit = (try? store.readNow { try call.known(visit, $0) }) ?? nil
    }
    return emergency
  }

  /// Whether it is on disk now.
  private func keepInSpool(_ spooled: SpooledEmergency, at now: Instant) -> Bool {
    let record = SpoolRecord(requestId: spooled.request.requestId, at: now, content: spooled.content)
    do {
      try store.keepInSpool(record)
      return true
    } catch {
      return false
    }
  }

  private func worker(_ text: String) throws -> Worker {
    guard let id = WorkerID(rawValue: text) else { throw Refusal.notFound(.worker, id: text) }
    let found: Worker??
    do {
      found = try store.readNow { try $0.worker(id) }
    } catch {
      found = nil
    }
    switch found {
    case .some(.some(let worker)): return worker
    case .some(.none): throw Refusal.notFound(.worker, id: text)
    case .none: return Worker(id: id, key: PersonKey(rawValue: ""), name: id.rawValue)
    }
  }

  private func call(of spooled: SpooledEmergency) -> Call {
    let caller = spooled.request.caller
    var session = Session(role: .coordinator, caller: caller)
    if caller.origin == .gateway, let worker = WorkerID(rawValue: caller.by) {
      session = session.behind(EnrolledDevice(id: DeviceID(rawValue: ""), worker: worker))
    }
    return Call(
      service: self, session: session, role: session.role ?? .coordinator, now: spooled.request.receivedAt, locale: nil,
      reservedID: spooled.id.rawValue)
  }
}

extension ChangeRequest {
  /// Whether it is another request of the same id.
  fileprivate func isNamesake(of other: ChangeRequest) -> Bool {
    requestId == other.requestId && caller.scope == other.caller.scope && fingerprint != other.fingerprint
  }
}
