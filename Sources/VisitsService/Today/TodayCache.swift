import JSONRPC
import Synchronization
import VisitsAPI
import VisitsModel
import VisitsStore

/// A cache of finished Today answers by worker or board, care day, language and role, so that a polled view is composed
/// once.
///
/// It also stores the request lines, so that a repeated line is answered without parsing it.
final class TodayCache: Sendable {
  /// The part of a request that selects an entry of a shelf.
  struct Key: Hashable, Sendable {
    /// The date parameter as it was sent; `nil`: today.
    let date: DayInput?
    let locale: String?
    let role: Role
  }

  /// A finished answer.
  struct Entry: Sendable {
    let bytes: [UInt8]
    /// The answer to a caller that already has this view.
    let notModified: [UInt8]
    let etag: String
    /// The sequence of the last change that the view includes.
    let sequence: Int64
    /// The generation of the cache before the data was read.
    let generation: Int
    /// The time at which the view changes by itself, for example when a visit becomes late.
    let validUntil: Instant
  }

  /// The most bytes of all entries and lines. Beyond it the whole cache is emptied: composing the views again costs
  /// less than tracking their use.
  private static let capacity = 16 << 20
  /// The most lines kept for a worker or the board. Clients use few; a client that spells the same request in ever new
  /// ways gets no more memory.
  private static let linesOfASubject = 32
  private let state = Mutex(CacheState())

  /// Returns the entry while it is valid.
  func entry(of subject: Today.Subject, _ key: Key, now: Instant) -> Entry? {
    state.withLock { state in
      guard let entry = state.shelves[subject]?.entries[key], now < entry.validUntil else { return nil }
      return entry
    }
  }

  /// Returns the answer to the same line from a caller of the same role, while it is valid.
  func answer(to line: CallLine, role: Role, now: Instant) -> [UInt8]? {
    state.withLock { state in
      guard let known = state.lines[line.hash], known.role == role, now < known.validUntil, line.says(known.text) else {
        return nil
      }
      return known.answer
    }
  }

  /// Stores an entry, unless a change has made it out of date since its data was read.
  func keep(_ entry: Entry, of subject: Today.Subject, _ key: Key) {
    state.withLock { state in
      guard state.isPresent(entry, of: subject) else { return }
      state.makeRoom(for: entry.bytes.count, within: Self.capacity)
      state.keep(entry, of: subject, key)
    }
  }

  /// Stores a request line that was answered with one of an entry's two answers.
  func remember(_ line: CallLine, role: Role, subject: Today.Subject, _ answer: [UInt8], of entry: Entry) {
    let text = line.text
    let known = CacheState.KnownLine(
      text: text, role: role, subject: subject, answer: answer, validUntil: entry.validUntil)
    state.withLock { state in
      guard state.isPresent(entry, of: subject),
        state.shelves[subject]?.lines.count ?? 0 < Self.linesOfASubject
      else { return }
      state.makeRoom(for: text.count, within: Self.capacity)
      state.keep(known, hash: line.hash)
    }
  }

  /// Removes the Today answers that a change concerns.
  func invalidate(_ change: CommittedChange) {
    state.withLock { state in
      switch change.event.topic {
      case .device: break
      case .visit, .worker, .alert: state.clear(changedBy: change)
      case .emergency:
        // An emergency shows on the Today of the visit's worker, who may change. Emergencies are rare, so clear all.
        state.clear(changedAt: change.event.sequence)
      // The only thing that a Today shows of such records is whether they have reached upstream. It must be current: a
      // caregiver who reads "Synced" throws the paper notes away.
      case .taskRecord, .goal, .session: if change.waitsForUpstream { state.clear(changedBy: change) }
      case .series, .task: break
      case .client:
        // The change does not say whose visits show the client. Clients change rarely, so clear all.
        state.clear(changedAt: change.event.sequence)
      }
    }
  }

  /// Removes the answers that a change concerns from a cache of Homes.
  func invalidateHomes(_ change: CommittedChange) {
    state.withLock { state in
      switch change.event.topic {
      case .device, .series, .alert, .task, .taskRecord: break
      case .session where change.event.method == SessionTrial.name, .visit, .worker:
        for worker in change.workers { state.clear(.worker(worker.rawValue), changedAt: change.event.sequence) }
      // The change does not say whose Homes show the client.
      case .session, .goal, .client, .emergency: state.clear(changedAt: change.event.sequence)
      }
    }
  }

  /// Empties the cache after a change outside the database. Answers whose composition has begun are not stored either.
  func invalidate() { state.withLock { $0.begin() } }

  /// The present generation of the cache. Read it before the data of an entry, so that an invalidation in between
  /// rejects the entry.
  var generation: Int { state.withLock(\.generation) }
}
