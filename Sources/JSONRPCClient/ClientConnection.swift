import JSONRPC
import NIOCore
import NIOPosix

/// One connection to the server, reopened with ``Backoff`` when it breaks. Its state belongs to its event loop.
final class ClientConnection: Sendable {
  private typealias Waiter = CheckedContinuation<ClientReply, Never>

  private struct State {
    var channel: (any Channel)?
    var backoff = Backoff()
    var isClosed = false
    /// Whether a flush is due at the end of this turn of the event loop, for all calls that were written in it.
    var isFlushing = false
    var pending = PendingCalls<Waiter>()
    /// When the timer ends the calls that have waited too long; `nil`: there is no timer.
    var timer: NIODeadline?
  }

  private let path: String
  private let state: NIOLoopBoundBox<State>
  private var eventLoop: any EventLoop { state.eventLoop }

  /// Creates a connection, and begins to open it.
  ///
  /// - Parameter path: The path of the server's socket.
  init(to path: String, on eventLoop: any EventLoop) {
    self.path = path
    state = NIOLoopBoundBox.makeBoxSendingValue(State(), eventLoop: eventLoop)
    eventLoop.execute { self.open() }
  }

  /// Sends a call once.
  func call(_ call: ClientCall) async -> ClientReply {
    await withCheckedContinuation { waiter in
      eventLoop.execute { self.send(call, waiter) }
    }
  }

  /// Closes the connection for good. Its calls end as lost.
  func close() {
    eventLoop.execute {
      self.state.value.isClosed = true
      self.state.value.channel?.close(promise: nil)
    }
  }

  private func send(_ call: ClientCall, _ waiter: Waiter) {
    guard let channel = state.value.channel, channel.isActive else { return waiter.resume(returning: .lost) }
    let end = eventLoop.now + TimeAmount(call.patience)
    let id = state.value.pending.add(waiter, until: end)
    channel.write(ByteBuffer(bytes: call.line(id: id)), promise: nil)
    flush()
    startTimer(for: end)
  }

  private func flush() {
    guard !state.value.isFlushing else { return }
    state.value.isFlushing = true
    eventLoop.execute {
      self.state.value.isFlushing = false
      self.state.value.channel?.flush()
    }
  }

  /// One timer serves all calls: nearly all are answered long before it fires.
  private func startTimer(for end: NIODeadline) {
    guard state.value.timer.map({ end < $0 }) ?? true else { return }
    state.value.timer = end
    eventLoop.scheduleTask(deadline: end) {
      // An earlier timer may have replaced this one.
      guard self.state.value.timer == end else { return }
      self.state.value.timer = nil
      for waiter in self.state.value.pending.removeExpired(at: self.eventLoop.now) { waiter.resume(returning: .late) }
      if let next = self.state.value.pending.firstEnd { self.startTimer(for: next) }
    }
  }

  private func open() {
    guard !state.value.isClosed else { return }
    ClientBootstrap(group: eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            LineHandler(received: { self.receive($0) }, lost: { self.lose() }))
        }
      }
      .connect(unixDomainSocketPath: path)
      .whenComplete { result in
        guard case .success(let channel) = result else { return self.openLater() }
        // A connection that broke at once has been reported already.
        guard channel.isActive, !self.state.value.isClosed else { return channel.close(promise: nil) }
        self.state.value.channel = channel
      }
  }

  private func receive(_ line: ArraySlice<UInt8>) {
    guard case .answer(let id, let reply) = ServerLine(line) else { return }
    state.value.backoff.reset()
    state.value.pending.remove(id)?.resume(returning: reply)
  }

  private func lose() {
    state.value.channel = nil
    for waiter in state.value.pending.removeAll() { waiter.resume(returning: .lost) }
    openLater()
  }

  private func openLater() {
    guard !state.value.isClosed else { return }
    eventLoop.scheduleTask(in: TimeAmount(state.value.backoff.next())) { self.open() }
  }
}

/// Cuts what arrives into lines.
private final class LineHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// No answer of the server is longer, in bytes.
  private var framer = LineFramer(limit: 64 << 20)
  private let received: (ArraySlice<UInt8>) -> Void
  private let lost: () -> Void

  init(received: @escaping (ArraySlice<UInt8>) -> Void, lost: @escaping () -> Void) {
    self.received = received
    self.lost = lost
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    unwrapInboundIn(data).withUnsafeReadableBytes { framer.append($0) }
    do {
      while let line = try framer.next() { received(line) }
    } catch {
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) { lost() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
