import JSON
import JSONRPC

/// A call that is answered later.
struct PendingCall {
  /// The id; `nil` for a notification.
  let id: RPCID?
  /// The batch that contains the call; `nil` for a single call.
  let batch: BatchAnswer?
  /// The room that is reserved for it.
  let room: CallRoom

  /// Whether it waits for an event.
  var waits: Bool { room.waits }
}

/// The result of the calls of one line.
enum CallsOfLine {
  /// The line has no call, and was counted as such.
  case counted
  /// All calls so far were refused because their user has no role. A line of such calls counts as one without a call,
  /// so that the user cannot delay others.
  case refused
  /// At least one call was accepted.
  case taken
}

/// The calls of one line that have not begun yet, for example because there is no room for their answers.
struct UntakenCalls {
  /// The line's entries, the next one last.
  var entries: [RPCMessage.Entry]
  /// The line, if it is a single call.
  var line: CallLine?
  /// The batch, if the line is one.
  var batch: BatchAnswer?
  /// The approximate memory of all entries of the line, in bytes, including those handled since.
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

/// The answers to a batch that are not in the outbox yet. It is used only on its connection's event loop.
final class BatchAnswer {
  /// The number of entries without an answer.
  private var open: Int
  private var answers: [Answer] = []
  /// The approximate size of the answers in bytes.
  private(set) var size = 0

  /// Creates the answer to a batch with a number of entries.
  init(entries: Int) {
    open = entries
  }

  /// Whether every entry is answered.
  var isComplete: Bool { open == 0 }

  /// Adds the answer to one entry; `nil` for a notification, which gets none.
  func add(_ answer: Answer?) {
    open -= 1
    guard let answer else { return }
    answers.append(answer)
    size += answer.size
  }

  /// Removes and returns the answers so far.
  func take() -> [Answer] {
    defer { (answers, size) = ([], 0) }
    return answers
  }
}
