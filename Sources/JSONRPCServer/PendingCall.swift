import JSONRPC

/// A call that is answered later.
struct PendingCall {
  /// The id; `nil` for a notification.
  let id: RPCID?
  /// The batch in which it came.
  let batch: BatchAnswer?
  /// Whether it waits for something to happen.
  let waits: Bool
}

/// The answers to a batch, collected until the last one is there. It lives on its connection's event loop.
final class BatchAnswer {
  private var open: Int
  private var answers: [Answer] = []

  /// An answer to so many entries.
  init(entries: Int) {
    open = entries
  }

  /// Takes the answer to one entry; `nil` for one that gets none.
  ///
  /// Returns all of them with the last one; none at all when there is nothing to send (JSON-RPC 2.0, 6).
  func add(_ answer: Answer?) -> [Answer]? {
    if let answer { answers.append(answer) }
    open -= 1
    return open == 0 && !answers.isEmpty ? answers : nil
  }
}
