import Synchronization

/// Remembers the events of a log at warning or worse that are not mended yet, each once, with its last words: a few, the
/// latest of them.
package final class LogMemory: Sendable {
  /// An event that is remembered.
  package struct Remembered: Sendable, Equatable {
    /// The event's id in the journal's catalog.
    package var id: String
    /// How urgent it is.
    package var priority: Priority
    /// What it said the last time.
    package var message: String
    /// When that was, in milliseconds since 1970 in UTC.
    package var at: Int64
    /// How often it was said since it was mended last.
    package var count: Int
  }

  /// An event with the things that it told of and that are not mended.
  private struct Open {
    var event: Remembered
    var subjects: Set<String>
  }

  /// So many events are remembered.
  package static let room = 10

  private struct State {
    /// The latest one last.
    var events: [Open] = []
    var counts: [Priority: Int] = [:]
  }

  private let state = Mutex(State())

  /// Nothing is remembered.
  package init() {}

  /// What is remembered, the latest first.
  package var events: [Remembered] { state.withLock { $0.events.reversed().map(\.event) } }

  /// How often something of each priority was said.
  package var counts: [Priority: Int] { state.withLock(\.counts) }

  /// Something was said.
  func note(_ entry: LogEntry, at now: Int64) {
    guard entry.priority <= .warning, let id = entry.messageID else { return }
    state.withLock { state in
      state.counts[entry.priority, default: 0] += 1
      var open = Open(
        event: Remembered(id: id, priority: entry.priority, message: entry.message, at: now, count: 1),
        subjects: [entry.subject])
      if let index = state.events.firstIndex(where: { $0.event.id == id }) {
        let before = state.events.remove(at: index)
        open.event.count += before.event.count
        open.subjects.formUnion(before.subjects)
      } else if state.events.count == Self.room {
        state.events.removeFirst()
      }
      state.events.append(open)
    }
  }

  /// Forgets what the entry mends. An event that told of several things is forgotten when all of them are mended.
  func mend(_ entry: LogEntry) {
    guard !entry.mends.isEmpty else { return }
    state.withLock { state in
      for index in state.events.indices where entry.mends.contains(state.events[index].event.id) {
        state.events[index].subjects.remove(entry.subject)
      }
      state.events.removeAll(where: \.subjects.isEmpty)
    }
  }
}
