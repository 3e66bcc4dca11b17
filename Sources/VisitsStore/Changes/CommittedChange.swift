package import VisitsModel

/// A committed change of an entity. The value holds the people concerned but not the entity, because an import commits
/// a hundred thousand changes at once.
package struct CommittedChange: Sendable, Hashable {
  /// The change's entry in the feed.
  package var event: FeedEvent
  /// The id of the request that made the change.
  package let requestID: String
  /// The details that observers of commits need beyond the people concerned.
  package let detail: Detail
  /// The next awaited event of a visit; `nil` if there is none or the change is not about a visit.
  package let awaited: Awaited?
  /// Whether the change waits in the outbox.
  package internal(set) var waitsForUpstream = false
  private var former = People()
  private var present: People

  /// The part of the entity that observers of commits need.
  package indirect enum Detail: Sendable, Hashable {
    case none
    /// The emergency before (`nil` if it is new) and after the change.
    case emergency(before: Emergency?, after: Emergency)
    /// The conflict of a visit that was recorded in the field against the office's decision.
    case clash(FieldClash)
    /// The device before (`nil` if it is new) and after the change, with its digests.
    case device(before: Device?, after: Device)
    case alert(before: Alert?, after: Alert)
    /// A worker, and whether the worker is active.
    case worker(WorkerID, isActive: Bool)
    /// The client entered or left care, or became or stopped being time-critical. Alerts about the client's visits are
    /// now due at other times.
    case urgency
  }

  /// The next awaited event of a visit: an assignment, a check-in or a check-out.
  package enum Awaited: Sendable, Hashable {
    /// The visit is scheduled and has no worker yet.
    case worker(start: Instant)
    /// The visit is scheduled and has a worker.
    case checkIn(start: Instant)
    /// The visit is under way.
    case checkOut(end: Instant)
  }

  private struct People: Hashable {
    var worker: WorkerID?
    var client: ClientID?

    init() {}

    init(_ snapshot: AuditEntry.Snapshot) {
      switch snapshot {
      case .visit(let visit): (worker, client) = (visit.worker, visit.client)
      case .worker(let worker): self.worker = worker.id
      case .client(let client): self.client = client.id
      case .emergency(let emergency): worker = emergency.worker
      case .device(let device): worker = device.worker
      case .series(let series): (worker, client) = (series.worker, series.client)
      case .alert(let alert): (worker, client) = (alert.worker, alert.client)
      case .task(let task): client = task.client
      case .taskRecord(let record): (worker, client) = (record.worker, record.client)
      case .goal(let goal): client = goal.client
      case .session(let session): (worker, client) = (session.worker, session.client)
      }
    }
  }

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - event: The change's entry in the feed.
  ///   - requestID: The id of the request that made the change.
  ///   - before: The entity before the change; `nil` if it is new.
  ///   - after: The entity after the change.
  ///   - clash: The conflict with the office's decision; `nil` if there is none.
  init(
    event: FeedEvent, by requestID: String, before: AuditEntry.Snapshot?, after: AuditEntry.Snapshot,
    clash: FieldClash? = nil
  ) {
    self.event = event
    self.requestID = requestID
    if let before { former = People(before) }
    present = People(after)
    detail = Detail(before: before, after: after, clash: clash)
    awaited = Awaited(after)
  }

  /// Returns whether the change is about the entity with that id.
  func isOf(_ topic: Refusal.Thing, _ id: String) -> Bool {
    guard topic == event.topic else { return false }
    return switch topic {
    case .visit, .emergency, .device, .series, .alert, .task, .taskRecord, .goal, .session: event.thing == id
    case .worker: present.worker?.rawValue == id
    case .client: present.client?.rawValue == id
    }
  }

  /// The workers whose days may look different: the former and the present worker of the visit, or the changed worker.
  /// A change of a client also concerns the client's workers, who are not in this set.
  package var workers: Set<WorkerID> { Set([former.worker, present.worker].compactMap(\.self)) }

  /// The clients whom the change concerns.
  package var clients: Set<ClientID> { Set([former.client, present.client].compactMap(\.self)) }
}

extension CommittedChange.Detail {
  fileprivate init(before: AuditEntry.Snapshot?, after: AuditEntry.Snapshot, clash: FieldClash?) {
    switch (before, after) {
    case (.emergency(let before)?, .emergency(let after)): self = .emergency(before: before, after: after)
    case (_, .emergency(let after)): self = .emergency(before: nil, after: after)
    case (.device(let before)?, .device(let after)): self = .device(before: before, after: after)
    case (_, .device(let after)): self = .device(before: nil, after: after)
    case (.alert(let before)?, .alert(let after)): self = .alert(before: before, after: after)
    case (_, .alert(let after)): self = .alert(before: nil, after: after)
    case (_, .worker(let worker)): self = .worker(worker.id, isActive: worker.isActive)
    case (.client(let before)?, .client(let after))
    where before.isTimeCritical != after.isTimeCritical || before.isActive != after.isActive: self = .urgency
    default: self = clash.map(Self.clash) ?? .none
    }
  }
}

extension AuditEntry.Snapshot {
  /// Whether this is a withdrawn visit.
  var isWithdrawnVisit: Bool { if case .visit(let visit) = self { visit.isWithdrawn } else { false } }
}

extension CommittedChange.Awaited {
  fileprivate init?(_ snapshot: AuditEntry.Snapshot) {
    guard case .visit(let visit) = snapshot, !visit.isWithdrawn else { return nil }
    switch visit.status {
    case .scheduled: self = visit.worker == nil ? .worker(start: visit.start) : .checkIn(start: visit.start)
    case .inProgress: self = .checkOut(end: visit.end)
    case .completed, .cancelled, .missed: return nil
    }
  }
}
