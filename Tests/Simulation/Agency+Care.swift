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

  private static var margaret: ClientID {
    get throws {
      guard let client = ClientID(rawValue: "margaret-chen") else { throw Simulation.Missing(what: "Margaret Chen") }
      return client
    }
  }
}
