import FHIR
import VisitsModel
import VisitsStore

extension Seed {
  /// Something happens, here or there.
  mutating func act() throws {
    let kind = numbers.next() % 32
    switch kind {
    case 0..<15: try actHere(kind)
    case 15..<29: try actThere(kind)
    case 29: try raise()
    case 30: try handle()
    default:
      if numbers.chance(50) { try agency.simulation.ask() } else { try agency.simulation.retry() }
    }
  }

  /// One of the visits that are here.
  private mutating func someVisit() throws -> Visit? {
    var id = lastChanged
    if id == nil || !numbers.chance(40) { id = numbers.pick(try promises.visits()) }
    guard let id else { return nil }
    lastChanged = id
    return try agency.simulation.store.readNow { try $0.visit(id) }
  }

  private mutating func actHere(_ kind: UInt64) throws {
    if kind == 0 {
      let minutes = Int64(numbers.next() % 600)
      notes += 1
      let outcome = try agency.add(minutes: minutes, note: "note \(notes)")
      agency.simulation.say("here: books a visit, note \(notes)\(outcome == nil ? ", unanswered" : "")")
      if let outcome { promises.answered(outcome, ["note"]) }
      return
    }
    guard let visit = try someVisit() else { return }
    try act(kind, on: visit)
  }

  /// Somebody says of a visit how it went, and otherwise when that has arrived upstream and no answer has come back.
  mutating func thinkAgain() throws {
    let simulation = agency.simulation
    guard let visit = try someVisit() else { return }
    let isOver = visit.status == .completed
    simulation.say("answers to what is sent are lost")
    simulation.network = { request, _ in request.method == .get ? .delivered : .answerLost }
    try act(isOver ? 11 : numbers.pick([1, 9, 10]) ?? 1, on: visit)
    try simulation.run(seconds: 1 + Int64(numbers.next() % 5))
    simulation.network = { _, _ in .unreachable }
    guard let now = try simulation.store.readNow({ try $0.visit(visit.id) }) else { return }
    try act(now.status == .completed ? 11 : numbers.pick([9, 10]) ?? 9, on: now)
    try simulation.run(seconds: Int64(numbers.next() % 5))
    simulation.say("answers come back")
  }

  private mutating func act(_ kind: UInt64, on visit: Visit) throws {
    guard !visit.isWithdrawn else { return }
    let start = visit.start
    let late = Int64(numbers.next() % 5)
    switch (kind, visit.status) {
    case (1...3, .scheduled), (1...3, .inProgress):
      try change(visit, "completes it", ["life"]) { visit, now in
        let came = visit.life.checkIn ?? Check(at: start.adding(minutes: 2 + late), receivedAt: now, method: .device)
        let left = Check(at: start.adding(minutes: 58), receivedAt: now, method: .device)
        visit.life = .completed(checkIn: came, checkOut: left)
      }
    case (4...5, .scheduled):
      try change(visit, "starts it", ["life"]) { visit, now in
        visit.life = .inProgress(checkIn: Check(at: start.adding(minutes: 2 + late), receivedAt: now, method: .device))
      }
    case (6, .scheduled), (6, .inProgress):
      try change(visit, "cancels it", ["life"]) { visit, _ in
        visit.life = .cancelled(reason: "In hospital", checkIn: visit.life.checkIn)
      }
    case (7, .scheduled):
      try change(visit, "says it was missed", ["life"]) { visit, _ in
        visit.life = .missed(by: .client, reason: "Nobody opened")
      }
    case (8, .cancelled), (8, .missed), (8, .completed):
      try change(visit, "reopens it", ["life"]) { visit, _ in visit.life = .scheduled }
    case (9, .scheduled):
      let (start, end) = (visit.start.adding(minutes: 5 + late), visit.end.adding(minutes: 5 + late))
      try change(visit, "moves it", ["start"]) { visit, _ in
        (visit.start, visit.end) = (start, end)
      }
    case (10, .scheduled):
      let worker = visit.worker?.rawValue == "sarah" ? "james" : "sarah"
      try change(visit, "gives it to \(worker)", ["worker"]) { visit, _ in
        visit.worker = WorkerID(rawValue: worker)
      }
    case (11, .completed):
      try change(visit, "corrects its times", ["life"]) { visit, now in
        let left = Check(at: visit.end.adding(minutes: 7 + late), receivedAt: now, method: .device)
        visit.life = .completed(checkIn: visit.life.checkIn, checkOut: left)
      }
    default:
      notes += 1
      let note = "note \(notes)"
      try change(visit, "writes \(note)", ["note"]) { visit, _ in visit.note = note }
    }
  }

  private func change(
    _ visit: Visit, _ words: String, _ said: [String],
    _ body: @escaping @Sendable (inout Visit, Instant) -> Void
  ) throws {
    let outcome = try agency.change(visit.id, body)
    agency.simulation.say("here: \(words), \(visit.id.rawValue.suffix(6))\(outcome == nil ? ", unanswered" : "")")
    if let outcome { promises.answered(outcome, said) } else { promises.unanswered(visit.id, said) }
  }

  mutating func raise() throws {
    // Whoever raises one again says more of the one that is open.
    guard try !promises.isEmergencyOpen(), raised < 10 else { return }
    let id = EmergencyID(rawValue: "0199e0c2-5d80-7000-8000-00000000000\(raised)")
    raised += 1
    let outcome = try agency.simulation.change { transaction in
      guard let worker = WorkerID(rawValue: "sarah") else { throw Simulation.Missing(what: "Sarah") }
      let now = transaction.now
      return .emergency(
        try transaction.put(
          Emergency(
            id: id, worker: worker, visit: nil, note: "He fell", position: nil, at: now, receivedAt: now,
            isClockSuspect: false, raisedBy: "sarah")))
    }
    agency.simulation.say("here: raises \(id.rawValue.suffix(2))\(outcome == nil ? ", unanswered" : "")")
    if outcome != nil { emergencies.append(id) }
  }

  private mutating func handle() throws {
    guard let id = numbers.pick(emergencies) else { return }
    let isOver = numbers.chance(50)
    let outcome = try agency.simulation.change { transaction in
      var emergency = try transaction.emergency(id, expectedVersion: nil)
      guard emergency.isOpen else { return .emergency(emergency) }
      let handling = Emergency.Handling(at: transaction.now, by: "omar", note: "On my way")
      if isOver { try emergency.resolve(handling) } else { emergency.acknowledged = handling }
      return .emergency(try transaction.put(emergency))
    }
    agency.simulation.say("here: sees to \(id.rawValue.suffix(2))\(outcome == nil ? ", unanswered" : "")")
  }
}
