import Synchronization
import VisitsModel
import VisitsStore

/// Clients and workers as they are, so that composing the answer of a change needs no read.
final class PeopleCache: Sendable {
  /// A person as they are now, and were since an entry of the feed, if not longer.
  private struct Known<Person: Sendable> {
    let person: Person
    let since: Int64
  }

  private struct State {
    var clients: [ClientID: Known<Client>] = [:]
    var workers: [WorkerID: Known<Worker>] = [:]
    var changedAt: Int64 = 0
  }

  /// How many of each are kept.
  private static let capacity = 4096
  private let state = Mutex(State())

  /// The visits with their people: from here where they are known, else from the store.
  ///
  /// - Parameter feed: The entry of the feed as of which people are wanted; by default as they are now.
  func placed(_ visits: [Visit], asOf feed: Int64 = .max, in store: Store) async throws -> [PlacedVisit] {
    let known = state.withLock { state in
      visits.compactMap { visit -> PlacedVisit? in
        guard let client = state.clients[visit.client], client.since <= feed else { return nil }
        guard let id = visit.worker else { return PlacedVisit(visit: visit, client: client.person, worker: nil) }
        guard let worker = state.workers[id], worker.since <= feed else { return nil }
        return PlacedVisit(visit: visit, client: client.person, worker: worker.person)
      }
    }
    if known.count == visits.count { return known }
    let (sequence, placed, past) = try await store.read { reader in
      let sequence = try reader.cursor.sequence
      let placed = try reader.placed(visits)
      return (sequence, placed, feed < sequence ? try reader.placed(visits, asOf: feed) : placed)
    }
    state.withLock { state in
      guard sequence >= state.changedAt else { return }
      if state.clients.count > Self.capacity { state.clients = [:] }
      if state.workers.count > Self.capacity { state.workers = [:] }
      for visit in placed {
        state.clients[visit.client.id] = Known(person: visit.client, since: sequence)
        if let worker = visit.worker { state.workers[worker.id] = Known(person: worker, since: sequence) }
      }
    }
    return past
  }

  /// Forgets whom a change concerns.
  func invalidate(_ change: CommittedChange) {
    guard change.event.topic != .visit, change.event.topic != .session else { return }
    state.withLock { state in
      state.changedAt = max(state.changedAt, change.event.sequence)
      for worker in change.workers { state.workers[worker] = nil }
      for client in change.clients { state.clients[client] = nil }
    }
  }
}
