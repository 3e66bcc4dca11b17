import JSON
import JSONRPC
import Synchronization
import VisitsAPI
import VisitsModel
import VisitsStore

extension Endpoint {
  /// How long the database may take before it is done without it: somebody waits for help.
  static let rescueAfter = Duration.seconds(1)

  static func rescued<Handled: HeldChangeHandler>(_ method: Handled.Type, _ row: MethodRow) -> Begin {
    let canonical = CanonicalParameters(of: row, without: method.secrets)
    return { params, opening, answer in
      opening.guarded { () throws -> RPCReply? in
        let (parameters, given) = try opening.read(method, params)
        var sent = changeRequest(of: method, parameters, canonical.bytes(of: params), given)
        sent.sentAt = params["sentAt"]?.string
        // It goes before all else that waits, that of its own connection too.
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
        // An import may hold the writer for seconds.
        service.unless(turn, within: rescueAfter, call, answer) {
          try await Handled.rescue(parameters, request, in: era, call).bytes
        }
        return nil
      }
    }
  }

  /// Whether it is the store that failed, and not what was asked for.
  static func isOfTheStore(_ error: any Error) -> Bool {
    if case .unavailable? = error as? Refusal { return true }
    return !(error is Refusal || error is RPCError)
  }
}

/// Which of two ways to an answer is through first.
final class FirstAnswer: Sendable {
  private let isTaken = Mutex(false)
  private let taken = AsyncStream.makeStream(of: Never.self)
  private let answered = AsyncStream.makeStream(of: Never.self)

  /// Whether this way is the first.
  func take() -> Bool {
    defer { taken.continuation.finish() }
    return isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }

  /// The first one has answered.
  func end() { answered.continuation.finish() }

  /// Returns when one of them is through.
  func untilTaken() async {
    for await _ in taken.stream {}
  }

  /// Returns when the first one has answered.
  func untilAnswered() async {
    for await _ in answered.stream {}
  }
}

extension VisitsService {
  /// Answers by itself when nothing else has in time.
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
