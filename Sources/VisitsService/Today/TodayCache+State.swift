import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore

extension TodayCache {
  /// The contents of the cache. A shelf has the cached answers for one subject: a worker, or the board of all workers.
  struct CacheState {
    /// A request line, with the cached answer to it.
    struct KnownLine {
      let text: CallLine.Text
      let role: Role
      let subject: Today.Subject
      /// The answer to the line: the view of a cache entry, or its "not modified" answer. It shares the entry's memory.
      let answer: [UInt8]
      let validUntil: Instant
    }

    struct Shelf {
      var entries: [Key: Entry] = [:]
      /// The hashes of the request lines that are answered from these entries.
      var lines: [Int] = []
      /// The sequence number of the last change that concerned the subject of this shelf.
      var changedAt: Int64 = 0
    }

    private(set) var shelves: [Today.Subject: Shelf] = [:]
    private(set) var lines: [Int: KnownLine] = [:]
    private var bytes = 0
    /// The number of times that the cache was invalidated for another reason than a change in the database, for example
    /// because the state of sync has changed.
    private(set) var generation = 0
    /// The sequence number of the last change that may concern the answers of every subject.
    private var everybodyChangedAt: Int64 = 0

    /// Whether an entry is up to date: no change has concerned its subject since its data was read.
    func isPresent(_ entry: Entry, of subject: Today.Subject) -> Bool {
      entry.generation == generation && entry.sequence >= everybodyChangedAt
        && entry.sequence >= shelves[subject]?.changedAt ?? 0
    }

    /// Empties the cache and begins a new generation. Entries whose data was read in an earlier generation are not
    /// stored.
    mutating func begin() {
      generation += 1
      clear()
    }

    mutating func makeRoom(for count: Int, within capacity: Int) {
      if bytes + count > capacity { clear() }
    }

    mutating func keep(_ entry: Entry, of subject: Today.Subject, _ key: Key) {
      let old = shelves[subject, default: Shelf()].entries.updateValue(entry, forKey: key)
      bytes += entry.bytes.count - (old?.bytes.count ?? 0)
    }

    mutating func keep(_ line: KnownLine, hash: Int) {
      let old = lines.updateValue(line, forKey: hash)
      bytes += line.text.count - (old?.text.count ?? 0)
      // If a line of another shelf had the same hash, this shelf must list it too, or clearing it would leave the line.
      if old?.subject != line.subject { shelves[line.subject, default: Shelf()].lines.append(hash) }
    }

    /// Removes the answers of one subject after the change with this sequence number.
    mutating func clear(_ subject: Today.Subject, changedAt sequence: Int64) {
      var shelf = shelves[subject, default: Shelf()]
      for entry in shelf.entries.values { bytes -= entry.bytes.count }
      for hash in shelf.lines { bytes -= lines.removeValue(forKey: hash)?.text.count ?? 0 }
      shelf.entries = [:]
      shelf.lines = []
      shelf.changedAt = max(shelf.changedAt, sequence)
      shelves[subject] = shelf
    }

    /// Removes the answers of the workers whom a change concerns, and the answers of the board.
    mutating func clear(changedBy change: CommittedChange) {
      for worker in change.workers { clear(.worker(worker.rawValue), changedAt: change.event.sequence) }
      clear(.everybody, changedAt: change.event.sequence)
    }

    /// Removes the answers of all subjects after a change that may concern any of them.
    mutating func clear(changedAt sequence: Int64) {
      everybodyChangedAt = max(everybodyChangedAt, sequence)
      clear()
    }

    private mutating func clear() {
      // Without bytes there are neither entries nor lines. Return early, because a thousand clients may change in a
      // row.
      guard bytes > 0 else { return }
      for subject in shelves.keys {
        shelves[subject]?.entries = [:]
        shelves[subject]?.lines = []
      }
      lines = [:]
      bytes = 0
    }
  }
}
