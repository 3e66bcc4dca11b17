import JSONRPC
import NIOCore

/// From a line to its answer.
extension ConnectionHandler {
  /// Takes lines until none is whole or the flow says stop.
  func takeLines() {
    while flow.takesLines {
      do throws(LineFramer.TooLong) {
        guard let line = try nextLine() else { break }
        if isWatching { stopWatch() }
        take(line)
      } catch {
        refuse(.messageTooLong(limit: error.limit))
      }
    }
    if !flow.discards, framer.heldBytes > 0, budget.isExceeded, connection.refusal == nil { refuse(.buffersFull) }
  }

  /// The next line; the end of the stream ends one too.
  private func nextLine() throws(LineFramer.TooLong) -> ArraySlice<UInt8>? {
    if let line = try framer.next() { return line }
    return flow.inputHasEnded ? try framer.last() : nil
  }

  private func take(_ line: ArraySlice<UInt8>) {
    let callLine = CallLine(line)
    if let callLine, !budget.isExceeded, connection.refusal == nil, let result = session.finished(callLine) {
      return write(.result(result), id: callLine.id, batch: nil)
    }
    do throws(RPCError) {
      let message = try RPCMessage.parse(line, limits: limits)
      let isSlowed = message.saysNoCall && takeUnreadable()
      if !message.saysNoCall { flow.readable() }
      switch message {
      case .single(let entry): take(isSlowed ? entry.slowed(by: limits) : entry, line: callLine, batch: nil)
      case .batch(let entries):
        let batch = BatchAnswer(entries: entries.count)
        for entry in entries { take(isSlowed ? entry.slowed(by: limits) : entry, line: nil, batch: batch) }
      }
    } catch {
      let isSlowed = takeUnreadable()
      if error.isTooLarge {
        refuse(error)
      } else {
        write(.failure(isSlowed ? error.slowed(by: limits) : error), id: .null, batch: nil)
      }
    }
    if connection.refusal != nil { flow.drain() }
  }

  /// Returns whether nothing more is read for a while.
  private func takeUnreadable() -> Bool {
    let pauses = flow.unreadable()
    if pauses { pause() }
    return pauses
  }

  private func take(_ entry: RPCMessage.Entry, line: CallLine?, batch: BatchAnswer?) {
    switch entry {
    case .refused(let error, let id): write(.failure(error), id: id, batch: batch)
    case .request(let request): take(request, line: line, batch: batch)
    }
  }

  private func take(_ request: RPCRequest, line: CallLine?, batch: BatchAnswer?) {
    if connection.refusal != nil || budget.isExceeded, !handler.isUrgent(request.method) {
      return write(.failure(connection.refusal ?? .buffersFull), id: request.id, batch: batch)
    }
    if !flow.takesWaiting, handler.waits(request.method) {
      return write(.failure(.tooManyWaiting(limit: limits.callsWaiting)), id: request.id, batch: batch)
    }
    lastSlot += 1
    let call = RPCCall(
      method: request.method, params: request.params, isNotification: request.isNotification,
      line: line.flatMap { request.isAsked(in: $0) ? $0 : nil }, connection: connection, slot: lastSlot)
    if let reply = session.handle(call) { return write(reply, id: request.id, batch: batch) }
    let waits = handler.waits(request.method)
    pending[call.slot] = PendingCall(id: request.id, batch: batch, waits: waits)
    flow.began(waits: waits)
  }

  /// Writes an answer, or collects it into its batch; without an id there is none.
  func write(_ reply: RPCReply, id: RPCID?, batch: BatchAnswer?) {
    let answer = id.map { Answer(id: $0, reply: reply) }
    if let batch {
      if let answers = batch.add(answer) { outbox.append(batch: answers) }
    } else if let answer {
      outbox.append(answer)
    }
    countUnsent()
  }
}

extension RPCMessage {
  /// Whether nothing in it is a call.
  fileprivate var saysNoCall: Bool {
    switch self {
    case .single(let entry): entry.isNoCall
    case .batch(let entries): entries.allSatisfy(\.isNoCall)
    }
  }
}

extension RPCMessage.Entry {
  /// What is refused, with the word that its sender is read more slowly.
  fileprivate func slowed(by limits: RPCLimits) -> RPCMessage.Entry {
    guard case .refused(let error, let id) = self else { return self }
    return .refused(error.slowed(by: limits), id: id)
  }

  fileprivate var isNoCall: Bool {
    if case .refused = self { true } else { false }
  }
}
