import JSONRPC
import VisitsModel

/// What is carried out behind a call, see ``VisitsService/run()``.
extension VisitsService {
  /// Queues what composes the answer to a change.
  func later(
    _ call: Call, _ answer: @escaping @Sendable (RPCReply) -> Void,
    _ compose: @escaping @Sendable () async throws -> [UInt8]
  ) {
    begin(call, answer) { [self] in answer(await reply(to: call, compose)) }
  }

  /// Queues what composes the answer to a call that changes nothing.
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

  /// The same for what waits, until the caller has gone.
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
        // Who has waited until now is there still.
        if let device = call.session.device, case .result = reply { self.devices.hear(device.id, at: self.now()) }
        answer(reply)
      }
    }
  }

  /// Answers, and goes on telling the caller until it has gone or follows something else.
  func following(
    _ call: Call, _ listener: any Listener, _ answer: @escaping @Sendable (RPCReply) -> Void,
    _ compose: @escaping @Sendable () async throws -> ([UInt8], follow: @Sendable (Telling) async throws -> Void)
  ) {
    // Here, in the order of the calls, so that of two the later one stays.
    let place = listener.following.ask()
    begin(call, answer) { [self] in
      do {
        let (bytes, follow) = try await compose()
        // Not before: one that is refused takes nothing away.
        let (replaced, end) = AsyncStream.makeStream(of: Never.self)
        listener.following.begin(place) { end.finish() }
        answer(.result(bytes))
        await whilePresent(listener) {
          await until(replaced) {
            do {
              // What was followed before may be about to tell more, and must not behind this answer.
              try await follow { listener.following.isFollowed(place) ? await listener.tell($0) : false }
            } catch is CancellationError {
            } catch {
              // Nobody is left to be answered; what went wrong stands in the log under its reference.
              _ = self.wording(of: error, in: call.view)
            }
          }
        }
      } catch {
        answer(.failure(wording(of: error, in: call.view)))
      }
    }
  }

  /// Queues what prepares a change and then makes it. Behind it, the changes of its connection wait.
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

  /// What a call is answered with, whatever becomes of it.
  func reply(to call: Call, _ compose: @Sendable () async throws -> [UInt8]) async -> RPCReply {
    do {
      try Task.checkCancellation()
      return .result(try await compose())
    } catch is CancellationError {
      // The caller has gone, or the daemon stops: the end of a wait is nobody's fault.
      return .failure(RPCError(words(of: .unavailable(.shuttingDown), in: call.view)))
    } catch {
      return .failure(wording(of: error, in: call.view))
    }
  }

  /// Does something that nobody waits for; nothing at all when no more is taken.
  func afterwards(_ job: @escaping @Sendable () async -> Void) { enqueue.yield(job) }

  private func begin(_ call: Call, _ answer: @escaping @Sendable (RPCReply) -> Void, job: @escaping Job) {
    if case .terminated = enqueue.yield(job) { answer(refusal(of: call)) }
  }

  /// What a call is answered with that is not carried out, since the daemon stops.
  func refusal(of call: Call) -> RPCReply {
    .failure(wording(of: Refusal.unavailable(.shuttingDown), in: call.view))
  }
}
