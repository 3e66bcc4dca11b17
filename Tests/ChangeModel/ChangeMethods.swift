import VisitsAPI
import VisitsModel

/// What is known of a method that changes something, apart from the program: from the pages of the design.
struct ChangeMethod: Sendable {
  /// The name.
  let name: String
  /// Who may call it.
  let roles: Set<Role>
  /// What a call of it may change.
  let topics: Set<Refusal.Thing>
  /// Parameters that need not be there and without which no call is taken.
  let needed: Set<String>

  private init(
    _ name: String, by roles: Set<Role> = office, _ topics: Set<Refusal.Thing>, needed: Set<String> = []
  ) {
    self.name = name
    self.roles = roles
    self.topics = topics
    self.needed = needed
  }

  private static let office: Set<Role> = [.admin, .coordinator]
  private static let field: Set<Role> = [.admin, .coordinator, .caregiver]

  /// All of them. A new one goes to the end: the inputs of the corpus name a method by its place.
  static let all = [
    ChangeMethod("visit.add", [.visit, .series], needed: ["start", "minutes"]),
    ChangeMethod("visit.change", [.visit], needed: ["note"]),
    ChangeMethod("visit.start", by: field, [.visit, .alert]),
    ChangeMethod("visit.complete", by: field, [.visit, .alert, .session]),
    ChangeMethod("visit.cancel", [.visit]),
    ChangeMethod("visit.miss", [.visit]),
    ChangeMethod("visit.reopen", [.visit]),
    ChangeMethod("visit.correct", [.visit], needed: ["checkOut"]),
    ChangeMethod("series.change", [.series, .visit], needed: ["series", "minutes"]),
    ChangeMethod("series.end", [.series, .visit], needed: ["series"]),
    ChangeMethod("task.record", by: field, [.taskRecord], needed: ["done"]),
    ChangeMethod("task.put", [.task], needed: ["title"]),
    ChangeMethod("task.remove", [.task]),
    ChangeMethod("goal.put", [.goal], needed: ["title"]),
    ChangeMethod("session.start", by: field, [.session]),
    ChangeMethod("session.trial", by: field, [.session], needed: ["success"]),
    ChangeMethod("session.end", by: field, [.session]),
    ChangeMethod("worker.put", [.worker], needed: ["id", "name"]),
    ChangeMethod("client.put", [.client], needed: ["id", "name"]),
    ChangeMethod("emergency.raise", by: field, [.emergency]),
    ChangeMethod("emergency.acknowledge", [.emergency]),
    ChangeMethod("emergency.resolve", [.emergency]),
    ChangeMethod("device.invite", [.device]),
    ChangeMethod("device.enrol", by: [.gateway], [.device]),
    ChangeMethod("device.revoke", [.device]),
    ChangeMethod("alert.acknowledge", [.alert]),
    ChangeMethod("sync.retry", [], needed: ["problem"]),
    ChangeMethod("sync.discard", [.visit], needed: ["problem"]),
    ChangeMethod("import", [.visit, .worker, .client]),
    ChangeMethod("system.backup", by: [.admin], []),
    ChangeMethod("worker.link", [.worker, .visit, .series, .session, .emergency, .device, .alert, .absence]),
    ChangeMethod("worker.unlink", [.worker]),
    ChangeMethod("client.link", [.client, .visit, .series, .task, .goal, .session, .alert]),
    ChangeMethod("client.unlink", [.client]),
    ChangeMethod("device.leave", by: [.caregiver], [.device]),
    ChangeMethod("series.skip", [.visit], needed: ["dates"]),
    ChangeMethod("series.unskip", [.visit], needed: ["dates"]),
    ChangeMethod("absence.put", [.absence, .visit], needed: ["reason"]),
    ChangeMethod("absence.end", [.absence, .visit]),
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  static func named(_ name: String) -> ChangeMethod? { byName[name] }

  /// Demands that these are the methods of the table that change something.
  static func checkTable() throws {
    let rows = Set(MethodTable.rows.filter { $0.effect == .change }.map(\.name))
    let known = Set(all.map(\.name))
    try demand(known.isSuperset(of: rows), "the fuzzer calls \(rows.subtracting(known).sorted()) too")
    try demand(rows.isSuperset(of: known), "\(known.subtracting(rows).sorted()) are methods that change something")
  }
}
