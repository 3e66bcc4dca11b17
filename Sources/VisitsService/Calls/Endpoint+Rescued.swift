import JSON
import JSONRPC
import Synchronization
import VisitsAPI
import VisitsModel
import VisitsStore

extension Endpoint {
  /// The time for which a change of an emergency, such as a call for help, waits for the database. After that it is
  /// answered without the database, and the database gets the change later.
  static let rescueAfter = Duration.seconds(1)

  static func rescued<Handled: HeldChangeHandler>(_ method: Handled.Type, _ row: MethodRow) -> Begin {
    let canonical = CanonicalParameters(of: row, without: method.secrets)
    return { params, opening, answer in
      opening.guarded { () throws -> RPCReply? in
        let (parameters, given) = try opening.read(method, params)
        var sent = changeRequest(of: method, parameters, canonical.bytes(of: params), given)
        sent.sentAt = params["sentAt"]?.string
        // An emergency goes before all other waiting changes, even those of its own connection.
        sent.isUrgent = true
        let service = given.service
        let turn = FirstAnswer()
        let (request, era, call) = service.inOrder { [sent] order, era in
          var request = sent
          request.order = order
          let call = given.reservingID(order: order)
          service.enqueue(request, in: era) { [request] in
            try service.hold(method, parameters, request, in: era, call)
          } change: { transaction in
            try Handled.apply(parameters, in: transaction, call.meant(in: transaction))
          } completion: { [request] result in
            guard turn.take() else {
              return service.afterwards {
                await turn.untilAnswered()
                await Handled.settled(result, request, call)
              }
            }
            service.later(call, answer) {
              do {
                let change = try result.get()
                return try await Handled.answer(change.outcome, parameters, call.when(change)).bytes
              } catch let fault where isOfTheStore(fault) {
                return try await Handled.rescue(parameters, request, in: nil, call).bytes
              }
            }
          }
          return (request, era, call)
        }
        // An import may occupy the writer for seconds.
        service.unless(turn, within: rescueAfter, call, answer) {
          try await Handled.rescue(parameters, request, in: era, call).bytes
        }
        return nil
      }
    }
  }

  /// Whether an error means that the store has failed. Other errors refuse the call itself.
  static func isOfTheStore(_ error: any Error) -> Bool {
    if case .unavailable? = error as? Refusal { return true }
    return !(error is Refusal || error is RPCError)
  }
}

/// A race between two ways to answer a call: from the database, and without it when it is slow. Only the way that takes
/// the turn first may answer.
final class FirstAnswer: Sendable {
  private let isTaken = Mutex(false)
  private let taken = AsyncStream.makeStream(of: Never.self)
  private let answered = AsyncStream.makeStream(of: Never.self)

  /// Takes the turn to answer. Returns `false` if the other way has taken it already.
  func take() -> Bool {
    defer { taken.continuation.finish() }
    return isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }

  /// Records that the answer was sent, which ends ``untilAnswered()``.
  func end() { answered.continuation.finish() }

  /// Returns when one of the two ways has taken the turn to answer.
  func untilTaken() async {
    for await _ in taken.stream {}
  }

  /// Returns after ``end()`` was called.
  func untilAnswered() async {
    for await _ in answered.stream {}
  }
}

extension VisitsService {
  /// Waits for `patience`. If the call is not answered by then, composes an answer and sends it.
  fileprivate func unless(
    _ turn: FirstAnswer, within patience: Duration, _ call: Call, _ answer: @escaping @Sendable (RPCReply) -> Void,
    _ compose: @escaping @Sendable () async throws -> [UInt8]
  ) {
    afterwards { [self] in
      await Deadline(after: patience, on: clock).first { await turn.untilTaken() }
      guard turn.take() else { return }
      answer(await reply(to: call, compose))
      turn.end()
    }
  }
}
