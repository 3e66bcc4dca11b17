import JSONRPC
import VisitsAPI
import VisitsModel
package import VisitsStore

/// What the database did not take of emergencies: it is shown, pages and ends paging all the same, and is brought into
/// the database as soon as that takes changes again.
extension VisitsService {
  /// Keeps a change in the spool, or if that fails too, in memory, and shows what comes of it to everybody concerned.
  ///
  /// - Throws: What speaks against the change itself, as far as that is known.
  func hold<Handled: HeldChangeHandler>(
    _ method: Handled.Type, _ parameters: Handled.Parameters, _ request: ChangeRequest, _ call: Call
  ) throws -> EmergencyRegister.Held {
    let emergency = try Handled.foretell(parameters, call)
    var request = request
    // Another change has this id: an alarm is never refused for that, nor is what ends one.
    if emergencies.held.contains(where: { $0.request.isNamesake(of: request) }) { request.requestId = newReference() }
    let spooled = SpooledEmergency(id: call.reservedID.map(EmergencyID.init) ?? emergency.id, request: request)
    var held = EmergencyRegister.Held(
      request: request, reservedID: spooled.id, emergency: emergency,
      isStored: keepInSpool(spooled, of: "\(Handled.name) \(emergency.id.rawValue)", at: call.now))
    if !held.isStored, let open = emergencies.saying(all: held) {
      held.emergency = open
      held.isStored = emergencies.isStored(open.id)
      return held
    }
    show(held)
    emergencies.tell(held, at: now(), report)
    return held
  }

  /// Takes in what is in the spool from before a start, until it is in the database.
  func holdSpooled() {
    for spooled in ((try? store.spooled()) ?? []).compactMap(SpooledEmergency.init) {
      let isMade = (try? store.readNow { try $0.hasMade(spooled.request) }) ?? false
      guard !isMade, let handler = spooled.handler, let emergency = try? foretell(spooled, as: handler) else {
        continue
      }
      show(
        EmergencyRegister.Held(
          request: spooled.request, reservedID: spooled.id, emergency: emergency, isStored: true))
    }
  }

  /// Brings in what the database did not take, in the order in which it came. To be called when it takes changes again,
  /// and after a start.
  ///
  /// - Returns: How much was brought in, and where that is which could not be.
  package func bringInEmergencies() async throws -> SpoolOutcome {
    var count = 0
    for held in emergencies.held {
      let isMade = try await bringIn(SpooledEmergency(id: held.reservedID, request: held.request))
      // What is in the spool too is counted there.
      if isMade, !held.isStored { count += 1 }
    }
    var outcome = try await store.importSpool()
    outcome.imported += count
    return outcome
  }

  /// The same, unless it is under way: then that is done once more. Each of thousands of which the database knows now
  /// would otherwise go through all that is held.
  func bringInEmergenciesSoon() async {
    guard emergencies.beginsBringingIn() else { return }
    repeat { _ = try? await bringInEmergencies() } while emergencies.bringsInAgain()
  }

  /// Brings one from the spool into the database. The same record is made once.
  ///
  /// - Returns: Whether it could be made.
  func adopt(_ record: SpoolRecord) async throws -> Bool {
    guard let spooled = SpooledEmergency(record) else { return false }
    return try await bringIn(spooled)
  }

  /// It is in the database: it is not shown from here any more.
  func release(_ request: ChangeRequest, madeAs outcome: ChangeOutcome) {
    let isOvertaken = emergencies.hasHeldBehind(request.requestId)
    guard let held = emergencies.release(request) else { return }
    let made = try? outcome.emergency
    if let made, made.id == held.emergency.id {
      // Not every raise may have been kept: what the database has counts from here on.
      if !isOvertaken { escalations.told(made) }
    } else {
      // It has joined one that was open before.
      escalations.forget(held.emergency.id)
    }
    forgetTodays()
  }

  /// The database knows better: somebody else has ended the emergency meanwhile. A raised one stays.
  func withdraw(_ request: ChangeRequest) {
    guard request.method != EmergencyRaise.name, let held = emergencies.release(request) else { return }
    if let stored = try? store.readNow({ try $0.emergency(held.emergency.id) }) { escalations.told(stored) }
    forgetTodays()
  }

  private func bringIn(_ spooled: SpooledEmergency) async throws -> Bool {
    guard let handler = spooled.handler else { return false }
    return try await bringIn(spooled, as: handler)
  }

  private func bringIn<Handled: HeldChangeHandler>(
    _ spooled: SpooledEmergency, as method: Handled.Type
  ) async throws -> Bool {
    let call = call(of: spooled)
    do {
      let parameters = try spooled.parameters(of: method)
      let outcome = try await store.change(spooled.request) { transaction in
        try Handled.apply(parameters, in: transaction, call)
      }
      release(spooled.request, madeAs: outcome)
      return true
    } catch let refusal as Refusal {
      switch refusal {
      case .unavailable: throw refusal
      case .emergencyOver:
        // Nothing is lost: what somebody did is done already.
        withdraw(spooled.request)
        return true
      default:
        withdraw(spooled.request)
        return false
      }
    } catch is RPCError {
      return false
    }
  }

  private func foretell<Handled: HeldChangeHandler>(
    _ spooled: SpooledEmergency, as method: Handled.Type
  ) throws -> Emergency {
    try Handled.foretell(spooled.parameters(of: method), call(of: spooled))
  }

  private func show(_ held: EmergencyRegister.Held) {
    emergencies.hold(held)
    escalations.told(held.emergency, isForetold: true)
    forgetTodays()
  }

  /// Whether it is on disk now.
  private func keepInSpool(_ spooled: SpooledEmergency, of owner: String, at now: Instant) -> Bool {
    let record = SpoolRecord(requestId: spooled.request.requestId, at: now, content: spooled.content)
    do {
      try store.keepInSpool(record, of: owner)
      return true
    } catch {
      return false
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
      reservedID: spooled.id.rawValue, order: spooled.request.order)
  }
}

extension ChangeRequest {
  /// Whether it is another request of the same id.
  fileprivate func isNamesake(of other: ChangeRequest) -> Bool {
    requestId == other.requestId && caller.scope == other.caller.scope && !isSame(as: other)
  }
}
