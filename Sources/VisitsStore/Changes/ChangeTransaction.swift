import GRDB
package import VisitsModel

/// One change while it is made: reads see what it has written, and what others wrote before it. Good only inside the
/// closure that it is handed to, where it may be used as often as needed; what the closure throws takes everything back.
package final class ChangeTransaction: StoreReader {
  /// Who asks for what.
  package let request: ChangeRequest
  /// One moment for everything that this change writes.
  package let now: Instant
  /// Why, in the caller's words: kept in the audit with everything that is put from here on.
  package var reason: String?
  /// That the visit which is put next was done in the field against what the office had decided: whoever is told of
  /// commits is told of it too.
  package var clash: FieldClash?
  /// Whether what is put from here on is upstream's word: then it does not wait to be sent there.
  package var isFromUpstream: Bool
  /// Whether the request is remembered, so that a repeat is answered the same. It is not where it changes nothing and is
  /// never refused: such requests would fill the disk.
  package var isRemembered = true
  private let patience: Patience
  private(set) var committed: [CommittedChange] = []
  private(set) var counted: [String: Int] = [:]
  /// The visit that was read last, which is mostly the one that is put next.
  private var lastVisit: StoredVisit?
  /// The id that was made last for a visit, which is not stored yet.
  private var newVisit: VisitID?
  /// Whether the office has linked anybody to a record upstream; `nil`: nobody has asked yet.
  var knownLinks: Bool?
  /// Who is known to be there.
  private var workers: Set<WorkerID> = []
  private var clients: Set<ClientID> = []

  init(_ db: Database, _ context: StoreContext, _ request: ChangeRequest, _ patience: Patience) {
    self.request = request
    self.patience = patience
    now = context.now()
    isFromUpstream = request.caller.origin == .upstream
    super.init(db, context)
  }

  /// To be called at each step of a change that takes its time: others wait for it.
  ///
  /// - Throws: What ends the whole change, and is not to be caught: the store is stopping, or the change has taken as long
  ///   as it may.
  package func goOn() throws {
    if let interruption = patience.interruption(of: request) { throw interruption }
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

  /// Forgets the visit that was read last: statements have changed visits by themselves.
  func forgetVisit() { lastVisit = nil }

  /// Whether a worker is there. Nobody ever goes: who was met once need not be looked for again.
  func isPresent(_ worker: WorkerID) throws -> Bool {
    if workers.contains(worker) { return true }
    guard try db.first("SELECT 1 FROM workers WHERE id = ?", [.text(worker.rawValue)], { _ in true }) != nil else {
      return false
    }
    workers.insert(worker)
    return true
  }

  /// The same of a client.
  func isPresent(_ client: ClientID) throws -> Bool {
    if clients.contains(client) { return true }
    guard try db.first("SELECT 1 FROM clients WHERE id = ?", [.text(client.rawValue)], { _ in true }) != nil else {
      return false
    }
    clients.insert(client)
    return true
  }

  /// To be called before a change that only adds to a report which was taken before, as a further note does.
  ///
  /// - Throws: ``Refusal/overQuota(_:limit:retryAfter:)`` where the device has sent too much.
  package func admitAddition() throws { try context.quota.admitMore(request, at: now) }

  func count(_ name: String, _ difference: Int) { counted[name, default: 0] += difference }

  /// Appends an entry to the audit, which is the feed.
  ///
  /// - Parameter write: Writes the thing as the entry keeps it; called once or twice.
  func append(
    _ topic: Refusal.Thing, thing: String, version: Int, previous: Int64?, before: AuditEntry.Snapshot?,
    after: AuditEntry.Snapshot, _ write: (inout SnapshotWriter) -> Void
  ) throws -> Int64 {
    try context.quota.admit(request, of: thing, topic, at: now)
    let sequence = try AuditRow.append(
      topic: topic, thing: thing, version: version, previous: previous,
      snapshot: try HeldTexts.snapshot(after: previous, db, write), at: now, by: request, because: reason, db)
    let event = FeedEvent(
      sequence: sequence, at: now, topic: topic, method: request.method, thing: thing, version: version,
      isWithdrawn: after.isWithdrawnVisit)
    var change = CommittedChange(event: event, by: request.requestId, before: before, after: after, clash: clash.take())
    if !isFromUpstream { change.waitsForUpstream = try enqueue(after) }
    committed.append(change)
    return sequence
  }

  /// Has what changed here wait for upstream, if there is one. People are upstream's own; devices, series, alerts and
  /// what defines care tasks stay here.
  ///
  /// - Returns: Whether it waits.
  private func enqueue(_ after: AuditEntry.Snapshot) throws -> Bool {
    switch after {
    case .visit(let visit): try enqueue(.visit, visit.id.rawValue, version: visit.version, worker: visit.worker)
    case .emergency(let emergency):
      try enqueue(.emergency, emergency.id.rawValue, version: emergency.version, worker: emergency.worker)
    case .taskRecord(let record):
      try enqueue(.taskRecord, record.id.rawValue, version: record.version, worker: record.worker)
    case .goal(let goal): try enqueue(.goal, goal.id.rawValue, version: goal.version, worker: nil)
    // One that is running changes with each trial: it goes when it has ended.
    case .session(let session) where session.isRunning: false
    case .session(let session):
      try enqueue(.session, session.id.rawValue, version: session.version, worker: session.worker)
    case .worker, .client, .device, .series, .alert, .task: false
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

  /// The number of the entry that holds a thing in that version.
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
    // A change may report a thing that it went on to change again.
    let event = committed.last { $0.event.version == version && $0.isOf(topic, id) }?.event
    guard let event else { throw StoreFault.foreignOutcome }
    return event.sequence
  }

  /// The id for a new visit.
  package func newVisitID() -> VisitID {
    let id = VisitID(rawValue: context.identities.next())
    newVisit = id
    return id
  }

  /// The id for a new visit that stands for something with a name of its own: a day of a series, a record upstream.
  ///
  /// The same name always gives the same id. So after a restore from a backup, a visit that is created again gets the id
  /// that devices know and that its record upstream has.
  ///
  /// - Parameters:
  ///   - name: What the visit stands for.
  ///   - known: An id that the visit is known to have had, which goes before.
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

  /// The opaque key for a new worker or client.
  package func newPersonKey() -> PersonKey { PersonKey(rawValue: context.identities.next()) }
}
