import JSON

/// The answers and notifications of a connection that are not handed to its channel yet.
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
  /// What waits until the array that is being sent has ended.
  private var behind: [Line] = []
  /// The batch whose array has begun and not ended.
  private(set) var batch: BatchAnswer?
  /// About how many bytes can be sent now.
  private(set) var size = 0
  /// About how many bytes wait behind a batch.
  private(set) var sizeBehind = 0

  /// Whether nothing can be sent.
  var isEmpty: Bool { lines.isEmpty }

  /// Adds one answer.
  mutating func append(_ answer: Answer) { append(.answer(answer)) }

  /// Adds notifications, whole lines.
  mutating func append(lines bytes: [UInt8]) { append(.notices(bytes)) }

  /// Adds what a batch has so far: all of it if it is complete; else its array stays open, and everything else waits
  /// until it has ended.
  ///
  /// A batch that is complete without an answer gets no array (JSON-RPC 2.0, 6).
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

  /// Writes everything that can be sent, and forgets it.
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
