import GRDB
package import VisitsModel

/// A change in progress. A closure receives it and reads and writes through it. Its reads see its own writes and all
/// earlier changes. It is valid only inside the closure. If the closure throws an error, all its writes are rolled
/// back.
package final class ChangeTransaction: StoreReader {
  /// The request for this change, with its caller.
  package let request: ChangeRequest
  /// The time of this change, which all its rows and audit entries carry.
  package let now: Instant
  /// The reason for the change in the caller's words; `nil` if there is none. Each write that follows stores the reason
  /// in its audit entry.
  package var reason: String?
  /// The time at which it happened, as the device sent it and before any correction; `nil` if the device sent none. Each
  /// write that follows stores it in its audit entry, so that no report is without a trace.
  package var toldAt: Instant?
  /// The conflict of the visit that is stored next: a worker recorded something in the field that contradicts a
  /// decision of the office; `nil` if there is none. After the commit, the observers of changes get the conflict with
  /// the visit's change.
  package var clash: FieldClash?
  /// Whether the writes that follow in this change come from upstream. Such writes are not queued for sending to
  /// upstream.
  package var isFromUpstream: Bool
  /// Whether the store records the request, so that a repeat gets the same answer. `false` has an effect only if the
  /// request changes nothing. It is meant for requests that the quota never refuses, such as raising an emergency again
  /// and again: their records would fill the disk.
  package var isRemembered = true
  /// How far a long change is. If the change takes too long, its caller learns how much fits; `nil`: it does not tell.
  package var progress: Refusal.Progress?
  private let patience: Patience
  private(set) var committed: [CommittedChange] = []
  private(set) var counted: [String: Int] = [:]
  /// The visit that was read or stored last, as a cache. It is usually the visit that is stored next.
  private var lastVisit: StoredVisit?
  /// The latest id that was made for a new visit; `nil` once the visit is stored. No row has this id yet, so a lookup
  /// of the id skips the query.
  private var newVisit: VisitID?
  /// Whether the office has linked any worker or client to a record upstream; `nil` before the first lookup in the
  /// database.
  var knownLinks: Bool?
  /// The workers whose rows this change has already found in the database. `clients` is the same for clients.
  private var workers: Set<WorkerID> = []
  private var clients: Set<ClientID> = []

  init(_ db: Database, _ context: StoreContext, _ request: ChangeRequest, _ patience: Patience) {
    self.request = request
    self.patience = patience
    now = context.now()
    isFromUpstream = request.caller.origin == .upstream
    super.init(db, context)
  }

  /// Checks whether a long change may continue. A long change calls this at each step, because all other changes wait
  /// for it.
  ///
  /// - Throws: An error that ends the whole change and must not be caught: the store is stopping, or the change has
  ///   exceeded its time limit.
  package func goOn() throws {
    if let interruption = patience.interruption(of: request, at: progress) { throw interruption }
  }

  override func storedVisit(_ id: VisitID) throws -> StoredVisit? {
    if let lastVisit, lastVisit.visit.id == id { return lastVisit }
    if id == newVisit { return nil }
    lastVisit = try super.storedVisit(id)
    return lastVisit
  }

  func remember(_ visit: StoredVisit) {
    lastVisit = visit
    newVisit = nil
  }

  /// Clears the cache of the visit that was read last. Call this after an SQL statement has changed the rows of visits
  /// directly.
  func forgetVisit() { lastVisit = nil }

  /// Returns whether a worker exists. Rows of workers are never deleted, so a positive answer is cached.
  func isPresent(_ worker: WorkerID) throws -> Bool {
    if workers.contains(worker) { return true }
    guard try db.first("SELECT 1 FROM workers WHERE id = ?", [.text(worker.rawValue)], { _ in true }) != nil else {
      return false
    }
    workers.insert(worker)
    return true
  }

  /// Returns whether a client exists. Rows of clients are never deleted, so a positive answer is cached.
  func isPresent(_ client: ClientID) throws -> Bool {
    if clients.contains(client) { return true }
    guard try db.first("SELECT 1 FROM clients WHERE id = ?", [.text(client.rawValue)], { _ in true }) != nil else {
      return false
    }
    clients.insert(client)
    return true
  }

  /// Checks the device's quota before a change that only adds to a stored report, such as a further note.
  ///
  /// - Throws: ``Refusal/overQuota(_:limit:retryAfter:)`` if the device has used up its quota.
  package func admitAddition() throws { try context.quota.admitMore(request, at: now) }

  func count(_ name: String, _ difference: Int) { counted[name, default: 0] += difference }

  /// Appends an entry for a changed entity to the audit. The audit is also the feed from which clients read changes.
  ///
  /// - Parameter write: Writes the entity's snapshot; called twice if the snapshot has a long text.
  /// - Returns: The number of the entry.
  func append(
    _ topic: Refusal.Thing, thing: String, version: Int, previous: Int64?, before: AuditEntry.Snapshot?,
    after: AuditEntry.Snapshot, _ write: (inout SnapshotWriter) -> Void
  ) throws -> Int64 {
    try context.quota.admit(request, of: thing, topic, at: now)
    let sequence = try AuditRow.append(
      topic: topic, thing: thing, version: version, previous: previous,
      snapshot: try HeldTexts.snapshot(after: previous, db, write), at: now, by: request, toldAt: toldAt,
      because: reason, db)
    let event = FeedEvent(
      sequence: sequence, at: now, topic: topic, method: request.method, thing: thing, version: version,
      isWithdrawn: after.isWithdrawnVisit)
    var change = CommittedChange(event: event, by: request.requestId, before: before, after: after, clash: clash.take())
    if !isFromUpstream { change.waitsForUpstream = try enqueue(after) }
    committed.append(change)
    return sequence
  }

  /// Adds a local change to the outbox, from which it is sent to upstream, if there is an upstream. Never adds workers
  /// and clients, which belong to upstream, nor devices, series, alerts, task definitions and absences, which stay
  /// local. Adds a session only after it has ended.
  ///
  /// - Returns: Whether the change waits in the outbox.
  private func enqueue(_ after: AuditEntry.Snapshot) throws -> Bool {
    switch after {
    case .visit(let visit): try enqueue(.visit, visit.id.rawValue, version: visit.version, worker: visit.worker)
    case .emergency(let emergency):
      try enqueue(.emergency, emergency.id.rawValue, version: emergency.version, worker: emergency.worker)
    case .taskRecord(let record):
      try enqueue(.taskRecord, record.id.rawValue, version: record.version, worker: record.worker)
    case .goal(let goal): try enqueue(.goal, goal.id.rawValue, version: goal.version, worker: nil)
    // A running session changes with each trial, so it is sent only when it has ended.
    case .session(let session) where session.isRunning: false
    case .session(let session):
      try enqueue(.session, session.id.rawValue, version: session.version, worker: session.worker)
    case .worker, .client, .device, .series, .alert, .task, .absence: false
    }
  }

  private func enqueue(_ topic: SyncThing.Topic, _ id: String, version: Int, worker: WorkerID?) throws -> Bool {
    if context.hasUpstream {
      try ledger.enqueue(topic, id, version: version, worker: worker, at: now)
    } else {
      try ledger.undiscard(topic, id)
    }
    return context.hasUpstream
  }

  /// Returns the number of the audit entry that contains a given version of an entity.
  func entry(_ topic: Refusal.Thing, _ id: String, _ version: Int) throws -> Int64 {
    let found: (change: Int64, version: Int)? =
      if topic == .visit, let lastVisit, lastVisit.visit.id.rawValue == id {
        (lastVisit.change, lastVisit.visit.version)
      } else {
        try db.first("SELECT change, version FROM \(topic.table) WHERE id = ?", [.text(id)]) {
          ($0.integer(0), $0.int(1))
        }
      }
    if let found, found.version == version { return found.change }
    // A change may report an entity in an earlier version than it stored last.
    let event = committed.last { $0.event.version == version && $0.isOf(topic, id) }?.event
    guard let event else { throw StoreFault.foreignOutcome }
    return event.sequence
  }

  /// Returns an id for a new visit.
  package func newVisitID() -> VisitID {
    let id = VisitID(rawValue: context.identities.next())
    newVisit = id
    return id
  }

  /// Returns an id for a new visit that represents a day of a series or a record upstream.
  ///
  /// The id is derived from the name of that day or record, so the same name gives the same id unless another visit has
  /// it. If a visit is created again after a restore from a backup, it therefore gets the id that devices know and that
  /// its record upstream has.
  ///
  /// - Parameters:
  ///   - name: A text that identifies the day or the record.
  ///   - known: An earlier id of the visit, which is used if no other visit has it; `nil` if there is none.
  package func newVisitID(standingFor name: String, known: VisitID? = nil) throws -> VisitID {
    let hash = Fingerprint(name.utf8, requestId: "")
    let (high, low) = (UInt64(bitPattern: hash.high), UInt64(bitPattern: hash.low))
    let named = UUIDv7.text(at: Instant(milliseconds: Int64(high >> 16)), random: (high, low))
    for id in [known, VisitID(rawValue: named)].compactMap(\.self) where try visit(id) == nil {
      newVisit = id
      return id
    }
    return newVisitID()
  }

  /// Returns an opaque key for a new worker or client. The feed names people by this key and not by their id.
  package func newPersonKey() -> PersonKey { PersonKey(rawValue: context.identities.next()) }
}
