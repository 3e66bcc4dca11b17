import JSON

/// The answers and notifications of a connection that wait to be sent.
struct Outbox {
  private enum Line {
    case answer(Answer)
    /// Some of the answers to a batch, which are sent as one JSON array. `begins` and `ends` state whether they are the
    /// first and the last of the array.
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
  /// The lines that wait until the array of an incomplete batch is closed.
  private var behind: [Line] = []
  /// The incomplete batch whose array has begun and is not closed yet; `nil` if there is none.
  private(set) var batch: BatchAnswer?
  /// The approximate number of bytes that can be sent now.
  private(set) var size = 0
  /// The approximate number of bytes that wait until the array of an incomplete batch is closed.
  private(set) var sizeBehind = 0

  /// Whether there is nothing to send now.
  var isEmpty: Bool { lines.isEmpty }

  /// Appends the answer to a single call.
  mutating func append(_ answer: Answer) { append(.answer(answer)) }

  /// Appends notifications. `bytes` consists of complete lines.
  mutating func append(lines bytes: [UInt8]) { append(.notices(bytes)) }

  /// Appends the answers to a batch that are collected so far. If the batch is incomplete, its array stays open, and
  /// all other output waits until the array is closed.
  ///
  /// A batch of notifications alone has no answers and gets no array (JSON-RPC 2.0, 6).
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

  /// Appends everything that can be sent now to `bytes`, and removes it from the outbox.
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
