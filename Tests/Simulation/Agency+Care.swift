import VisitsModel
import VisitsStore

extension Agency {
  /// Margaret Chen's routine.
  static let routine = [TaskPreset.breakfast, .medication, .walk]

  /// Keeps her routine, due each day.
  ///
  /// - Returns: Its tasks in their order.
  func keepRoutine() throws -> [CareTaskID] {
    let outcomes = try Self.routine.enumerated().map { rank, preset in
      try simulation.change { transaction in
        .task(
          try transaction.put(
            CareTask(
              id: transaction.newTaskID(), client: try Self.margaret, name: .preset(preset), category: preset.category,
              tracksTime: preset.tracksTime, accent: preset.accent, symbol: preset.symbol, rank: rank,
              phases: [TaskPhase(from: CareDay(daysSince1970: 20_000), condition: .always)])))
      }
    }
    return outcomes.compactMap { if case .task(let task) = $0 { task.id } else { nil } }
  }

  /// Sarah records a task during a visit, or without one.
  ///
  /// - Returns: `nil`: nobody knows whether it is on disk.
  @discardableResult
  func record(
    _ id: CareTaskID, on day: CareDay, during visit: VisitID? = nil,
    _ body: @escaping @Sendable (inout CareTaskRecord) -> Void
  ) throws -> CareTaskRecord? {
    let outcome = try simulation.change { transaction in
      guard let task = try transaction.task(id) else { throw Simulation.Missing(what: id.rawValue) }
      var record =
        try transaction.record(of: task, on: day)
        ?? CareTaskRecord(
          id: transaction.newTaskRecordID(), task: id, client: task.client, day: day, by: "Sarah Miller",
          at: transaction.now)
      record.worker = WorkerID(rawValue: "sarah")
      record.at = transaction.now
      record.visit = visit ?? record.visit
      body(&record)
      let kept = try transaction.put(record)
      return .taskRecorded(RecordedTask(task: task, record: kept, isDue: true, completed: 0, total: 3))
    }
    guard case .taskRecorded(let recorded)? = outcome else { return nil }
    return recorded.record
  }

  /// Margaret Chen sets out to stand up by herself.
  func setGoal() throws -> GoalID? {
    let outcome = try simulation.change { transaction in
      let now = transaction.now
      let goal = Goal(
        id: transaction.newGoalID(), client: try Self.margaret, title: "Stand up by herself", setAt: now, statusAt: now)
      return .goal(try transaction.put(goal))
    }
    guard case .goal(let goal)? = outcome else { return nil }
    return goal.id
  }

  /// Sarah practises with her, and it ends; or what is known of a session that ended is mended.
  ///
  /// - Parameters:
  ///   - trials: Whether each try succeeds.
  ///   - session: The one that is mended; `nil`: a new one.
  @discardableResult
  func practise(
    _ goal: GoalID, _ trials: [Bool], during visit: VisitID? = nil, in session: SessionID? = nil
  ) throws -> GoalSession? {
    let outcome = try simulation.change { transaction in
      let now = transaction.now
      func mark(_ at: Instant) -> GoalSession.Mark {
        GoalSession.Mark(at: at, receivedAt: now, method: .device, by: "Sarah Miller")
      }
      var kept = try session.flatMap { try transaction.session($0) }
      if kept == nil {
        let client = try transaction.goal(goal)?.client ?? Self.margaret
        kept = try transaction.put(
          GoalSession(
            id: transaction.newSessionID(), worker: try Self.sarah, client: client, goal: goal, visit: visit,
            start: mark(now.adding(minutes: -10))))
      }
      guard var kept else { throw Simulation.Missing(what: "session") }
      let isLate = kept.end != nil
      for isSuccess in trials { kept = try transaction.addTrial(isSuccess, mark(now), isLate: isLate, to: kept) }
      if !isLate {
        kept.end = GoalSession.End(mark(now))
        kept = try transaction.put(kept)
      }
      return .session(kept)
    }
    guard case .session(let kept, _)? = outcome else { return nil }
    return kept
  }

  private static var sarah: WorkerID {
    get throws {
      guard let worker = WorkerID(rawValue: "sarah") else { throw Simulation.Missing(what: "Sarah") }
      return worker
    }
  }

  private static var margaret: ClientID {
    get throws {
      guard let client = ClientID(rawValue: "margaret-chen") else { throw Simulation.Missing(what: "Margaret Chen") }
      return client
    }
  }
}
