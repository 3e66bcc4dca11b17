import Synchronization
import VisitsAPI
import VisitsModel
import VisitsStore

/// Finished bytes of Today, per worker, care day, language and role: what is polled is composed once.
final class TodayCache: Sendable {
  /// What was asked for.
  struct Key: Hashable, Sendable {
    /// The parameter as it was sent; `nil`: today.
    let date: DayInput?
    let locale: String?
    let role: Role
  }

  /// A finished answer.
  struct Entry: Sendable {
    let bytes: [UInt8]
    /// The answer to a caller who has it already.
    let notModified: [UInt8]
    let etag: String
    /// The last change that it was made from.
    let sequence: Int64
    /// When it would look different by itself.
    let validUntil: Instant
  }

  private struct Shelf {
    var entries: [Key: Entry] = [:]
    /// The last change that concerned this worker.
    var changedAt: Int64 = 0
  }

  private struct State {
    var shelves: [String: Shelf] = [:]
    var bytes = 0
    /// The last change that may concern everybody.
    var everybodyChangedAt: Int64 = 0
  }

  /// All entries together; over it everything is put away: composing again costs less than keeping count.
  private static let capacity = 16 << 20
  private let state = Mutex(State())

  /// The entry, while it is valid.
  func entry(worker: String, _ key: Key, now: Instant) -> Entry? {
    state.withLock { state in
      guard let entry = state.shelves[worker]?.entries[key], now < entry.validUntil else { return nil }
      return entry
    }
  }

  /// Keeps an entry, unless something newer than what it was made from has put it out of date.
  func keep(_ entry: Entry, worker: String, _ key: Key) {
    state.withLock { state in
      guard entry.sequence >= state.everybodyChangedAt,
        entry.sequence >= state.shelves[worker]?.changedAt ?? 0
      else { return }
      if state.bytes + entry.bytes.count > Self.capacity {
        for worker in state.shelves.keys { state.shelves[worker]?.entries = [:] }
        state.bytes = 0
      }
      let old = state.shelves[worker, default: Shelf()].entries.updateValue(entry, forKey: key)
      state.bytes += entry.bytes.count - (old?.bytes.count ?? 0)
    }
  }

  /// Forgets what a change concerns.
  func invalidate(_ change: CommittedChange) {
    state.withLock { state in
      switch change.event.topic {
      case .visit, .worker:
        for worker in change.workers {
          var shelf = state.shelves[worker.rawValue, default: Shelf()]
          state.bytes -= shelf.entries.values.reduce(0) { $0 + $1.bytes.count }
          shelf.entries = [:]
          shelf.changedAt = max(shelf.changedAt, change.event.sequence)
          state.shelves[worker.rawValue] = shelf
        }
      case .client:
        // Whose visits show the client is not known here, and clients change rarely.
        state.everybodyChangedAt = max(state.everybodyChangedAt, change.event.sequence)
        for worker in state.shelves.keys { state.shelves[worker]?.entries = [:] }
        state.bytes = 0
      }
    }
  }
}
