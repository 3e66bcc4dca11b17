/// Who asks for a change, and through which door.
package struct Caller: Sendable, Hashable {
  /// The door.
  package enum Origin: String, Sendable, Hashable, Codable {
    case socket
    case gateway
    case upstream
    case `import`
    /// The daemon itself, by the clock.
    case system
  }

  /// Who, as the audit names them: a user's name on this host, or a worker's id behind the gateway.
  package var by: String
  /// Through which door.
  package var origin: Origin
  /// Within which request ids are unique: `uid:1000`, or behind the gateway `worker:sarah`.
  package var scope: String

  /// A caller.
  package init(by: String, origin: Origin, scope: String) {
    self.by = by
    self.origin = origin
    self.scope = scope
  }

  /// The device of a worker, behind the gateway.
  package init(deviceOf worker: WorkerID) {
    self.init(by: worker.rawValue, origin: .gateway, scope: Self.scope(ofDevicesOf: worker))
  }

  /// The worker whose device asks; `nil`: no device does.
  package var worker: WorkerID? {
    guard origin == .gateway, let worker = WorkerID(rawValue: by), scope == Self.scope(ofDevicesOf: worker) else {
      return nil
    }
    return worker
  }

  /// Within which the request ids of a worker's devices are unique.
  package static func scope(ofDevicesOf worker: WorkerID) -> String { "worker:\(worker.rawValue)" }
}

/// What the pipeline must know of a change before it runs it.
package struct ChangeRequest: Sendable, Hashable {
  /// Who asks.
  package var caller: Caller
  /// The API's method.
  package var method: String
  /// The caller's own id of this change.
  package var requestId: String
  /// The canonical parameters without `requestId`, `auth`, `locale`, `sentAt`: the same id with others is refused.
  package var fingerprint: [UInt8]
  /// What the device's clock showed when it sent this, RFC 3339; it differs each time the request is sent. Needed when the
  /// request is kept and made later.
  package var sentAt: String?
  /// A digest of all that was sent before and belongs to it, while that is here: the same id with another is refused.
  package var whole: String?
  /// When we heard of it.
  package var receivedAt: Instant
  /// Whether it goes before every other that waits.
  package var isUrgent: Bool
  /// In which order this process heard of it, among changes of emergencies; 0: before it started.
  package var order: Int64 = 0
  /// The device that asks, behind the gateway.
  package var device: DeviceID?
  /// How long at most it may keep all other changes waiting. It then has a commit of its own. `nil`: it is quick.
  package var longest: Duration?

  /// A request for a change.
  package init(
    caller: Caller, method: String, requestId: String, fingerprint: [UInt8], receivedAt: Instant, isUrgent: Bool = false
  ) {
    self.caller = caller
    self.method = method
    self.requestId = requestId
    self.fingerprint = fingerprint
    self.receivedAt = receivedAt
    self.isUrgent = isUrgent
  }
}

/// What a change left behind: enough to compose its answer, the first time and for a repeat.
package enum ChangeOutcome: Sendable, Hashable {
  case visits([Visit])
  case worker(Worker)
  case client(Client)
  case emergency(Emergency)
  case device(Device)
  /// A series, and those of its visits that are new or different.
  case series(Series, visits: [Visit])
  case alerts([Alert])
  case task(CareTask)
  /// What was recorded of a task, with how its day stood since.
  case taskRecorded(RecordedTask)
  case goal(Goal)
  /// A session, and the one that ended because it began.
  case session(GoalSession, ended: GoalSession? = nil)
  /// An absence, with its effects on the worker's visits.
  case absence(Absence, AbsenceEffects)
  case imported(ImportSummary)
  /// A worker who was linked to a record upstream, or is no longer.
  case linkedWorker(Worker, LinkOutcome)
  /// A client, likewise.
  case linkedClient(Client, LinkOutcome)
  /// So many visits of series that had fallen due.
  case madeVisits(Int)
  /// So many workers and clients whose announced facts have begun to hold.
  case tookEffect(Int)
  case backedUp(Backup)
  /// So many problems of sync were seen to.
  case settled(Int)
}

/// What was recorded of a task, with how its day stood since.
package struct RecordedTask: Sendable, Hashable {
  /// The task, as it was.
  package var task: CareTask
  /// The record; version 0: nothing was recorded, and nothing is.
  package var record: CareTaskRecord
  /// Whether the task was due on that day.
  package var isDue: Bool
  /// How many of the day's tasks were done.
  package var completed: Int
  /// How many were due.
  package var total: Int

  /// A record.
  package init(task: CareTask, record: CareTaskRecord, isDue: Bool, completed: Int, total: Int) {
    self.task = task
    self.record = record
    self.isDue = isDue
    self.completed = completed
    self.total = total
  }
}

/// A place in the feed: `epoch:sequence`. A restore from a backup begins a new epoch.
package struct Cursor: Sendable, Hashable, Codable {
  /// Which life of the database.
  package var epoch: Int64
  /// The number of the last entry seen; 0 before the first.
  package var sequence: Int64

  /// A place in the feed.
  package init(epoch: Int64, sequence: Int64) {
    self.epoch = epoch
    self.sequence = sequence
  }

  /// Reads `12:3456`; `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let epoch = Int64(parts[0]), let sequence = Int64(parts[1]), epoch > 0, sequence >= 0
    else { return nil }
    self.init(epoch: epoch, sequence: sequence)
  }

  /// `12:3456`.
  package var text: String { "\(epoch):\(sequence)" }
}

/// What an import did.
package struct ImportSummary: Sendable, Hashable, Codable {
  /// Something that was not taken.
  package struct Refused: Sendable, Hashable, Codable {
    /// Where it stands in what was sent.
    package var place: TextPlace
    /// Why.
    package var reason: TextReason

    /// Where, and why.
    package init(place: TextPlace, reason: TextReason) {
      self.place = place
      self.reason = reason
    }
  }

  /// Events of a calendar that lie outside the days that are taken in.
  package struct Outside: Sendable, Hashable, Codable {
    /// How many, each series one.
    package var events: Int
    /// The first day that is taken in.
    package var first: CareDay
    /// The last.
    package var last: CareDay

    /// So many outside these days.
    package init(events: Int, first: CareDay, last: CareDay) {
      self.events = events
      self.first = first
      self.last = last
    }
  }

  /// Records of one kind that were passed over for one reason.
  package struct PassedOver: Sendable, Hashable, Codable {
    /// Why.
    package enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
      /// Records of its kind are no part of a schedule.
      case notRead
      /// It is about an Appointment that is neither in the text nor here.
      case noAppointment
      /// It is an Encounter that has not begun.
      case notBegun
      /// No visit of the text names it.
      case notNamed
      /// It cannot be read, and no visit needs it.
      case unreadable
      /// Upstream has withdrawn it, and it was never planned here.
      case neverPlanned
      /// It stands inside an event of a calendar.
      case nested
    }

    /// The kind, as the format calls it: "Encounter".
    package var kind: String
    /// Why.
    package var reason: Reason
    /// How many.
    package var count: Int

    /// So many of a kind.
    package init(kind: String, reason: Reason, count: Int) {
      self.kind = kind
      self.reason = reason
      self.count = count
    }
  }

  /// How a table was understood; `nil`: it was none.
  package var table: TableUse?
  /// How many were new.
  package var added: Int
  /// How many are different now.
  package var changed: Int
  /// How many were as they are.
  package var unchanged: Int
  /// How many are cancelled in the text and were never planned here; `nil`: none.
  package var neverPlanned: Int?
  /// What was not taken, in the order of the text: the first of it, where it is much.
  package var refused: [Refused]
  /// How much more was not taken.
  package var refusedMore: Int
  /// What is taken, but deserves a look, in the order of the text: the first of it, where it is much.
  package var notes: [Refused] = []
  /// How much more deserves a look.
  package var notesMore = 0
  /// What is about a visit that has begun or is over, which stays as it is; as many and in the order of `refused`.
  package var kept: [Refused]
  /// How much more stays as it is.
  package var keptMore: Int
  /// What of a calendar was passed over.
  package var outside: Outside?
  /// What of a Bundle or a calendar was passed over, in the order of the kinds.
  package var passedOver: [PassedOver] = []
  /// How much could be taken without what is refused, where nothing was.
  package var rest: Int
  /// How many people here may be people whom a Bundle names: a coordinator decides.
  package var duplicates = 0
  /// The first visits and people that a dry run would add, in words for its caller. No database keeps it.
  package var wouldAdd: [String] = []

  /// A summary.
  package init(
    added: Int = 0, changed: Int = 0, unchanged: Int = 0, refused: [Refused] = [], refusedMore: Int = 0,
    kept: [Refused] = [], keptMore: Int = 0, rest: Int = 0, outside: Outside? = nil
  ) {
    self.added = added
    self.changed = changed
    self.unchanged = unchanged
    self.refused = refused
    self.refusedMore = refusedMore
    self.kept = kept
    self.keptMore = keptMore
    self.rest = rest
    self.outside = outside
  }

  /// The same, with so many of the refusals and of what was kept, and the others counted.
  package func listing(atMost limit: Int) -> ImportSummary {
    var summary = self
    summary.refused = Array(refused.prefix(limit))
    summary.refusedMore += refused.count - summary.refused.count
    summary.kept = Array(kept.prefix(limit))
    summary.keptMore += kept.count - summary.kept.count
    summary.notes = Array(notes.prefix(limit))
    summary.notesMore += notes.count - summary.notes.count
    return summary
  }
}

/// An entry of the feed: that something changed, and nothing personal.
package struct FeedEvent: Sendable, Hashable {
  /// Where it stands.
  package var sequence: Int64
  /// When it happened here.
  package var at: Instant
  /// The noun: visit, worker, client.
  package var topic: Refusal.Thing
  /// The method that did it.
  package var method: String
  /// The id of a visit; the opaque key of a worker or a client.
  package var thing: String
  /// The version it has since.
  package var version: Int
  /// Whether it is a visit that is withdrawn.
  package var isWithdrawn: Bool

  /// An entry.
  package init(
    sequence: Int64, at: Instant, topic: Refusal.Thing, method: String, thing: String, version: Int,
    isWithdrawn: Bool = false
  ) {
    self.sequence = sequence
    self.at = at
    self.topic = topic
    self.method = method
    self.thing = thing
    self.version = version
    self.isWithdrawn = isWithdrawn
  }
}
