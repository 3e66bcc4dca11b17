import JSONRPC

/// The answers and notifications of a connection that are not handed to its channel yet.
struct Outbox {
  private enum Line {
    case answer(Answer)
    case batch([Answer])
    case notices([UInt8])
  }

  private var lines: [Line] = []
  /// About how many bytes the answers take.
  private(set) var size = 0

  /// Whether nothing waits.
  var isEmpty: Bool { lines.isEmpty }

  /// Adds one answer.
  mutating func append(_ answer: Answer) {
    lines.append(.answer(answer))
    size += answer.size
  }

  /// Adds the answers to a batch.
  mutating func append(batch answers: [Answer]) {
    lines.append(.batch(answers))
    for answer in answers { size += answer.size }
  }

  /// Adds notifications, whole lines.
  mutating func append(lines bytes: [UInt8]) {
    lines.append(.notices(bytes))
    size += bytes.count
  }

  /// Writes every answer, a line each, and forgets them.
  mutating func write(to bytes: inout [UInt8]) {
    for line in lines {
      switch line {
      case .answer(let answer):
        answer.write(to: &bytes)
      case .batch(let answers):
        for (index, answer) in answers.enumerated() {
          bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
          answer.write(to: &bytes)
        }
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
