import JSONRPC
import Synchronization
import VisitsAPI
import VisitsModel
import VisitsStore

/// A cache of finished answers for the Today view. Answers differ by subject (a worker, or the board of all workers),
/// day, language and role. A view that many clients poll is composed only once.
///
/// The cache also stores request lines, so that a repeated line is answered without parsing it.
final class TodayCache: Sendable {
  /// The values of a request that select one of the answers for a subject (a worker, or the board of all workers).
  struct Key: Hashable, Sendable {
    /// The date parameter as the caller has sent it; `nil` means today.
    let date: DayInput?
    let locale: String?
    let role: Role
  }

  /// A finished answer, with the conditions under which it is valid.
  struct Entry: Sendable {
    let bytes: [UInt8]
    /// The "not modified" answer, for a caller that already has this view.
    let notModified: [UInt8]
    let etag: String
    /// The sequence number of the last change that the view includes.
    let sequence: Int64
    /// The value of ``TodayCache/generation`` before the data for this entry was read. If the cache has another value
    /// now, the entry is out of date.
    let generation: Int
    /// The time at which the view changes by itself, for example when a visit becomes late.
    let validUntil: Instant
  }

  /// The most bytes of all answers and request lines. When there is no room for more, the whole cache is emptied:
  /// composing the views again costs less than tracking which of them are used.
  private static let capacity = 16 << 20
  /// The most request lines that are stored for one subject (a worker, or the board). Clients use only a few different
  /// lines. A client that writes the same request in more and more different ways must not fill the cache.
  private static let linesOfASubject = 32
  private let state = Mutex(CacheState())

  /// Returns a subject's cached answer for the key; `nil` if there is none, or if it is no longer valid.
  func entry(of subject: Today.Subject, _ key: Key, now: Instant) -> Entry? {
    state.withLock { state in
      guard let entry = state.shelves[subject]?.entries[key], now < entry.validUntil else { return nil }
      return entry
    }
  }

  /// Returns the cached answer to the same request line from a caller with the same role; `nil` if there is none, or if
  /// it is no longer valid.
  func answer(to line: CallLine, role: Role, now: Instant) -> [UInt8]? {
    state.withLock { state in
      guard let known = state.lines[line.hash], known.role == role, now < known.validUntil, line.says(known.text) else {
        return nil
      }
      return known.answer
    }
  }

  /// Stores an answer, unless a change has made it out of date since its data was read.
  func keep(_ entry: Entry, of subject: Today.Subject, _ key: Key) {
    state.withLock { state in
      guard state.isPresent(entry, of: subject) else { return }
      state.makeRoom(for: entry.bytes.count, within: Self.capacity)
      state.keep(entry, of: subject, key)
    }
  }

  /// Stores a request line with the answer that it got: one of the two answers of an entry.
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

  /// Removes the cached Today views that a change concerns.
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
      case .absence: state.clear(changedBy: change)
      case .series, .task: break
      case .client:
        // The change does not say whose visits show the client. Clients change rarely, so clear all.
        state.clear(changedAt: change.event.sequence)
      }
    }
  }

  /// Removes the cached Home views that a change concerns. It is for a cache that stores Home views instead of Today
  /// views.
  func invalidateHomes(_ change: CommittedChange) {
    state.withLock { state in
      switch change.event.topic {
      case .device, .series, .alert, .task, .taskRecord, .absence: break
      case .session where change.event.method == SessionTrial.name, .visit, .worker:
        for worker in change.workers { state.clear(.worker(worker.rawValue), changedAt: change.event.sequence) }
      // The change does not say whose Homes show the client.
      case .session, .goal, .client, .emergency: state.clear(changedAt: change.event.sequence)
      }
    }
  }

  /// Empties the cache after something outside the database has changed. An answer that is being composed meanwhile
  /// will not be stored either.
  func invalidate() { state.withLock { $0.begin() } }

  /// The present generation of the cache. Read it before you read the data for an entry: if the cache is invalidated in
  /// between, the entry is not stored.
  var generation: Int { state.withLock(\.generation) }
}
