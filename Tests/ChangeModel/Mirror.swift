import VisitsModel
import VisitsStore

/// Every thing of an agency, as the audit has told of it so far.
struct Mirror: Sendable {
  /// What a thing is called in the feed.
  struct Name: Hashable, Sendable {
    var topic: Refusal.Thing
    var id: String
  }

  private(set) var things: [Name: AuditEntry.Snapshot] = [:]
  /// In the order in which they were made.
  private(set) var order: [Name] = []
  /// Whose each visit is and was.
  private(set) var workersOfVisits: [VisitID: Set<WorkerID>] = [:]
  /// The visits that were completed here, and not in what another system has told of them.
  private(set) var completedHere: Set<VisitID> = []
  /// The devices that may not even report any more. The audit does not tell them from other revoked ones.
  var lost: Set<DeviceID> = []
  /// The number of the last entry.
  private(set) var sequence: Int64 = 0

  /// All that a store's audit tells.
  init(of store: Store) throws {
    for entry in try store.readNow({ try $0.audit(limit: .max, bytes: .max) }).entries { take(entry) }
  }

  /// The entries that have come since.
  func news(in store: Store) throws -> [AuditEntry] {
    try store.readNow { reader in
      let count = try reader.cursor.sequence - sequence
      try demand(count >= 0, "the feed loses nothing")
      return count == 0 ? [] : try reader.audit(limit: Int(count), bytes: .max).entries
    }
  }

  /// Goes on to an entry.
  mutating func take(_ entry: AuditEntry) {
    let name = Name(topic: entry.event.topic, id: entry.event.thing)
    if things.updateValue(entry.after, forKey: name) == nil { order.append(name) }
    if case .visit(let visit) = entry.after { note(visit, entry.from) }
    sequence = entry.event.sequence
  }

  private mutating func note(_ visit: Visit, _ origin: Caller.Origin) {
    if let worker = visit.worker { workersOfVisits[visit.id, default: []].insert(worker) }
    if visit.status != .completed {
      completedHere.remove(visit.id)
    } else if origin != .import {
      completedHere.insert(visit.id)
    }
  }

  /// Whether a visit is a worker's, or was.
  func had(_ visit: VisitID, _ worker: String) -> Bool {
    workersOfVisits[visit]?.contains { $0.rawValue == worker } ?? false
  }

  /// Whether a worker has, or had, a visit at a client's.
  func isServed(_ client: String, by worker: String) -> Bool {
    visits.contains { $0.client.rawValue == client && had($0.id, worker) }
  }

  private func all<Thing>(_ kind: (AuditEntry.Snapshot) -> Thing?) -> [Thing] {
    order.compactMap { things[$0].flatMap(kind) }
  }

  var visits: [Visit] { all { if case .visit(let visit) = $0 { visit } else { nil } } }
  var workers: [Worker] { all { if case .worker(let worker) = $0 { worker } else { nil } } }
  var clients: [Client] { all { if case .client(let client) = $0 { client } else { nil } } }
  var emergencies: [Emergency] { all { if case .emergency(let emergency) = $0 { emergency } else { nil } } }
  var devices: [Device] { all { if case .device(let device) = $0 { device } else { nil } } }
  var series: [Series] { all { if case .series(let series) = $0 { series } else { nil } } }
  var alerts: [Alert] { all { if case .alert(let alert) = $0 { alert } else { nil } } }
  var tasks: [CareTask] { all { if case .task(let task) = $0 { task } else { nil } } }
  var goals: [Goal] { all { if case .goal(let goal) = $0 { goal } else { nil } } }
  var sessions: [GoalSession] { all { if case .session(let session) = $0 { session } else { nil } } }
  var absences: [Absence] { all { if case .absence(let absence) = $0 { absence } else { nil } } }

  /// Demands that the store holds each thing as the audit tells of it: nothing was changed beside the feed.
  func compare(with store: Store) throws {
    for (name, thing) in things {
      let stored = try store.readNow { reader -> AuditEntry.Snapshot? in
        switch thing {
        case .visit(let visit): try reader.visit(visit.id).map(AuditEntry.Snapshot.visit)
        case .worker(let worker): try reader.worker(worker.id).map(AuditEntry.Snapshot.worker)
        case .client(let client): try reader.client(client.id).map(AuditEntry.Snapshot.client)
        case .emergency(let emergency): try reader.emergency(emergency.id).map(AuditEntry.Snapshot.emergency)
        case .device(let device): try reader.device(device.id).map { .device($0.withoutSecrets) }
        case .series(let series): try reader.series(series.id).map(AuditEntry.Snapshot.series)
        case .alert(let alert): try reader.alert(alert.id).map(AuditEntry.Snapshot.alert)
        case .task(let task): try reader.task(task.id).map(AuditEntry.Snapshot.task)
        case .taskRecord(let record): try reader.record(record.id).map(AuditEntry.Snapshot.taskRecord)
        case .goal(let goal): try reader.goal(goal.id).map(AuditEntry.Snapshot.goal)
        case .session(let session): try reader.session(session.id).map(AuditEntry.Snapshot.session)
        case .absence(let absence): try reader.absence(absence.id).map(AuditEntry.Snapshot.absence)
        }
      }
      try demand(stored == thing, "the \(name.topic) \(name.id) is as the audit tells of it")
    }
  }
}

extension AuditEntry.Snapshot {
  /// The version of the thing.
  var version: Int {
    switch self {
    case .visit(let visit): visit.version
    case .worker(let worker): worker.version
    case .client(let client): client.version
    case .emergency(let emergency): emergency.version
    case .device(let device): device.version
    case .series(let series): series.version
    case .alert(let alert): alert.version
    case .task(let task): task.version
    case .taskRecord(let record): record.version
    case .goal(let goal): goal.version
    case .session(let session): session.version
    case .absence(let absence): absence.version
    }
  }
}

extension Device {
  /// As the audit keeps it.
  fileprivate var withoutSecrets: Device {
    var device = self
    (device.codeDigest, device.tokenDigest, device.formerTokenDigest) = (nil, nil, nil)
    return device
  }
}
