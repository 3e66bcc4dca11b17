import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore

extension TodayCache {
  /// What is kept, a shelf for each worker and one for everybody's board.
  struct CacheState {
    /// What a line was answered with.
    struct KnownLine {
      let text: CallLine.Text
      let role: Role
      let subject: Today.Subject
      /// One of the two of an entry, whose room it shares.
      let answer: [UInt8]
      let validUntil: Instant
    }

    struct Shelf {
      var entries: [Key: Entry] = [:]
      /// The hashes of the lines that asked for these.
      var lines: [Int] = []
      /// The last change that concerned this shelf.
      var changedAt: Int64 = 0
    }

    private(set) var shelves: [Today.Subject: Shelf] = [:]
    private(set) var lines: [Int: KnownLine] = [:]
    private var bytes = 0
    /// Counts what has changed beside the database.
    private(set) var generation = 0
    /// The last change that may concern everybody.
    private var everybodyChangedAt: Int64 = 0

    /// Whether nothing has changed there since.
    func isPresent(_ entry: Entry, of subject: Today.Subject) -> Bool {
      entry.generation == generation && entry.sequence >= everybodyChangedAt
        && entry.sequence >= shelves[subject]?.changedAt ?? 0
    }

    /// Forgets everything, and takes nothing that was made from what was before.
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
      // A line of another shelf may have had the same hash: this one must go with its own shelf all the same.
      if old?.subject != line.subject { shelves[line.subject, default: Shelf()].lines.append(hash) }
    }

    /// Forgets all of a shelf.
    mutating func clear(_ subject: Today.Subject, changedAt sequence: Int64) {
      var shelf = shelves[subject, default: Shelf()]
      for entry in shelf.entries.values { bytes -= entry.bytes.count }
      for hash in shelf.lines { bytes -= lines.removeValue(forKey: hash)?.text.count ?? 0 }
      shelf.entries = [:]
      shelf.lines = []
      shelf.changedAt = max(shelf.changedAt, sequence)
      shelves[subject] = shelf
    }

    /// Forgets the shelves of those whom a change concerns, and everybody's board.
    mutating func clear(changedBy change: CommittedChange) {
      for worker in change.workers { clear(.worker(worker.rawValue), changedAt: change.event.sequence) }
      clear(.everybody, changedAt: change.event.sequence)
    }

    /// Forgets everything, since that change may concern everybody.
    mutating func clear(changedAt sequence: Int64) {
      everybodyChangedAt = max(everybodyChangedAt, sequence)
      clear()
    }

    private mutating func clear() {
      // Without bytes there are neither entries nor lines, and a thousand clients may change in a row.
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
