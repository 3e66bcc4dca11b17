import JSON
import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore

/// A row of the method table, with the handler that carries out calls of its method.
struct Endpoint: Sendable {
  /// Starts a call with its parameters. Returns the answer if it is ready. Otherwise returns `nil`, and passes the
  /// answer to the closure later.
  typealias Begin =
    @Sendable (
      JSONObject, Opening, @escaping @Sendable (RPCReply) -> Void
    ) -> RPCReply?

  let row: MethodRow
  /// The row's index in the method table.
  let number: Int
  let waits: Bool
  let begin: Begin

  /// Creates the endpoint; `nil` if no handler in this target implements the method.
  init?(_ row: MethodRow, number: Int) {
    self.row = row
    self.number = number
    if let method = row.method as? any CachedReadHandler.Type {
      begin = Self.cached(method)
    } else if let method = row.method as? any FollowingHandler.Type {
      begin = Self.follow(method)
    } else if let method = row.method as? any WaitingHandler.Type {
      begin = Self.wait(method)
    } else if let method = row.method as? any ReadHandler.Type {
      begin = Self.read(method)
    } else if let method = row.method as? any HeldChangeHandler.Type {
      begin = Self.rescued(method, row)
    } else if let method = row.method as? any ChangeHandler.Type {
      begin = Self.change(method, row)
    } else if let method = row.method as? any PreparedChangeHandler.Type {
      begin = Self.prepared(method, row)
    } else {
      return nil
    }
    waits = row.method is any WaitingHandler.Type
  }

  private static func cached<Handled: CachedReadHandler>(_ method: Handled.Type) -> Begin {
    { params, opening, answer in
      opening.guarded { () throws -> RPCReply? in
        let (parameters, call) = try opening.read(method, params)
        if let bytes = Handled.finished(parameters, call) { return .result(bytes) }
        call.service.reading(call, opening.listener, answer) { try await Handled.compose(parameters, call) }
        return nil
      }
    }
  }

  private static func wait<Handled: WaitingHandler>(_ method: Handled.Type) -> Begin {
    { params, opening, answer in
      opening.guarded { () throws -> RPCReply? in
        let (parameters, call) = try opening.read(method, params)
        call.service.waiting(call, opening.listener, answer) { try await Handled.answer(parameters, call).bytes }
        return nil
      }
    }
  }

  private static func follow<Handled: FollowingHandler>(_ method: Handled.Type) -> Begin {
    { params, opening, answer in
      opening.guarded { () throws -> RPCReply? in
        let (parameters, call) = try opening.read(method, params)
        call.service.following(call, opening.listener, answer) {
          let first = try await Handled.answer(parameters, call)
          return (first.bytes, { try await Handled.follow(parameters, first, call, $0) })
        }
        return nil
      }
    }
  }

  private static func read<Handled: ReadHandler>(_ method: Handled.Type) -> Begin {
    { params, opening, answer in
      opening.guarded { () throws -> RPCReply? in
        let (parameters, call) = try opening.read(method, params)
        let answering = { @Sendable in try await Handled.answer(parameters, call).bytes }
        if Handled.isQueued {
          call.service.reading(call, opening.listener, answer, answering)
        } else {
          call.service.later(call, answer, answering)
        }
        return nil
      }
    }
  }
}

/// Thrown by a change that has an answer although nothing must be stored, for example a dry run of an import. The store
/// rolls the transaction back.
struct NothingKept: Error {
  let outcome: ChangeOutcome
}

extension ChangeOutcome {
  /// Returns the outcome, unless the caller only asks what the change would do.
  ///
  /// - Throws: ``NothingKept`` if the caller only asks, so that the answer is composed and nothing is stored.
  func made(unless isDryRun: Bool?) throws -> ChangeOutcome {
    guard isDryRun != true else { throw NothingKept(outcome: self) }
    return self
  }
}

/// A call whose parameters have not been parsed yet.
struct Opening: Sendable {
  let service: VisitsService
  let session: Session
  let role: Role
  let line: CallLine?
  let listener: any Listener

  func read<Described: Method>(_ method: Described.Type, _ params: JSONObject) throws -> (Described.Parameters, Call) {
    let (parameters, envelope) = try method.read(params, ownWorker: session.device?.worker.rawValue)
    guard envelope.auth == nil || session.device != nil else { throw Refusal.unauthenticated(.tokenOutsideGateway) }
    let call = Call(
      service: service, session: session, role: role, now: service.now(), locale: envelope.locale, line: line)
    return (parameters, call)
  }

  func guarded(_ body: () throws -> RPCReply?) -> RPCReply? {
    do {
      return try body()
    } catch {
      return .failure(service.wording(of: error, in: service.view(locale: nil)))
    }
  }
}
