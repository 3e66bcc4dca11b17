import Synchronization
import VisitsModel
import VisitsStore

/// A cache of current clients, and of current workers with their absences, so that composing the answer to a change
/// needs no read of the database.
final class PeopleCache: Sendable {
  /// The current state of a client or worker. It has been current at least since `since`, a sequence in the event feed.
  private struct Known<Person: Sendable> {
    let person: Person
    let since: Int64
  }

  private struct Staff: Sendable {
    let worker: Worker
    let absences: [Absence]
  }

  private struct State {
    var clients: [ClientID: Known<Client>] = [:]
    var workers: [WorkerID: Known<Staff>] = [:]
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
        var placed = PlacedVisit(visit: visit, client: client.person, worker: worker.person.worker)
        placed.isWorkerAway = worker.person.absences.contains { $0.touches(visit.start, visit.end) }
        return placed
      }
    }
    if known.count == visits.count { return known }
    let (sequence, placed, past, absences) = try await store.read { reader in
      let sequence = try reader.cursor.sequence
      let placed = try reader.placed(visits)
      var absences: [WorkerID: [Absence]] = [:]
      for worker in Set(visits.compactMap(\.worker)) {
        absences[worker] = try reader.absences(
          of: worker, from: Instant.writable.lowerBound, to: Instant.writable.upperBound)
      }
      return (sequence, placed, feed < sequence ? try reader.placed(visits, asOf: feed) : placed, absences)
    }
    state.withLock { state in
      guard sequence >= state.changedAt else { return }
      if state.clients.count > Self.capacity { state.clients = [:] }
      if state.workers.count > Self.capacity { state.workers = [:] }
      for visit in placed {
        state.clients[visit.client.id] = Known(person: visit.client, since: sequence)
        guard let worker = visit.worker else { continue }
        state.workers[worker.id] = Known(
          person: Staff(worker: worker, absences: absences[worker.id] ?? []), since: sequence)
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
