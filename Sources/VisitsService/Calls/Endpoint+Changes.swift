import Dispatch
import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore

extension Endpoint {
  static func change<Handled: ChangeHandler>(_ method: Handled.Type, _ row: MethodRow) -> Begin {
    let canonical = CanonicalParameters(of: row, without: method.secrets)
    return { params, opening, answer in
      opening.guarded { () throws -> RPCReply? in
        let (parameters, call) = try opening.read(method, params)
        try Handled.admit(parameters, call)
        let request = changeRequest(of: method, parameters, canonical.bytes(of: params), call)
        // Enqueue on the connection's event loop before the next line is read, so that the changes of a caller take
        // effect in the order in which they were received.
        let enqueue = { @Sendable in
          call.service.store.change(request) { transaction in
            try Handled.apply(parameters, in: transaction, call.meant(in: transaction))
          } completion: { result in
            reply(method, result, parameters, call, answer)
          }
        }
        let waits = !row.method.isUrgent && call.session.lane.queue { enqueue() }
        if !waits { enqueue() }
        return nil
      }
    }
  }

  static func prepared<Handled: PreparedChangeHandler>(_ method: Handled.Type, _ row: MethodRow) -> Begin {
    let canonical = CanonicalParameters(of: row)
    return { params, opening, answer in
      opening.guarded { () throws -> RPCReply? in
        let (parameters, call) = try opening.read(method, params)
        if let early = try Handled.received(parameters, call) { return .result(early.bytes) }
        let listener = opening.listener
        call.service.preparing(call, answer) {
          let isAnswered = try? await call.service.preparations.run(for: call.user, listener) {
            abandonment in
            let prepared = Result { try Handled.prepare(parameters, call, abandonment) }
            if abandonment.isAbandoned { return false }
            var request = changeRequest(of: method, parameters, canonical.bytes(of: params), call)
            request.whole = (try? prepared.get())?.whole
            request.longest = call.service.settings.longestImport
            // Hold the thread until the change is made: a prepared import takes much memory, so only one may exist at a
            // time. Make the change even if the preparation failed: a repeat of an earlier call gets its earlier
            // answer.
            let isThrough = DispatchSemaphore(value: 0)
            call.service.store.change(request) { transaction in
              try Handled.apply(prepared.get().prepared, parameters, in: transaction, call.meant(in: transaction))
            } completion: { result in
              Handled.settled(parameters, result, call)
              reply(method, result, parameters, call, answer)
              isThrough.signal()
            }
            isThrough.wait()
            return true
          }
          if isAnswered != true { answer(call.service.refusal(of: call)) }
        }
        return nil
      }
    }
  }

  static func changeRequest<Handled: OnceHandler>(
    of method: Handled.Type, _ parameters: Handled.Parameters, _ fingerprint: [UInt8], _ call: Call
  ) -> ChangeRequest {
    var caller = call.session.caller
    caller.origin = Handled.origin ?? caller.origin
    caller.scope = Handled.scope(parameters) ?? caller.scope
    var request = ChangeRequest(
      caller: caller, method: Handled.name, requestId: parameters.requestId, fingerprint: fingerprint,
      receivedAt: call.now, isUrgent: Handled.isUrgent)
    request.device = call.session.device?.id
    return request
  }

  private static func reply<Handled: OnceHandler>(
    _ method: Handled.Type, _ result: Result<MadeChange, any Error>, _ parameters: Handled.Parameters, _ call: Call,
    _ answer: @escaping @Sendable (RPCReply) -> Void
  ) {
    call.service.later(call, answer) {
      do {
        let made = try result.get()
        return try await Handled.answer(made.outcome, parameters, call.when(made)).bytes
      } catch let nothing as NothingKept {
        return try await Handled.answer(nothing.outcome, parameters, call).bytes
      }
    }
  }
}
