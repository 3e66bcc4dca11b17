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
    /// The last message that is not mended.
    package var message: String
    /// When that was, in milliseconds since 1970 in UTC.
    package var at: Int64
    /// How often it was said, without the times that are mended.
    package var count: Int
  }

  /// The messages of an event about one thing that is not mended.
  private struct Told {
    var subject: String
    var message: String
    var at: Int64
    var count: Int
    /// The place of its last entry among all entries.
    var number: Int
  }

  /// An event with its messages about each thing that is not mended, the latest last.
  private struct Open {
    let id: String
    let priority: Priority
    var told: [Told]

    /// The place of its last entry among all entries.
    var number: Int { told.last?.number ?? 0 }

    /// The event as it is remembered; `nil` if all of it is mended.
    var event: Remembered? {
      told.last.map { last in
        Remembered(
          id: id, priority: priority, message: last.message, at: last.at, count: told.reduce(0) { $0 + $1.count })
      }
    }
  }

  /// So many events are remembered.
  package static let room = 10

  private struct State {
    /// The latest one last.
    var events: [Open] = []
    var counts: [Priority: Int] = [:]
    /// How many entries there were.
    var entries = 0
  }

  private let state = Mutex(State())

  /// Nothing is remembered.
  package init() {}

  /// What is remembered, the latest first.
  package var events: [Remembered] { state.withLock { $0.events.reversed().compactMap(\.event) } }

  /// How often something of each priority was said.
  package var counts: [Priority: Int] { state.withLock(\.counts) }

  /// Something was said.
  func note(_ entry: LogEntry, at now: Int64) {
    guard entry.priority <= .warning, let id = entry.messageID else { return }
    state.withLock { state in
      state.counts[entry.priority, default: 0] += 1
      state.entries += 1
      var open = Open(id: id, priority: entry.priority, told: [])
      if let index = state.events.firstIndex(where: { $0.id == id }) {
        open.told = state.events.remove(at: index).told
      } else if state.events.count == Self.room {
        state.events.removeFirst()
      }
      let before = open.told.firstIndex { $0.subject == entry.subject }.map { open.told.remove(at: $0).count } ?? 0
      open.told.append(
        Told(
          subject: entry.subject, message: entry.message, at: now, count: before + 1, number: state.entries))
      state.events.append(open)
    }
  }

  /// Forgets what the entry mends. An event about several things then has its last message about the others, and is
  /// forgotten when all of them are mended.
  func mend(_ entry: LogEntry) {
    guard !entry.mends.isEmpty else { return }
    state.withLock { state in
      for index in state.events.indices where entry.mends.contains(state.events[index].id) {
        state.events[index].told.removeAll { $0.subject == entry.subject }
      }
      state.events.removeAll(where: \.told.isEmpty)
      state.events.sort { $0.number < $1.number }
    }
  }
}
