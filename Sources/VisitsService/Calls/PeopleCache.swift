import Synchronization
import VisitsModel
import VisitsStore

/// A cache of current clients and workers, so that composing the answer to a change needs no read of the database.
final class PeopleCache: Sendable {
  /// The current state of a client or worker. It has been current at least since `since`, a sequence in the event feed.
  private struct Known<Person: Sendable> {
    let person: Person
    let since: Int64
  }

  private struct State {
    var clients: [ClientID: Known<Client>] = [:]
    var workers: [WorkerID: Known<Worker>] = [:]
    var changedAt: Int64 = 0
  }

  /// The most clients and the most workers in the cache.
  private static let capacity = 4096
  private let state = Mutex(State())

  /// Returns the visits with their clients and workers. Reads the store only if one of these people is not in the
  /// cache.
  ///
  /// - Parameter feed: The sequence in the event feed as of which the people are returned; by default the present.
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

  /// Removes the clients and workers whom a committed change concerns.
  func invalidate(_ change: CommittedChange) {
    guard change.event.topic != .visit, change.event.topic != .session else { return }
    state.withLock { state in
      state.changedAt = max(state.changedAt, change.event.sequence)
      for worker in change.workers { state.workers[worker] = nil }
      for client in change.clients { state.clients[client] = nil }
    }
  }
}
