package import VisitsModel

/// A thing that is different since a commit. An import makes a hundred thousand of these at once: they hold whom the
/// change concerns, and not the thing.
package struct CommittedChange: Sendable, Hashable {
  /// Its entry in the feed.
  package var event: FeedEvent
  /// The id of the request that made it.
  package let requestID: String
  /// What somebody must be told of beside whom it concerns.
  package let detail: Detail
  /// What somebody waits for since, when it is about a visit; `nil`: nothing.
  package let awaited: Awaited?
  /// Whether it is to be sent upstream.
  package internal(set) var waitsForUpstream = false
  private var former = People()
  private var present: People

  /// What is held of the thing itself.
  package indirect enum Detail: Sendable, Hashable {
    case none
    /// As it was, `nil` when it is new, and as it is.
    case emergency(before: Emergency?, after: Emergency)
    /// A visit that was done in the field against what the office had decided.
    case clash(FieldClash)
    /// As it was, `nil` when it is new, and as it is, with its digests.
    case device(before: Device?, after: Device)
    case alert(before: Alert?, after: Alert)
    /// Whether they work here.
    case worker(WorkerID, isActive: Bool)
    /// A client whose visits are late earlier from now on, or later.
    case urgency
  }

  /// What is waited for at a visit: that somebody takes it, comes, or leaves.
  package enum Awaited: Sendable, Hashable {
    /// It is planned, and nobody makes it yet.
    case worker(start: Instant)
    /// It is planned.
    case checkIn(start: Instant)
    /// It is under way.
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

  /// A change.
  ///
  /// - Parameters:
  ///   - event: Its entry in the feed.
  ///   - before: The thing as it was; `nil`: it is new.
  ///   - after: As it is.
  ///   - clash: What the office had decided otherwise.
  ///   - requestID: The id of the request that made it.
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

  /// Whether it is about the thing of that id.
  func isOf(_ topic: Refusal.Thing, _ id: String) -> Bool {
    guard topic == event.topic else { return false }
    return switch topic {
    case .visit, .emergency, .device, .series, .alert, .task, .taskRecord, .goal, .session: event.thing == id
    case .worker: present.worker?.rawValue == id
    case .client: present.client?.rawValue == id
    }
  }

  /// The workers whose days may look different: those who had the visit, or have it now; or the worker that changed.
  /// A client's change concerns whoever visits them.
  package var workers: Set<WorkerID> { Set([former.worker, present.worker].compactMap(\.self)) }

  /// The clients that it concerns.
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
  /// Whether it is a visit that is withdrawn.
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
