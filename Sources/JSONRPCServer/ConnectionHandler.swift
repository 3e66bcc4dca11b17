import Glibc
import JSONRPC
import NIOCore

/// Serves one connection: splits its bytes into lines, passes the calls to the application, and sends the answers.
///
/// It is a channel handler rather than a task, because a call that is answered at once then needs neither a promise nor
/// a change of threads.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  let connection: RPCConnection
  let handler: any RPCHandler
  let session: any RPCSession
  let limits: RPCLimits
  var account: BufferAccount
  private let descriptor: NIOBSDSocket.Handle
  let turn: LoopTurn
  private let onEnd: @Sendable (RPCConnection) -> Void

  var flow: ConnectionFlow
  var framer: LineFramer
  var outbox = Outbox()
  var pending: [UInt64: PendingCall] = [:]
  /// The calls of the present line that have not begun; `nil` if all have.
  var untakenCalls: UntakenCalls?
  /// Whether any call of the present line was accepted.
  var callsOfLine = CallsOfLine.counted
  /// The approximate size, in bytes, of the answers that are collected for incomplete batches.
  var collectedBytes = 0
  var lastSlot: UInt64 = 0
  /// The number of calls handled in this turn. A long line counts as several calls, because parsing it takes as long.
  var workOfTurn = 0
  /// The pause that refused calls of the present line have caused; `nil` if there is none.
  var pauseOfRefusals: TimeAmount?
  /// The number of urgent calls handled since the present pause or wait for a turn began.
  var urgentOfWait = 0
  /// The actions that inform senders of notifications. They run with `true` when there is room for more notifications,
  /// and with `false` when the peer gets no more.
  private var untaken: [@Sendable (Bool) -> Void] = []

  private var context: ChannelHandlerContext?
  /// The number of bytes that wait in the channel because the peer does not read. While there are any, further answers
  /// stay in `outbox`.
  private var bytesInChannel = 0
  private var isReading = true
  /// Whether the connection is in the list of those that continue at the end of this turn.
  var isActive = false
  /// Whether input has arrived that was not yet scanned for urgent calls.
  var hasNewInput = false
  private var unfinishedLine: Scheduled<Void>?
  private var stalledOutput: Scheduled<Void>?
  private var stall = OutputStall()
  private var isClosing = false
  private var hasLeft = false

  init(
    connection: RPCConnection, descriptor: NIOBSDSocket.Handle, handler: any RPCHandler, limits: RPCLimits,
    account: BufferAccount, turn: LoopTurn,
    onEnd: @escaping @Sendable (RPCConnection) -> Void
  ) {
    self.connection = connection
    self.descriptor = descriptor
    self.handler = handler
    session = handler.session(on: connection)
    self.limits = limits
    self.account = account
    self.turn = turn
    self.onEnd = onEnd
    flow = ConnectionFlow(limits: limits)
    framer = LineFramer(limit: limits.messageBytes(of: connection.standing))
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    connection.attach(self)
    if let refusal = connection.refusal {
      after(TimeAmount(limits.urgentWait)) { $0.refuseSilence(refusal) }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) { end() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if flow.discards { return }
    unwrapInboundIn(data).withUnsafeReadableBytes { framer.append($0) }
    hasNewInput = true
  }

  func channelReadComplete(context: ChannelHandlerContext) { goOn() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .some(.inputClosed) = event as? ChannelEvent {
      flow.endInput()
      goOn()
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// Moves the answers and notifications that other threads have queued to the outbox, and continues the connection.
  func writeOutgoing() {
    for outgoing in connection.takeOutgoing() {
      switch outgoing {
      case .answer(let slot, let reply):
        guard let call = pending.removeValue(forKey: slot) else { continue }
        end(call)
        write(fitting(reply, to: call), id: call.id, batch: call.batch)
      case .notices(let lines, let whenTaken):
        guard flow.takesNotices else {
          whenTaken(false)
          continue
        }
        outbox.append(lines: lines)
        untaken.append(whenTaken)
      }
    }
    goOn()
  }

  /// Returns the reply to send for a call. No room was reserved for the answer to a call that waited for an event. If
  /// the answer does not fit in the buffers, the caller gets an error instead and must repeat the call.
  private func fitting(_ reply: RPCReply, to call: PendingCall) -> RPCReply {
    guard call.waits, let id = call.id, account.isExceeded(with: Answer(id: id, reply: reply).size) else {
      return reply
    }
    return .failure(.buffersFull)
  }

  /// Informs the senders of notifications if there is room for more, or if the peer gets no more.
  private func askForNotices() {
    guard !untaken.isEmpty, flow.unsentBytes <= limits.unsentNoticeBytes || !flow.takesNotices else { return }
    let waiting = untaken
    untaken = []
    for whenTaken in waiting { whenTaken(flow.takesNotices) }
  }

  /// Accepts no further calls, and closes the connection once the calls in flight are answered.
  ///
  /// - Parameter reason: The error that answers calls that wait for an event.
  func drain(_ reason: RPCError) {
    takeAll()
    // Calls that were read and waited only for their turn are still answered.
    if flow.waitsForTurn {
      flow.waitsForTurn = false
      workOfTurn = .min
      takeLines()
      takeAll()
    }
    flow.drain()
    for (slot, call) in pending where call.waits {
      pending[slot] = nil
      end(call)
      write(.failure(reason), id: call.id, batch: call.batch)
    }
    connection.endWaits()
    proceed()
  }

  /// Records in the flow and in the buffer account that a call has ended.
  private func end(_ call: PendingCall) {
    flow.ended(waits: call.waits)
    account.end(call.room)
  }

  /// Closes the connection immediately, even if calls are unanswered.
  func abort() {
    context?.close(promise: nil)
  }

  /// Sends an error because the peer has exceeded a limit, and then ends the connection.
  func refuse(_ error: RPCError) {
    // The open array of a batch cannot be completed any more.
    if untakenCalls != nil { return abort() }
    outbox.append(Answer(id: .null, reply: .failure(error)))
    flow.refuse()
    framer = LineFramer(limit: limits.messageBytes(of: connection.standing))
    turn.discard(self)
    after(.seconds(3)) { $0.abort() }
  }

  /// Reads and discards input. Closing a socket with unread bytes would break the peer's connection before the peer
  /// reads the error. Returns `false` if the connection is closed.
  func discard() -> Bool {
    context?.read()
    return context != nil
  }

  /// Continues everything that can continue: handles input, sends answers, and closes the connection when it is done.
  /// It runs after every event.
  func proceed() {
    guard let context else {
      if !flow.waitsForTurn { leave() }
      return
    }
    var wasHeldUp: Bool
    repeat {
      if holdsInput { takeLines() }
      takeUrgent()
      if let batch = untakenCalls?.batch, isLarge(batch) { handOver(batch) }
      wasHeldUp = !flow.takesLines
      flush(context)
    } while wasHeldUp && flow.takesLines
    // A failed write may have closed the channel.
    guard self.context != nil else { return }
    askForNotices()
    account.hold(heldBytes)
    watchUnfinishedLine()
    watchOutput(context)
    if isReading != wantsInput {
      isReading = wantsInput
      try? context.channel.syncOptions?.setOption(.autoRead, value: isReading)
    }
    if flow.isDone(holdsInput: holdsInput) { finish(context) }
  }

  /// Sends the answers of this turn in one write, unless earlier bytes still wait in the channel.
  ///
  /// It writes to the socket directly, because a write through the channel costs as much as reading the request. Bytes
  /// that the socket does not accept at once (also because of an error) are written through the channel.
  private func flush(_ context: ChannelHandlerContext) {
    if !outbox.isEmpty, bytesInChannel == 0 {
      outbox.write(to: &turn.buffer)
      let sent = turn.buffer.withUnsafeBytes { bytes in
        max(0, send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)))
      }
      let rest = sent < turn.buffer.count ? ByteBuffer(bytes: turn.buffer[sent...]) : nil
      turn.buffer.removeAll(keepingCapacity: turn.buffer.capacity <= 1 << 18)
      if let rest { write(rest, to: context) }
    }
    countUnsent()
  }

  private func write(_ rest: ByteBuffer, to context: ChannelHandlerContext) {
    bytesInChannel = rest.readableBytes
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenSuccess { [weak self] in
      self?.bytesInChannel = 0
      self?.goOn()
    }
    context.writeAndFlush(wrapOutboundOut(rest), promise: written)
  }

  /// Updates the number of unsent bytes in the flow and, after a large change, in the buffer account.
  func countUnsent() {
    let unsent = bytesInChannel + outbox.size + collectedBytes
    // Answers that wait for the end of a batch must not keep the rest of the batch from being handled.
    flow.unsentBytes = untakenCalls == nil ? unsent + outbox.sizeBehind : unsent
    if abs(heldBytes - account.held) > limits.unsentBytesWhenFull { account.hold(heldBytes) }
    flow.isCrowded = account.isExceeded
  }

  /// Whether the connection has buffered input that was not handled yet.
  var holdsInput: Bool { framer.heldBytes > 0 || untakenCalls != nil }

  /// Whether the channel is open.
  var isOpen: Bool { context != nil }

  /// The number of bytes that the connection buffers: input, answers and collected batches.
  private var heldBytes: Int {
    framer.heldBytes + (untakenCalls?.memory ?? 0) + bytesInChannel + outbox.size + outbox.sizeBehind + collectedBytes
  }

  /// Continues the connection when there may be room for the call that waits for it.
  func resume() {
    flow.waitsForRoom = false
    goOn()
  }

  /// Closes the connection if answers wait for the peer, and the peer reads nothing for ``RPCLimits/stalledOutput``.
  private func watchOutput(_ context: ChannelHandlerContext) {
    guard bytesInChannel > 0 else {
      stalledOutput?.cancel()
      stalledOutput = nil
      stall = OutputStall()
      return
    }
    guard stalledOutput == nil else { return }
    stalledOutput = after(TimeAmount(limits.stalledOutput / OutputStall.looks)) { handler in
      handler.stalledOutput = nil
      if handler.stall.isStalled(left: handler.untakenBytes) { return handler.abort() }
      if let context = handler.context { handler.watchOutput(context) }
    }
  }

  /// The number of sent bytes that the peer has not read, including those in the kernel's socket buffer.
  private var untakenBytes: Int {
    var inKernel: Int32 = 0
    _ = ioctl(descriptor, UInt(TIOCOUTQ), &inKernel)
    let inChannel = try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)
    return Int(inKernel) + (inChannel ?? 0)
  }

  /// Starts the deadline for a line that has arrived only in part. Further bytes of the same line do not extend it.
  private func watchUnfinishedLine() {
    guard framer.heldBytes > 0, flow.takesLines else {
      if isWatching { stopWatch() }
      return
    }
    guard unfinishedLine == nil else { return }
    unfinishedLine = after(TimeAmount(limits.unfinishedLine)) { $0.refuseUnfinishedLine() }
  }

  /// Whether the deadline for an unfinished line is running.
  var isWatching: Bool { unfinishedLine != nil }

  /// Stops the deadline for an unfinished line, because the line is complete or the connection reads no more.
  func stopWatch() {
    unfinishedLine?.cancel()
    unfinishedLine = nil
  }

  /// Ends a connection that was reserved for an urgent call and on which no call has arrived in time.
  private func refuseSilence(_ error: RPCError) {
    guard context != nil, !flow.discards else { return }
    refuse(error)
    proceed()
  }

  private func refuseUnfinishedLine() {
    refuse(.unfinishedLine(after: limits.unfinishedLine))
    proceed()
  }

  /// Starts the timer that ends a pause. During the pause, only urgent calls are handled.
  func pause(for duration: TimeAmount) {
    urgentOfWait = 0
    after(duration) {
      $0.flow.resume()
      $0.goOn()
    }
  }

  @discardableResult
  private func after(_ delay: TimeAmount, _ action: @escaping (ConnectionHandler) -> Void) -> Scheduled<Void>? {
    context?.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
      if let self { action(self) }
    }
  }

  /// Closes the connection. After a refusal, the peer may still be writing, and a write that fails would keep it from
  /// reading the error. So only the sending half is closed then, after a pause that slows down a flooding peer.
  private func finish(_ context: ChannelHandlerContext) {
    if flow.isRefusing, !flow.inputHasEnded {
      if !isClosing { after(TimeAmount(limits.patience)) { $0.context?.close(mode: .output, promise: nil) } }
      isClosing = true
    } else {
      context.close(promise: nil)
    }
  }

  /// Records that the channel is closed. Calls that wait for their turn are still handled, because a peer may send
  /// notifications and close at once.
  private func end() {
    guard context != nil else { return }
    context = nil
    stopWatch()
    stalledOutput?.cancel()
    if !flow.waitsForTurn { leave() }
  }

  /// Releases all resources of the connection. Does nothing when it is called again.
  private func leave() {
    guard !hasLeft else { return }
    hasLeft = true
    turn.forget(self)
    account.hold(0)
    for call in pending.values { account.end(call.room) }
    pending = [:]
    untakenCalls = nil
    for whenTaken in untaken { whenTaken(false) }
    untaken = []
    connection.detach()
    onEnd(connection)
  }
}
