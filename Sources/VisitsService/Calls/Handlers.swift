import VisitsAPI
import VisitsModel
import VisitsStore

/// What answers a read. A method's one file here makes the method conform.
protocol ReadHandler: Method {
  /// The answer, from what is stored.
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer
}

/// A read that is often answered from finished bytes, on the event loop, without waiting.
protocol CachedReadHandler: Method {
  /// The finished bytes, when they are at hand. Must not block.
  static func finished(_ parameters: Parameters, _ call: Call) -> [UInt8]?
  /// The same, from what is stored; for the next caller it is at hand.
  static func compose(_ parameters: Parameters, _ call: Call) async throws -> [UInt8]
}

/// A read that waits for something to happen.
protocol WaitingHandler: ReadHandler {}

/// A read that goes on telling its caller what happens, behind its answer.
protocol FollowingHandler: ReadHandler {
  /// Tells until it is cancelled or the caller takes nothing more.
  static func follow(
    _ parameters: Parameters, _ answer: Answer, _ call: Call, _ tell: VisitsService.Telling
  ) async throws
}

/// What carries out a change. A method's one file here makes the method conform.
protocol ChangeHandler: Method where Parameters: OnceParameters {
  /// The door that the audit names; `nil`: the one through which the caller came.
  static var origin: Caller.Origin? { get }
  /// The change itself, within the pipeline's transaction.
  static func apply(_ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call) throws -> ChangeOutcome
  /// The answer, from what the change left behind; for a repeat too.
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer
}

extension ChangeHandler {
  static var origin: Caller.Origin? { nil }
}
