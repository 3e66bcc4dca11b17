import JSONRPC
import NIOCore

/// From a line to its answer.
extension ConnectionHandler {
  /// A line of so many bytes takes as long as a call more.
  private static let bytesOfWork = 4096

  /// Takes lines until none is whole, the flow says stop, or other connections have their turn.
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
    if !flow.discards, !flow.waitsForTurn, framer.heldBytes > 0, untakenCalls == nil, account.isExceeded,
      connection.refusal == nil
    {
      refuse(.buffersFull)
    }
  }

  /// The next line; the end of the stream ends one too.
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
      // The line has ended: whatever was wrong with it, those behind it may be another's.
      let isSlowed = takeUnreadable()
      countRefusal()
      pauseIfRefused()
      write(.failure(isSlowed ? error.slowed(by: limits) : error), id: .null, batch: nil)
    }
    if connection.refusal != nil, untakenCalls == nil { flow.drain() }
  }

  /// Takes the next call of a line that is not taken whole, unless there is no room for it.
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

  /// A line is taken whole.
  private func endLine() {
    switch callsOfLine {
    case .counted: break
    case .taken: flow.readable()
    case .refused: _ = takeUnreadable()
    }
  }

  /// Returns whether nothing more is read for a while.
  private func takeUnreadable() -> Bool {
    // What one of many sends must not hold up the others: whoever carries them has limits for each.
    guard connection.standing != .gateway else { return false }
    let pauses = flow.unreadable()
    if pauses { pause(for: TimeAmount(limits.patience)) }
    return pauses
  }

  /// Takes the calls that wait for room without waiting: at a shutdown every call that was read is answered.
  func takeAll() {
    while let calls = untakenCalls, let entry = calls.entries.last {
      _ = take(entry, line: calls.line, batch: calls.batch, waitsForRoom: false)
      untakenCalls?.entries.removeLast()
    }
    untakenCalls = nil
    flow.waitsForRoom = false
  }

  /// Returns whether the call was taken: not while it waits for room for its answer.
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

  /// Why a call of this kind is not taken; `nil`: it is.
  private func refusal(of kind: RPCCallKind) -> RPCError? {
    if kind == .urgent { return nil }
    if connection.refusal != nil || account.isExceeded { return connection.refusal ?? .buffersFull }
    guard kind == .waiting else { return nil }
    if !flow.takesWaiting { return .tooManyWaiting(limit: limits.callsWaiting, ofUser: false) }
    let limit = connection.standing == .gateway ? limits.callsWaitingPerGateway : limits.callsWaitingPerUser
    return account.waitsOfUser >= limit ? .tooManyWaiting(limit: limit, ofUser: true) : nil
  }

  /// Returns whether the connection waits until there is room.
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

  /// Writes an answer, or collects it into its batch; without an id there is none.
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

  /// Whether a batch has so much that it must be sent before more is taken.
  func isLarge(_ batch: BatchAnswer) -> Bool { batch.size > min(limits.batchBytes, flow.unsentLimit) }

  /// Hands over what a batch has so far. Only one array at a time can be open.
  func handOver(_ batch: BatchAnswer) {
    guard batch.isComplete || outbox.batch == nil || outbox.batch === batch else { return }
    collectedBytes -= batch.size
    outbox.append(batch)
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
