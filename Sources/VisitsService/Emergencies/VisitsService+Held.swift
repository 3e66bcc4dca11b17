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
    _ method: Handled.Type, _ parameters: Handled.Parameters, _ request: ChangeRequest, in era: WriterEra?, _ call: Call
  ) throws -> EmergencyRegister.Held {
    let emergency = try Handled.foretell(parameters, call)
    var request = request
    // Another change has this id: an alarm is never refused for that, nor is what ends one.
    if emergencies.held.contains(where: { $0.request.isNamesake(of: request) }) { request.requestId = newReference() }
    let spooled = SpooledEmergency(id: call.reservedID.map(EmergencyID.init) ?? emergency.id, request: request)
    var held = EmergencyRegister.Held(
      request: request, reservedID: spooled.id, emergency: emergency,
      isStored: keepInSpool(spooled, of: "\(Handled.name) \(emergency.id.rawValue)", at: call.now),
      era: era)
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
      let isMade = (try? store.readNow { try $0.made(spooled.request) }) != nil
      guard !isMade, let handler = spooled.handler, let emergency = try? foretell(spooled, as: handler) else {
        continue
      }
      show(
        EmergencyRegister.Held(
          request: spooled.request, reservedID: spooled.id, emergency: emergency, isStored: true))
    }
  }

  /// Has a change of an emergency go to the writer, behind those that came before it and are held.
  ///
  /// - Parameter enqueue: Has it go, at the place and in the era that it is told.
  func inOrder<Entered>(_ enqueue: (_ order: Int64, _ era: WriterEra) -> Entered) -> Entered {
    let (entered, wasHeld) = emergencies.enter({ store.era }, { self.enqueue($0, in: $1) }, enqueue)
    if wasHeld { afterwards { [self] in await bringInEmergenciesSoon() } }
    return entered
  }

  /// Has a change wait for the writer.
  ///
  /// - Parameters:
  ///   - era: The only era in which the writer makes it.
  ///   - hold: Keeps it where one that came later must be held before the writer has made this one.
  func enqueue(
    _ request: ChangeRequest, in era: WriterEra, hold: @escaping @Sendable () throws -> EmergencyRegister.Held,
    change body: @escaping @Sendable (ChangeTransaction) throws -> ChangeOutcome,
    completion: @escaping @Sendable (Result<MadeChange, any Error>) -> Void
  ) {
    emergencies.begin(WaitingChanges.Entry(request: request, era: era, hold: hold))
    store.change(request, in: era, body) { [emergencies] result in
      switch result {
      // It is held now.
      case .failure(let error) where Endpoint.isOfTheStore(error): break
      default: emergencies.end(request)
      }
      completion(result)
    }
  }

  /// The writer has failed a change that is held. Where the disk works again already, nothing else would bring it in.
  func putBack(_ request: ChangeRequest) {
    emergencies.putBack(request)
    guard store.era.takesChanges else { return }
    afterwards { [self] in await bringInEmergenciesSoon() }
  }

  /// What a request came to that the database does not take; where nothing is held of it, what `keep` makes of it.
  func held(
    _ request: ChangeRequest, keep: () throws -> EmergencyRegister.Held
  ) throws -> EmergencyRegister.Standing {
    try emergencies.held(request, made: { [store] request in try? store.readNow { try $0.made(request) } }, keep: keep)
  }

  /// Brings in what the database did not take, in the order in which it came. To be called when it takes changes again,
  /// and after a start.
  ///
  /// - Returns: How much was brought in, and where that is which could not be.
  package func bringInEmergencies() async throws -> SpoolOutcome {
    var count = 0
    var failure: (any Error)?
    for held in emergencies.held {
      do {
        let isMade = try await bringIn(held.spooled)
        // What is in the spool too is counted there.
        if isMade, !held.isStored { count += 1 }
      } catch let refusal as Refusal {
        throw refusal
      } catch {
        // What came behind it goes in all the same.
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
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
    let made = try? outcome.emergency
    let isOvertaken = made.map { emergencies.hasHeld($0.id, behind: request.requestId) } ?? false
    guard let held = emergencies.release(request) else { return }
    // It has joined one that was open before.
    if made?.id != held.emergency.id { escalations.forget(held.emergency.id) }
    // Not every raise may have been kept: what the database has counts from here on.
    if let made, !isOvertaken { escalations.told(made) }
    forgetTodays()
  }

  /// The database knows better: somebody else has ended the emergency meanwhile. A raised one stays.
  func withdraw(_ request: ChangeRequest) {
    guard request.method != EmergencyRaise.name, let held = emergencies.release(request) else { return }
    if let stored = try? store.readNow({ try $0.emergency(held.emergency.id) }) { escalations.told(stored) }
    forgetTodays()
  }

  /// Those that could not be read any more are no changes.
  private func enqueue(_ held: EmergencyRegister.Held, in era: WriterEra) {
    if let handler = held.spooled.handler { enqueue(held.spooled, in: era, as: handler) }
  }

  /// Whoever brings in what is held finds what came of it.
  private func enqueue<Handled: HeldChangeHandler>(
    _ spooled: SpooledEmergency, in era: WriterEra, as method: Handled.Type
  ) {
    let call = call(of: spooled)
    store.change(spooled.request, in: era) { transaction in
      try Handled.apply(spooled.parameters(of: method), in: transaction, call.meant(in: transaction))
    } completion: { [emergencies] result in
      if case .failure(let error) = result, Endpoint.isOfTheStore(error) { emergencies.putBack(spooled.request) }
    }
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
        try Handled.apply(parameters, in: transaction, call.meant(in: transaction))
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
    if let worker = caller.worker {
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
