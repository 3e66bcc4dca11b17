package import VisitsModel

/// A thing that is different since a commit. An import makes a hundred thousand of these at once: they hold whom the
/// change concerns, and not the thing.
package struct CommittedChange: Sendable, Hashable {
  /// Its entry in the feed.
  package var event: FeedEvent
  /// What somebody must be told of beside whom it concerns.
  package let detail: Detail
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
  init(event: FeedEvent, before: AuditEntry.Snapshot?, after: AuditEntry.Snapshot, clash: FieldClash? = nil) {
    self.event = event
    if let before { former = People(before) }
    present = People(after)
    detail =
      switch (before, after) {
      case (.emergency(let earlier), .emergency(let emergency)): .emergency(before: earlier, after: emergency)
      case (_, .emergency(let emergency)): .emergency(before: nil, after: emergency)
      case (.device(let earlier), .device(let device)): .device(before: earlier, after: device)
      case (_, .device(let device)): .device(before: nil, after: device)
      default: clash.map(Detail.clash) ?? .none
      }
  }

  /// Whether it is about the thing of that id.
  func isOf(_ topic: Refusal.Thing, _ id: String) -> Bool {
    guard topic == event.topic else { return false }
    return switch topic {
    case .visit, .emergency, .device, .series: event.thing == id
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
