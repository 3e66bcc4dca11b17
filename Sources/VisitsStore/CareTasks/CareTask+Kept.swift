import VisitsModel

/// The table of care tasks, and the conversion of a task to and from a row.
extension CareTask: Kept {
  static let topic = Refusal.Thing.task
  static let table = Table(
    of: topic,
    [
      "id", "client", "preset", "title", "category", "tracksTime", "accent", "symbol", "rank", "phases", "version",
      "updatedAt",
    ])

  var auditID: String { id.rawValue }
  var audited: AuditEntry.Snapshot { .task(self) }

  init(_ row: Columns, _ zones: ZoneCache) throws {
    self.init(
      id: CareTaskID(rawValue: row.text(2)), client: try row.clientID(3),
      name: try row.isNull(4) ? .words(row.text(5)) : .preset(row.named(4, "preset")),
      category: try row.named(6, "category"), tracksTime: row.truth(7), accent: try row.named(8, "accent"),
      symbol: row.textIfAny(9), rank: row.int(10), phases: try Self.phases(row.text(11)), version: row.int(12),
      updatedAt: row.instant(13))
  }

  var values: [Bound] {
    [
      Bound(id.rawValue), Bound(client.rawValue), Bound(preset?.rawValue), Bound(words), Bound(category.rawValue),
      Bound(tracksTime), Bound(accent.rawValue), Bound(symbol), Bound(rank), Bound(phasesText), Bound(version),
      Bound(updatedAt),
    ]
  }

  var preset: TaskPreset? {
    if case .preset(let preset) = name { preset } else { nil }
  }

  var words: String? {
    if case .words(let words) = name { words } else { nil }
  }
}

/// Converts the phases of a task to and from stored text, with one line for each phase. A phase states from which day
/// on which rule decides when the task is due.
extension CareTask {
  var phasesText: String {
    phases.map { phase in
      let condition =
        switch phase.condition {
        case nil: "retired"
        case .always: "always"
        case .weekdays(let weekdays): "weekdays " + weekdays.sorted().map(String.init).joined(separator: ",")
        case .recurring(let rule): "rule \(rule.text)"
        case .whenDone(let task): "whenDone \(task.rawValue)"
        }
      return "\(phase.from.daysSince1970) \(condition)"
    }.joined(separator: "\n")
  }

  static func phases(_ text: String) throws(StoreFault) -> [TaskPhase] {
    var phases: [TaskPhase] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count >= 2, let day = Int64(words[0]) else { throw .unreadable("phases") }
      phases.append(
        TaskPhase(from: CareDay(nearest: day), condition: try condition(words[1], words.dropFirst(2).first)))
    }
    guard !phases.isEmpty else { throw .unreadable("phases") }
    return phases
  }

  private static func condition(_ kind: Substring, _ value: Substring?) throws(StoreFault) -> TaskCondition? {
    switch (kind, value) {
    case ("retired", nil): return nil
    case ("always", nil): return .always
    case ("weekdays", let value?):
      let weekdays = value.split(separator: ",").compactMap { Int($0) }
      guard !weekdays.isEmpty, weekdays.allSatisfy({ (1...7).contains($0) }) else { throw .unreadable("phases") }
      return .weekdays(Set(weekdays))
    case ("rule", let value?): return .recurring(try Series.rule(String(value)))
    case ("whenDone", let value?): return .whenDone(CareTaskID(rawValue: String(value)))
    default: throw .unreadable("phases")
    }
  }
}
