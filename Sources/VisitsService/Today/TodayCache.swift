import JSONRPC
import Synchronization
import VisitsAPI
import VisitsModel
import VisitsStore

/// Finished bytes of Today, per worker or everybody, care day, language and role: what is polled is composed once.
///
/// The lines that asked for them are kept too, so that who polls is answered without a look into the line.
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
    /// Before it was made from anything.
    let generation: Int
    /// When it would look different by itself.
    let validUntil: Instant
  }

  /// All entries and lines together; over it everything is put away: composing again costs less than keeping count.
  private static let capacity = 16 << 20
  /// A day is asked for in few ways; who spells the same in ever new ones gets no room for it.
  private static let linesOfASubject = 32
  private let state = Mutex(CacheState())

  /// The entry, while it is valid.
  func entry(of subject: Today.Subject, _ key: Key, now: Instant) -> Entry? {
    state.withLock { state in
      guard let entry = state.shelves[subject]?.entries[key], now < entry.validUntil else { return nil }
      return entry
    }
  }

  /// What such a line of a caller of that role was answered with, while it is valid.
  func answer(to line: CallLine, role: Role, now: Instant) -> [UInt8]? {
    state.withLock { state in
      guard let known = state.lines[line.hash], known.role == role, now < known.validUntil, line.says(known.text) else {
        return nil
      }
      return known.answer
    }
  }

  /// Keeps an entry, unless something newer than what it was made from has put it out of date.
  func keep(_ entry: Entry, of subject: Today.Subject, _ key: Key) {
    state.withLock { state in
      guard state.isPresent(entry, of: subject) else { return }
      state.makeRoom(for: entry.bytes.count, within: Self.capacity)
      state.keep(entry, of: subject, key)
    }
  }

  /// Keeps the line that was answered with one of an entry's two answers.
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

  /// Forgets what a change concerns.
  func invalidate(_ change: CommittedChange) {
    state.withLock { state in
      switch change.event.topic {
      case .device: break
      case .visit, .worker, .alert: state.clear(changedBy: change)
      case .emergency:
        // On whose Today it stands changes with the visit's worker, and emergencies are rare.
        state.clear(changedAt: change.event.sequence)
      // A Today shows visits, and nothing of what is done during one, but whether all of it has arrived upstream: who is
      // told "Synced" throws the paper away.
      case .taskRecord, .goal, .session: if change.waitsForUpstream { state.clear(changedBy: change) }
      case .series, .task: break
      case .client:
        // Whose visits show the client is not known here, and clients change rarely.
        state.clear(changedAt: change.event.sequence)
      }
    }
  }

  /// Forgets what a change concerns where it is Homes that are kept.
  func invalidateHomes(_ change: CommittedChange) {
    state.withLock { state in
      switch change.event.topic {
      case .device, .series, .alert, .task, .taskRecord: break
      case .session where change.event.method == SessionTrial.name, .visit, .worker:
        for worker in change.workers { state.clear(.worker(worker.rawValue), changedAt: change.event.sequence) }
      // Whose Homes show the client is not known here.
      case .session, .goal, .client, .emergency: state.clear(changedAt: change.event.sequence)
      }
    }
  }

  /// Forgets everything, since something has changed that is no change of the database. What is being composed meanwhile
  /// is not kept either.
  func invalidate() { state.withLock { $0.begin() } }

  /// To be asked for before anything is read that an entry is made from.
  var generation: Int { state.withLock(\.generation) }
}
