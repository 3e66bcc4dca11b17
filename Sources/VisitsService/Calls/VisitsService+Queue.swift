import JSONRPC
import VisitsModel

/// Queues the work of calls that cannot be answered at once. ``VisitsService/run()`` carries it out.
extension VisitsService {
  /// Queues the work that composes an answer, apart from the queue of reads: after a change, or for a short read.
  func later(
    _ call: Call, _ answer: @escaping @Sendable (RPCReply) -> Void,
    _ compose: @escaping @Sendable () async throws -> [UInt8]
  ) {
    begin(call, answer) { [self] in answer(await reply(to: call, compose)) }
  }

  /// Queues the work that composes the answer to a read. The read is refused if the caller's unread answers fill the
  /// buffers.
  func reading(
    _ call: Call, _ listener: any Listener, _ answer: @escaping @Sendable (RPCReply) -> Void,
    _ compose: @escaping @Sendable () async throws -> [UInt8]
  ) {
    let queue = call.session.device == nil ? reads : deviceReads
    let isTaken = queue.take(for: call.user) { [self] in
      if let error = listener.lackOfRoom { return answer(.failure(error)) }
      answer(await reply(to: call, compose))
    }
    if !isTaken { answer(refusal(of: call)) }
  }

  /// Queues the work that composes the answer to a call that waits for an event. Cancels the work if the caller
  /// disconnects. A device with too many waiting calls is refused.
  func waiting(
    _ call: Call, _ listener: any Listener, _ answer: @escaping @Sendable (RPCReply) -> Void,
    _ compose: @escaping @Sendable () async throws -> [UInt8]
  ) {
    begin(call, answer) { [self] in
      let device = call.session.device?.id
      if let device, !deviceWaits.begin(device) { return answer(.failure(.tooManyWaitingOfDevice(in: call.view))) }
      defer { if let device { deviceWaits.end(device) } }
      await whilePresent(listener) {
        let reply = await self.reply(to: call, compose)
        // The device is still there: it has waited until now.
        if let device = call.session.device, case .result = reply { self.devices.hear(device.id, at: self.now()) }
        answer(reply)
      }
    }
  }

  /// Answers a call that subscribes to events. Then sends notifications until the caller disconnects or a later call
  /// replaces the subscription.
  func following(
    _ call: Call, _ listener: any Listener, _ answer: @escaping @Sendable (RPCReply) -> Void,
    _ compose: @escaping @Sendable () async throws -> ([UInt8], follow: @Sendable (Telling) async throws -> Void)
  ) {
    // Taken here, in the order of the calls, so that the later of two subscriptions wins.
    let place = listener.following.ask()
    begin(call, answer) { [self] in
      do {
        let (bytes, follow) = try await compose()
        // Not earlier: a refused call must not end the previous subscription.
        let (replaced, end) = AsyncStream.makeStream(of: Never.self)
        listener.following.begin(place) { end.finish() }
        answer(.result(bytes))
        await whilePresent(listener) {
          await until(replaced) {
            do {
              // The previous subscription may be about to send more, which must not follow this answer.
              try await follow { listener.following.isFollowed(place) ? await listener.tell($0) : false }
            } catch is CancellationError {
            } catch {
              // No answer is left to carry the error; the log has it under its reference.
              _ = self.wording(of: error, in: call.view)
            }
          }
        }
      } catch {
        answer(.failure(wording(of: error, in: call.view)))
      }
    }
  }

  /// Queues the work that prepares a change and then makes it. Later changes of the connection wait until the change is
  /// made.
  func preparing(_ call: Call, _ answer: @escaping @Sendable (RPCReply) -> Void, _ change: @escaping ChangeLane.Step) {
    let lane = call.session.lane
    guard lane.hold(for: change) else { return }
    begin(call) { refusal in
      lane.abandon()
      answer(refusal)
    } job: {
      await lane.run()
    }
  }

  /// Composes the answer to a call. If that fails or is cancelled, returns an error reply.
  func reply(to call: Call, _ compose: @Sendable () async throws -> [UInt8]) async -> RPCReply {
    do {
      try Task.checkCancellation()
      return .result(try await compose())
    } catch is CancellationError {
      // The caller has disconnected, or the daemon is stopping: an ended wait is not a fault.
      return .failure(RPCError(words(of: .unavailable(.shuttingDown), in: call.view)))
    } catch {
      return .failure(wording(of: error, in: call.view))
    }
  }

  /// Runs a job in the background. No caller waits for its result, and it is dropped if the daemon is stopping.
  func afterwards(_ job: @escaping @Sendable () async -> Void) { enqueue.yield(job) }

  private func begin(_ call: Call, _ answer: @escaping @Sendable (RPCReply) -> Void, job: @escaping Job) {
    if case .terminated = enqueue.yield(job) { answer(refusal(of: call)) }
  }

  /// Returns the reply to a call that is not carried out because the daemon is stopping.
  func refusal(of call: Call) -> RPCReply {
    .failure(wording(of: Refusal.unavailable(.shuttingDown), in: call.view))
  }
}
