import JSON

/// The answers and notifications of a connection that were not passed to its channel yet.
struct Outbox {
  private enum Line {
    case answer(Answer)
    /// A piece of the array that answers a batch.
    case batch([Answer], begins: Bool, ends: Bool)
    case notices([UInt8])

    var size: Int {
      switch self {
      case .answer(let answer): answer.size
      case .batch(let answers, _, _): answers.reduce(2) { $0 + $1.size }
      case .notices(let lines): lines.count
      }
    }
  }

  private var lines: [Line] = []
  /// The lines that wait for the end of the open array.
  private var behind: [Line] = []
  /// The batch whose array is open.
  private(set) var batch: BatchAnswer?
  /// The approximate number of bytes that can be sent now.
  private(set) var size = 0
  /// The approximate number of bytes that wait for the end of a batch.
  private(set) var sizeBehind = 0

  /// Whether nothing can be sent.
  var isEmpty: Bool { lines.isEmpty }

  /// Appends one answer.
  mutating func append(_ answer: Answer) { append(.answer(answer)) }

  /// Appends notifications as whole lines.
  mutating func append(lines bytes: [UInt8]) { append(.notices(bytes)) }

  /// Appends the answers of a batch so far. If the batch is incomplete, its array stays open, and everything else waits
  /// until it has ended.
  ///
  /// A complete batch without any answer gets no array (JSON-RPC 2.0, 6).
  mutating func append(_ batch: BatchAnswer) {
    let begins = self.batch !== batch
    let answers = batch.take()
    if begins, batch.isComplete || answers.isEmpty {
      if !answers.isEmpty { append(.batch(answers, begins: true, ends: true)) }
      return
    }
    add(.batch(answers, begins: begins, ends: batch.isComplete))
    self.batch = batch.isComplete ? nil : batch
    guard batch.isComplete else { return }
    for line in behind { add(line) }
    (behind, sizeBehind) = ([], 0)
  }

  private mutating func append(_ line: Line) {
    guard batch != nil else { return add(line) }
    behind.append(line)
    sizeBehind += line.size
  }

  private mutating func add(_ line: Line) {
    lines.append(line)
    size += line.size
  }

  /// Writes and removes everything that can be sent.
  mutating func write(to bytes: inout [UInt8]) {
    for line in lines {
      switch line {
      case .answer(let answer):
        answer.write(to: &bytes)
      case .batch(let answers, let begins, let ends):
        for (index, answer) in answers.enumerated() {
          bytes.append(UInt8(ascii: begins && index == 0 ? "[" : ","))
          answer.write(to: &bytes)
        }
        guard ends else { continue }
        bytes.append(UInt8(ascii: "]"))
      case .notices(let lines):
        bytes.append(contentsOf: lines)
        continue
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    lines.removeAll(keepingCapacity: lines.count <= 64)
    size = 0
  }
}
