import Glibc
import JSONRPC
import NIOCore

/// Carries one connection: bytes in, lines out of them, calls to the handler, answers back.
///
/// It is a channel handler and no task: a call that is answered at once costs neither a promise nor a hop.
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
  /// Calls of the last line that have not begun.
  var untakenCalls: UntakenCalls?
  /// What has come of the calls of the line that is being taken.
  var callsOfLine = CallsOfLine.counted
  /// About how many bytes the answers take that are collected in batches.
  var collectedBytes = 0
  var lastSlot: UInt64 = 0
  /// How many calls were taken in this turn, or what takes as long.
  var workOfTurn = 0
  /// How long the connection is to pause, since calls of the line that is being taken were refused.
  var pauseOfRefusals: TimeAmount?
  /// How many calls were taken since they are urgent, while others wait for the end of a pause or for their turn.
  var urgentOfWait = 0
  /// Whom to tell when notifications were taken.
  private var untaken: [@Sendable (Bool) -> Void] = []

  private var context: ChannelHandlerContext?
  /// What the channel holds back because the peer does not read; further answers stay in `outbox` meanwhile.
  private var bytesInChannel = 0
  private var isReading = true
  /// Whether the connection goes on at the end of this turn.
  var isActive = false
  /// Whether something has arrived in which no urgent call was looked for.
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

  /// Writes what came from other threads since the last turn of the event loop.
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

  /// What a call is answered with. For the answer to one that waited no room was kept: it may not fit, and the caller asks
  /// again.
  private func fitting(_ reply: RPCReply, to call: PendingCall) -> RPCReply {
    guard call.waits, let id = call.id, account.isExceeded(with: Answer(id: id, reply: reply).size) else {
      return reply
    }
    return .failure(.buffersFull)
  }

  /// Tells those who sent notifications that there is room for more.
  private func askForNotices() {
    guard !untaken.isEmpty, flow.unsentBytes <= limits.unsentNoticeBytes || !flow.takesNotices else { return }
    let waiting = untaken
    untaken = []
    for whenTaken in waiting { whenTaken(flow.takesNotices) }
  }

  /// Takes no further calls, lets those in flight end, and closes.
  ///
  /// - Parameter reason: What those are told that wait for something to happen.
  func drain(_ reason: RPCError) {
    takeAll()
    // What was read and only waited for its turn is answered.
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

  /// A call is answered.
  private func end(_ call: PendingCall) {
    flow.ended(waits: call.waits)
    account.end(call.room)
  }

  /// Closes at once.
  func abort() {
    context?.close(promise: nil)
  }

  /// Answers a limit that was met; the connection ends with it.
  func refuse(_ error: RPCError) {
    // The array of a batch cannot be ended any more.
    if untakenCalls != nil { return abort() }
    outbox.append(Answer(id: .null, reply: .failure(error)))
    flow.refuse()
    framer = LineFramer(limit: limits.messageBytes(of: connection.standing))
    turn.discard(self)
    after(.seconds(3)) { $0.abort() }
  }

  /// Reads something to throw it away: closing with unread bytes would break the peer's write before it sees the error.
  /// Returns whether there may be more of it.
  func discard() -> Bool {
    context?.read()
    return context != nil
  }

  /// After every event: goes on with what can go on now.
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
    // A write that failed may have closed the channel.
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

  /// Sends the answers of this turn in one piece, unless earlier ones are still stuck.
  ///
  /// They go to the socket directly: the way through the channel costs as much as reading the request. What the socket
  /// does not take at once, errors included, is left to the channel.
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

  /// Tells the flow how much the peer has not taken, and charges it.
  func countUnsent() {
    let unsent = bytesInChannel + outbox.size + collectedBytes
    // What waits behind a batch must not keep the rest of the batch from being taken.
    flow.unsentBytes = untakenCalls == nil ? unsent + outbox.sizeBehind : unsent
    if abs(heldBytes - account.held) > limits.unsentBytesWhenFull { account.hold(heldBytes) }
    flow.isCrowded = account.isExceeded
  }

  /// Whether something was read and not taken.
  var holdsInput: Bool { framer.heldBytes > 0 || untakenCalls != nil }

  /// Whether the channel is there.
  var isOpen: Bool { context != nil }

  /// What the connection keeps in buffers.
  private var heldBytes: Int {
    framer.heldBytes + (untakenCalls?.memory ?? 0) + bytesInChannel + outbox.size + outbox.sizeBehind + collectedBytes
  }

  /// Goes on with a call that has waited for room.
  func resume() {
    flow.waitsForRoom = false
    goOn()
  }

  /// Closes the connection when the peer has taken nothing for ``RPCLimits/stalledOutput``.
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

  /// How many bytes the peer has not taken, those in the kernel included.
  private var untakenBytes: Int {
    var inKernel: Int32 = 0
    _ = ioctl(descriptor, UInt(TIOCOUTQ), &inKernel)
    let inChannel = try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)
    return Int(inKernel) + (inChannel ?? 0)
  }

  /// The clock runs while the peer owes the rest of a line, whatever else it sends of it meanwhile.
  private func watchUnfinishedLine() {
    guard framer.heldBytes > 0, flow.takesLines else {
      if isWatching { stopWatch() }
      return
    }
    guard unfinishedLine == nil else { return }
    unfinishedLine = after(TimeAmount(limits.unfinishedLine)) { $0.refuseUnfinishedLine() }
  }

  /// Whether the clock runs.
  var isWatching: Bool { unfinishedLine != nil }

  /// A line has ended, or the connection reads no further.
  func stopWatch() {
    unfinishedLine?.cancel()
    unfinishedLine = nil
  }

  /// A connection that is kept free for urgent calls is no place to wait in.
  private func refuseSilence(_ error: RPCError) {
    guard context != nil, !flow.discards else { return }
    refuse(error)
    proceed()
  }

  private func refuseUnfinishedLine() {
    refuse(.unfinishedLine(after: limits.unfinishedLine))
    proceed()
  }

  /// Takes nothing but urgent calls for a while.
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

  /// Closes. After a refusal the peer may still be writing and would not see the error if its write broke: then only
  /// the sending half is closed, and not at once, since whoever floods comes again.
  private func finish(_ context: ChannelHandlerContext) {
    if flow.isRefusing, !flow.inputHasEnded {
      if !isClosing { after(TimeAmount(limits.patience)) { $0.context?.close(mode: .output, promise: nil) } }
      isClosing = true
    } else {
      context.close(promise: nil)
    }
  }

  /// The channel is gone. A peer may send notifications and close at once: those that wait for their turn are taken.
  private func end() {
    guard context != nil else { return }
    context = nil
    stopWatch()
    stalledOutput?.cancel()
    if !flow.waitsForTurn { leave() }
  }

  /// Ends everything, once.
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
