import JSON
import JSONRPC

/// A call that is answered later.
struct PendingCall {
  /// The id; `nil` for a notification.
  let id: RPCID?
  /// The batch in which it came.
  let batch: BatchAnswer?
  /// What is kept free for it.
  let room: CallRoom

  /// Whether it waits for something to happen.
  var waits: Bool { room.waits }
}

/// What has come of the calls of one line.
enum CallsOfLine {
  /// The line says no call, and was counted as such.
  case counted
  /// A user who may call next to nothing was refused each call so far. A line of nothing else counts as one that says no
  /// call: such a user must not keep the others waiting.
  case refused
  /// One was taken.
  case taken
}

/// Calls of one line that have not begun: there is no room for their answers yet.
struct UntakenCalls {
  /// What the line says, the next entry last.
  var entries: [RPCMessage.Entry]
  /// The line, if it says a single call.
  var line: CallLine?
  /// The batch, if it is one.
  var batch: BatchAnswer?
  /// About how many bytes of memory the entries took together, when none was taken.
  let memory: Int

  init(_ entries: [RPCMessage.Entry], line: CallLine? = nil, batch: BatchAnswer? = nil) {
    self.entries = entries
    self.line = line
    self.batch = batch
    memory = entries.reduce(0) { $0 + $1.memory }
  }
}

extension RPCMessage.Entry {
  fileprivate var memory: Int {
    switch self {
    case .request(let request): request.params.memory
    case .refused: 0
    }
  }
}

/// The answers to a batch that are not in the outbox yet. It lives on its connection's event loop.
final class BatchAnswer {
  /// How many entries have no answer.
  private var open: Int
  private var answers: [Answer] = []
  /// About how many bytes the answers take.
  private(set) var size = 0

  /// An answer to so many entries.
  init(entries: Int) {
    open = entries
  }

  /// Whether every entry is answered.
  var isComplete: Bool { open == 0 }

  /// Takes the answer to one entry; `nil` for one that gets none.
  func add(_ answer: Answer?) {
    open -= 1
    guard let answer else { return }
    answers.append(answer)
    size += answer.size
  }

  /// Hands out the answers so far.
  func take() -> [Answer] {
    defer { (answers, size) = ([], 0) }
    return answers
  }
}
