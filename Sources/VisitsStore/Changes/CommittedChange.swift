package import VisitsModel

/// A committed change of one entity, for the observers of commits. It contains the ids of the worker and the client
/// concerned but not the entity itself, because an import commits a hundred thousand changes at once.
package struct CommittedChange: Sendable, Hashable {
  /// The change's entry in the feed.
  package var event: FeedEvent
  /// The id of the request that made the change.
  package let requestID: String
  /// The details that observers of commits need beyond the ids of the worker and the client.
  package let detail: Detail
  /// The event that a visit waits for next, such as the check-in; `nil` if the visit waits for none or the change is
  /// not about a visit.
  package let awaited: Awaited?
  /// Whether the change waits in the outbox to be sent to upstream.
  package internal(set) var waitsForUpstream = false
  private var former = People()
  private var present: People

  /// The facts about the changed entity that observers of commits need.
  package indirect enum Detail: Sendable, Hashable {
    case none
    /// The emergency before (`nil` if it is new) and after the change.
    case emergency(before: Emergency?, after: Emergency)
    /// A conflict: a worker recorded something about the visit in the field that contradicts a decision of the office.
    case clash(FieldClash)
    /// The device before (`nil` if it is new) and after the change, with the digests of its secrets.
    case device(before: Device?, after: Device)
    case alert(before: Alert?, after: Alert)
    /// The id and the key of a worker, and whether the worker is active after the change.
    case worker(WorkerID, key: PersonKey, isActive: Bool)
    /// A client entered or left care, or became or stopped being time-critical. Alerts about the client's visits are
    /// now due at other times.
    case urgency
  }

  /// The event that a visit waits for next: an assignment, a check-in or a check-out.
  package enum Awaited: Sendable, Hashable {
    /// The visit is scheduled and has no worker yet, so it waits for an assignment.
    case worker(start: Instant)
    /// The visit is scheduled and has a worker, so it waits for the check-in.
    case checkIn(start: Instant)
    /// The visit is in progress, so it waits for the check-out.
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
      case .absence(let absence): worker = absence.worker
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
  ///   - clash: The conflict between the visit and a decision of the office; `nil` if there is none.
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

  /// Returns whether the change is about the entity with this type and id.
  func isOf(_ topic: Refusal.Thing, _ id: String) -> Bool {
    guard topic == event.topic else { return false }
    return switch topic {
    case .visit, .emergency, .device, .series, .alert, .task, .taskRecord, .goal, .session, .absence: event.thing == id
    case .worker: present.worker?.rawValue == id
    case .client: present.client?.rawValue == id
    }
  }

  /// The workers whose schedules the change may affect: the worker to whom the entity belonged before the change, and
  /// the worker to whom it belongs now. A change of a client also affects the workers who visit the client, but they
  /// are not in this set.
  package var workers: Set<WorkerID> { Set([former.worker, present.worker].compactMap(\.self)) }

  /// The clients whom the change concerns: the client to whom the entity belonged before the change, and the client to
  /// whom it belongs now.
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
    case (_, .worker(let worker)): self = .worker(worker.id, key: worker.key, isActive: worker.isActive)
    case (.client(let before)?, .client(let after))
    where before.isTimeCritical != after.isTimeCritical || before.isActive != after.isActive: self = .urgency
    default: self = clash.map(Self.clash) ?? .none
    }
  }
}

extension AuditEntry.Snapshot {
  /// Whether the snapshot is of a visit that upstream has withdrawn.
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
