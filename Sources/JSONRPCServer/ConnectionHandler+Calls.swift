import JSONRPC
import NIOCore

/// Handles input: parses the lines, begins the calls in them, and queues the answers.
extension ConnectionHandler {
  /// The number of bytes of a line that take about as long to parse as one call takes to handle. A longer line counts
  /// as several calls.
  private static let bytesOfWork = 4096

  /// Handles lines until no complete line is left, the flow accepts no more lines, or the connection has used up its
  /// turn.
  func takeLines() {
    while flow.takesLines {
      guard workOfTurn < limits.callsPerTurn else {
        if holdsInput { waitForTurn() }
        break
      }
      if untakenCalls != nil {
        workOfTurn += 1
        takeNext()
        continue
      }
      do throws(LineFramer.TooLong) {
        guard let line = try nextLine() else { break }
        workOfTurn += 1 + line.count / Self.bytesOfWork
        if isWatching { stopWatch() }
        take(line)
      } catch {
        refuse(.messageTooLong(limit: error.limit))
      }
    }
    // A connection that pauses must not hold its input while the user's buffers are full: other connections of the user
    // would be refused for as long, and each refusal prolongs the pause.
    if !flow.discards, !flow.waitsForTurn, framer.heldBytes > 0, untakenCalls == nil || flow.isPausing,
      account.isExceeded, connection.refusal == nil
    {
      refuse(.buffersFull)
    }
  }

  /// Returns the next complete line. When the input has ended, the rest of it counts as a line even without a line
  /// feed.
  private func nextLine() throws(LineFramer.TooLong) -> ArraySlice<UInt8>? {
    if let line = try framer.next() { return line }
    return flow.inputHasEnded ? try framer.last() : nil
  }

  func take(_ line: ArraySlice<UInt8>) {
    let callLine = CallLine(line)
    if let callLine, !account.isExceeded, connection.refusal == nil, let result = session.finished(callLine) {
      return write(.result(result), id: callLine.id, batch: nil)
    }
    do throws(RPCError) {
      let message = try RPCMessage.parse(line, limits: limits)
      defer { pauseIfRefused() }
      let isSlowed = message.saysNoCall && takeUnreadable()
      callsOfLine = message.saysNoCall ? .counted : .refused
      switch message {
      case .single(let entry):
        let entry = isSlowed ? entry.slowed(by: limits) : entry
        if take(entry, line: callLine, batch: nil) {
          endLine()
        } else {
          untakenCalls = UntakenCalls([entry], line: callLine)
        }
      case .batch(let entries):
        untakenCalls = UntakenCalls(
          entries.reversed().map { isSlowed ? $0.slowed(by: limits) : $0 }, batch: BatchAnswer(entries: entries.count))
      }
    } catch {
      // The line has ended. Whatever was wrong with it, the lines after it may come from another device.
      let isSlowed = takeUnreadable()
      countRefusal()
      pauseIfRefused()
      write(.failure(isSlowed ? error.slowed(by: limits) : error), id: .null, batch: nil)
    }
    if connection.refusal != nil, untakenCalls == nil { flow.drain() }
  }

  /// Handles the next call of the line whose calls have not all begun. Does nothing if there is no room for the call's
  /// answer.
  private func takeNext() {
    guard let calls = untakenCalls, let entry = calls.entries.last else { return untakenCalls = nil }
    guard take(entry, line: calls.line, batch: calls.batch) else { return }
    defer { pauseIfRefused() }
    untakenCalls?.entries.removeLast()
    guard untakenCalls?.entries.isEmpty == true else { return }
    untakenCalls = nil
    countUnsent()
    endLine()
    if connection.refusal != nil { flow.drain() }
  }

  /// Records that all calls of a line were handled, and whether any of them was accepted.
  private func endLine() {
    switch callsOfLine {
    case .counted: break
    case .taken: flow.readable()
    case .refused: _ = takeUnreadable()
    }
  }

  /// Counts a line that contains no call. Returns whether the connection pauses because there were too many such lines.
  private func takeUnreadable() -> Bool {
    // One device's lines must not slow down the others behind a gateway; the gateway limits each of them.
    guard connection.standing != .gateway else { return false }
    let pauses = flow.unreadable()
    if pauses { pause(for: TimeAmount(limits.patience)) }
    return pauses
  }

  /// Handles the remaining calls of a line even if there is no room for their answers. It is used at a shutdown, when
  /// every call that was read must still be answered.
  func takeAll() {
    while let calls = untakenCalls, let entry = calls.entries.last {
      _ = take(entry, line: calls.line, batch: calls.batch, waitsForRoom: false)
      untakenCalls?.entries.removeLast()
    }
    untakenCalls = nil
    flow.waitsForRoom = false
  }

  /// Handles one call. Returns `false` if the call was not begun, because it must wait until there is room for its
  /// answer.
  private func take(
    _ entry: RPCMessage.Entry, line: CallLine?, batch: BatchAnswer?, waitsForRoom: Bool = true
  ) -> Bool {
    switch entry {
    case .refused(let error, let id):
      countRefusal()
      write(.failure(error), id: id, batch: batch)
    case .request(let request):
      let kind = handler.kind(of: request.method)
      if let refusal = refusal(of: kind) {
        callsOfLine = .taken
        countRefusal()
        write(.failure(refusal), id: request.id, batch: batch)
        return true
      }
      let room = kind.room(for: request, from: connection.standing)
      if waitsForRoom, kind != .urgent, waits(for: room) { return false }
      take(request, room, line: line, batch: batch)
    }
    return true
  }

  /// Returns the error with which a call of this kind must be refused now; `nil` if the connection accepts it.
  private func refusal(of kind: RPCCallKind) -> RPCError? {
    if kind == .urgent { return nil }
    if connection.refusal != nil || account.isExceeded { return connection.refusal ?? .buffersFull }
    guard kind == .waiting else { return nil }
    if !flow.takesWaiting { return .tooManyWaiting(limit: limits.callsWaiting, ofUser: false) }
    let limit = connection.standing == .gateway ? limits.callsWaitingPerGateway : limits.callsWaitingPerUser
    return account.waitsOfUser >= limit ? .tooManyWaiting(limit: limit, ofUser: true) : nil
  }

  /// Returns whether a call must wait for room in the buffers. If so, the connection continues when there may be room.
  private func waits(for room: CallRoom) -> Bool {
    if account.hasRoom(for: room) { return false }
    flow.waitsForRoom = account.waits(for: room) { [connection] in connection.resume() }
    return flow.waitsForRoom
  }

  private func take(_ request: RPCRequest, _ room: CallRoom, line: CallLine?, batch: BatchAnswer?) {
    lastSlot += 1
    let call = RPCCall(
      method: request.method, params: request.params, isNotification: request.isNotification,
      line: line.flatMap { request.isAsked(in: $0) ? $0.copy : nil }, connection: connection, slot: lastSlot)
    let reply = session.handle(call)
    if !connection.isStranger || reply?.isFailure != true { callsOfLine = .taken }
    if reply?.isFailure == true { countRefusal() }
    if let reply { return write(reply, id: request.id, batch: batch) }
    account.begin(room)
    pending[call.slot] = PendingCall(id: request.id, batch: batch, room: room)
    flow.began(waits: room.waits)
  }

  /// Queues the answer to a call, or adds it to the answers of the call's batch. A notification has no id and gets no
  /// answer.
  func write(_ reply: RPCReply, id: RPCID?, batch: BatchAnswer?) {
    let answer = id.map { Answer(id: $0, reply: reply) }
    if let batch {
      batch.add(answer)
      collectedBytes += answer?.size ?? 0
      if batch.isComplete || outbox.batch === batch || isLarge(batch) {
        handOver(batch)
      }
    } else if let answer {
      outbox.append(answer)
    }
    countUnsent()
  }

  /// Whether the collected answers of a batch are so large that they must be sent before more calls are handled.
  func isLarge(_ batch: BatchAnswer) -> Bool { batch.size > min(limits.batchBytes, flow.unsentLimit) }

  /// Moves the collected answers of a batch to the outbox. Answers of an incomplete batch stay while the array of
  /// another batch is being sent, because only one array can be open at a time.
  func handOver(_ batch: BatchAnswer) {
    guard batch.isComplete || outbox.batch == nil || outbox.batch === batch else { return }
    collectedBytes -= batch.size
    outbox.append(batch)
  }
}

extension RPCMessage {
  /// Whether the line contains no call.
  fileprivate var saysNoCall: Bool {
    switch self {
    case .single(let entry): entry.isNoCall
    case .batch(let entries): entries.allSatisfy(\.isNoCall)
    }
  }
}

extension RPCMessage.Entry {
  /// Returns the entry. The error of a refused entry also states that the connection pauses before it reads on.
  fileprivate func slowed(by limits: RPCLimits) -> RPCMessage.Entry {
    guard case .refused(let error, let id) = self else { return self }
    return .refused(error.slowed(by: limits), id: id)
  }

  fileprivate var isNoCall: Bool {
    if case .refused = self { true } else { false }
  }
}
