import Synchronization
import VisitsModel
import VisitsStore

/// Clients and workers as they are, so that composing the answer of a change needs no read.
final class PeopleCache: Sendable {
  private struct State {
    var clients: [ClientID: Client] = [:]
    var workers: [WorkerID: Worker] = [:]
    var changedAt: Int64 = 0
  }

  /// How many of each are kept.
  private static let capacity = 4096
  private let state = Mutex(State())

  /// The visits with their people: from here where they are known, else from the store.
  func placed(_ visits: [Visit], in store: Store) async throws -> [PlacedVisit] {
    let known = state.withLock { state in
      visits.compactMap { visit -> PlacedVisit? in
        guard let client = state.clients[visit.client] else { return nil }
        guard let id = visit.worker else { return PlacedVisit(visit: visit, client: client, worker: nil) }
        guard let worker = state.workers[id] else { return nil }
        return PlacedVisit(visit: visit, client: client, worker: worker)
      }
    }
    if known.count == visits.count { return known }
    let (sequence, placed) = try await store.read { reader in
      (try reader.cursor.sequence, try reader.placed(visits))
    }
    state.withLock { state in
      guard sequence >= state.changedAt else { return }
      if state.clients.count > Self.capacity { state.clients = [:] }
      if state.workers.count > Self.capacity { state.workers = [:] }
      for visit in placed {
        state.clients[visit.client.id] = visit.client
        if let worker = visit.worker { state.workers[worker.id] = worker }
      }
    }
    return placed
  }

  /// Forgets whom a change concerns.
  func invalidate(_ change: CommittedChange) {
    guard change.event.topic != .visit else { return }
    state.withLock { state in
      state.changedAt = max(state.changedAt, change.event.sequence)
      for worker in change.workers { state.workers[worker] = nil }
      for client in change.clients { state.clients[client] = nil }
    }
  }
}
