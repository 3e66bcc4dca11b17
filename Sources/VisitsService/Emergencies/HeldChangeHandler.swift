import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// A change of an emergency that holds though the database does not take it, or not in time: it is kept in the spool, or
/// if that fails too, in memory, and made as soon as the database takes changes again.
protocol HeldChangeHandler: ChangeHandler {
  /// The emergency as this change will leave it, with the version that it will have then.
  static func foretell(_ parameters: Parameters, _ call: Call) throws -> Emergency
  /// The answer that shows an emergency.
  static func answer(_ placed: PlacedEmergency, _ call: Call) -> Answer
}

extension HeldChangeHandler {
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    let emergency = try outcome.emergency
    return answer(try await call.service.store.read { try $0.placed(emergency, asOf: call.feed) }, call)
  }

  /// Does what can be done without the database. What it throws is the answer.
  ///
  /// - Parameter era: The era in which the change still waits for the writer; `nil`: that has failed it.
  static func rescue(
    _ parameters: Parameters, _ request: ChangeRequest, in era: WriterEra?, _ call: Call
  ) async throws -> Answer {
    let service = call.service
    defer { service.emergencies.end(request) }
    // One that is sent again, and was made long ago, is no new alarm.
    if let made = try await service.store.made(request) { return try await answerStored(made, parameters, call) }
    let standing = try service.held(request) { try service.hold(Self.self, parameters, request, in: era, call) }
    switch standing {
    case .made(let made): return try await answerStored(made, parameters, call)
    case .passedOver(let emergency):
      if let told = try? await answer(.emergency(emergency), parameters, call) { return told }
      // An alarm is answered even while nothing can be read.
      return answer(PlacedEmergency(nameless: emergency), call)
    case .held(let held):
      if era == nil { service.putBack(request) }
      return answer(service.placed(held), call)
    }
  }

  /// Answers a change that the database has. If its people cannot be read, the answer goes without their names.
  private static func answerStored(
    _ made: MadeChange, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    do {
      return try await answer(made.outcome, parameters, call)
    } catch let fault where Endpoint.isOfTheStore(fault) {
      return answer(PlacedEmergency(nameless: try made.outcome.emergency), call)
    }
  }

  /// The database has taken it after all, or has refused or failed it, after it was rescued.
  static func settled(_ result: Result<MadeChange, any Error>, _ request: ChangeRequest, _ call: Call) async {
    switch result {
    case .success(let made): call.service.release(request, madeAs: made.outcome)
    case .failure(let error) where Endpoint.isOfTheStore(error): return call.service.putBack(request)
    case .failure: call.service.withdraw(request)
    }
    // What the spool holds of it is a repeat now, and can go; if that fails, it does with the next.
    await call.service.bringInEmergenciesSoon()
  }
}

extension HeldChangeHandler where Answer == EmergencyAnswer {
  static func answer(_ placed: PlacedEmergency, _ call: Call) -> Answer {
    EmergencyAnswer(emergency: EmergencyView.compose(placed, in: call))
  }
}

extension Call {
  /// The version of an emergency that whoever takes it up or ends it has seen; `nil`: whichever. None where a raise of it
  /// is held that came after this call.
  func seen(of id: EmergencyID, _ change: ChangeParameters) -> Int? {
    service.emergencies.isRaised(id, after: order) ? 0 : change.expectedVersion
  }

  /// That this caller handles an emergency now.
  func handling(note: String?) -> Emergency.Handling {
    Emergency.Handling(at: now, by: session.caller.by, note: note)
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
