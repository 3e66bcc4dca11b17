import VisitsModel

extension Seed {
  /// Sarah records something of the routine, during one of the visits that are here or without one.
  mutating func care(_ routine: [CareTaskID]) throws {
    let simulation = agency.simulation
    for _ in 0...(careNumbers.next() % 3) {
      guard let task = careNumbers.pick(routine) else { return }
      let visit = careNumbers.chance(70) ? careNumbers.pick(try promises.visits()) : nil
      let day = CareDay(daysSince1970: 20_777 - Int(careNumbers.next() % 3))
      let kind = careNumbers.next() % 5
      notes += 1
      let note = "note \(notes)"
      let record = try agency.record(task, on: day, during: visit) { record in
        switch kind {
        case 0: (record.isDone, record.outcome) = (false, .refused)
        case 1: (record.isDone, record.outcome) = (false, nil)
        case 2: record.note = note
        case 3: (record.isDone, record.outcome, record.secondOfDay) = (true, nil, 37_800)
        default: (record.isDone, record.outcome) = (true, nil)
        }
      }
      simulation.say("here: records \(task.rawValue.suffix(6)) of \(day)\(record == nil ? ", unanswered" : "")")
      if let record { promises.answered(record) }
    }
  }

  /// Sarah practises with Margaret Chen, on a new goal or on one that she has, or tells of a trial late.
  mutating func practise() throws {
    let simulation = agency.simulation
    if goals.isEmpty || careNumbers.chance(20) {
      let goal = try agency.setGoal()
      simulation.say("here: sets a goal\(goal == nil ? ", unanswered" : "")")
      if let goal { goals.append(goal) }
    }
    guard let goal = careNumbers.pick(goals) else { return }
    let trials = (0..<(careNumbers.next() % 4)).map { _ in careNumbers.chance(60) }
    let visit = careNumbers.chance(70) ? careNumbers.pick(try promises.visits()) : nil
    let known = careNumbers.chance(30) ? careNumbers.pick(sessions) : nil
    let session = try agency.practise(goal, trials, during: visit, in: known)
    simulation.say("here: practises, \(trials.count) trials\(session == nil ? ", unanswered" : "")")
    guard let session else { return }
    if known == nil { sessions.append(session.id) }
    promises.answered(session)
  }
}
