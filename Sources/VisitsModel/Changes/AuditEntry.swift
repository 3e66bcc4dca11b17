/// Some entries of the audit.
package struct AuditPage: Sendable {
  /// The oldest first.
  package var entries: [AuditEntry]
  /// Whether there are earlier ones that were asked for too.
  package var hasEarlier: Bool

  /// A page.
  package init(entries: [AuditEntry], hasEarlier: Bool) {
    self.entries = entries
    self.hasEarlier = hasEarlier
  }
}

/// One row of the append-only audit: who changed what, from where, before and after.
package struct AuditEntry: Sendable, Hashable {
  /// A thing as it was or is, whole.
  package enum Snapshot: Sendable, Hashable {
    case visit(Visit)
    case worker(Worker)
    case client(Client)
    case emergency(Emergency)
    case device(Device)
    case series(Series)
    case alert(Alert)
    case task(CareTask)
    case taskRecord(CareTaskRecord)
    case goal(Goal)
    case session(GoalSession)
    case absence(Absence)

    /// Whose a task, a record of one or a goal is; `nil` of all else, which tells its people itself.
    package var careOf: ClientID? {
      switch self {
      case .task(let task): task.client
      case .taskRecord(let record): record.client
      case .goal(let goal): goal.client
      case .visit, .worker, .client, .emergency, .device, .series, .alert, .session, .absence: nil
      }
    }
  }

  /// The entry of the feed that it is too.
  package var event: FeedEvent
  /// Who, as ``Caller/by``.
  package var by: String
  /// Through which door.
  package var from: Caller.Origin
  /// The caller's request id.
  package var requestId: String
  /// Why, in the caller's words, where they gave a reason.
  package var reason: String?
  /// The device that reported it; `nil`: no device did, or it is not known which.
  package var device: DeviceID?
  /// When it happened, as the device sent it; `nil`: it sent no time.
  package var toldAt: Instant?
  /// As it was; `nil`: it was new.
  package var before: Snapshot?
  /// As it is since.
  package var after: Snapshot

  /// A row.
  package init(
    event: FeedEvent, by: String, from: Caller.Origin, requestId: String, reason: String? = nil,
    device: DeviceID? = nil, toldAt: Instant? = nil, before: Snapshot?, after: Snapshot
  ) {
    self.event = event
    self.by = by
    self.from = from
    self.requestId = requestId
    self.reason = reason
    self.device = device
    self.toldAt = toldAt
    self.before = before
    self.after = after
  }
}

/// Where a thing stands in the agency's system of record.
package struct UpstreamIdentity: Sendable, Hashable, Codable {
  /// The server's base URL, or the identifier's system.
  package var system: String
  /// The type and id there (`Patient/123`), or the identifier's value.
  package var value: String

  /// An identity.
  package init(system: String, value: String) {
    self.system = system
    self.value = value
  }
}
