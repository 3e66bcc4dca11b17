import JSON
import JSONRPC

/// A call that has begun and is answered later.
struct PendingCall {
  /// The id of the request; `nil` for a notification.
  let id: RPCID?
  /// The batch that contains the call; `nil` for a single call.
  let batch: BatchAnswer?
  /// The room in the buffers that is reserved for the call.
  let room: CallRoom

  /// Whether the call waits for an event.
  var waits: Bool { room.waits }
}

/// The results of the calls in one line, taken together.
enum CallsOfLine {
  /// The line contains no call. It was already counted as a line without a call.
  case counted
  /// All calls of the line so far were refused because the user has no role. Such a line is treated like a line without
  /// a call, so that the user cannot delay others.
  case refused
  /// At least one call of the line was accepted.
  case taken
}

/// The calls of one line that have not begun yet, for example because there is no room for their answers.
struct UntakenCalls {
  /// The entries of the line that have not begun, in reverse order: the next one is last.
  var entries: [RPCMessage.Entry]
  /// The line itself, by which a repeat can be answered from a cache; `nil` if the line is a batch.
  var line: CallLine?
  /// The collected answers to the batch; `nil` if the line is a single call.
  var batch: BatchAnswer?
  /// The approximate memory, in bytes, of all entries of the line, including those that have begun since.
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

/// Collects the answers to a batch until they are moved to the outbox. It is used only on the event loop of its
/// connection.
final class BatchAnswer {
  /// The number of the batch's entries that are not answered yet.
  private var open: Int
  private var answers: [Answer] = []
  /// The approximate size, in bytes, of the collected answers.
  private(set) var size = 0

  /// Creates the object for a batch with this number of entries.
  init(entries: Int) {
    open = entries
  }

  /// Whether every entry of the batch is answered.
  var isComplete: Bool { open == 0 }

  /// Adds the answer to one entry of the batch. `answer` is `nil` for a notification, which gets no answer.
  func add(_ answer: Answer?) {
    open -= 1
    guard let answer else { return }
    answers.append(answer)
    size += answer.size
  }

  /// Removes and returns the answers collected so far.
  func take() -> [Answer] {
    defer { (answers, size) = ([], 0) }
    return answers
  }
}
