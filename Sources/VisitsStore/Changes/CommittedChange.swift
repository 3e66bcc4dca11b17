package import VisitsModel

/// A thing that is different since a commit.
package struct CommittedChange: Sendable, Hashable {
  /// Its entry in the feed.
  package var event: FeedEvent
  /// As it was; `nil`: it is new.
  package var before: AuditEntry.Snapshot?
  /// As it is.
  package var after: AuditEntry.Snapshot

  /// Whether it is about the thing of that id.
  func isOf(_ topic: Refusal.Thing, _ id: String) -> Bool {
    switch (topic, after) {
    case (.visit, .visit(let visit)): visit.id.rawValue == id
    case (.worker, .worker(let worker)): worker.id.rawValue == id
    case (.client, .client(let client)): client.id.rawValue == id
    case (.emergency, .emergency(let emergency)): emergency.id.rawValue == id
    default: false
    }
  }

  /// The workers whose days may look different: those who had the visit, or have it now; or the worker that changed.
  /// A client's change concerns whoever visits them.
  package var workers: Set<WorkerID> {
    Set(
      [before, after].compactMap { snapshot in
        switch snapshot {
        case .visit(let visit): visit.worker
        case .worker(let worker): worker.id
        case .emergency(let emergency): emergency.worker
        case .client, nil: nil
        }
      })
  }

  /// The clients that it concerns.
  package var clients: Set<ClientID> {
    Set(
      [before, after].compactMap { snapshot in
        switch snapshot {
        case .visit(let visit): visit.client
        case .client(let client): client.id
        case .worker, .emergency, nil: nil
        }
      })
  }
}
