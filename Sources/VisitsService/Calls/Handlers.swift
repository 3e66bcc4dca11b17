import VisitsAPI
import VisitsModel
import VisitsStore

/// What answers a read. A method's one file here makes the method conform.
protocol ReadHandler: Method {
  /// Whether it waits until reads that came before have been answered.
  static var isQueued: Bool { get }
  /// The answer, from what is stored.
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer
}

extension ReadHandler {
  static var isQueued: Bool { true }
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

/// A change, as its answer goes. A method's one file here makes the method conform, to one of the two kinds below.
protocol OnceHandler: Method where Parameters: OnceParameters {
  /// The door that the audit names; `nil`: the one through which the caller came.
  static var origin: Caller.Origin? { get }
  /// Parameters of which nothing is kept with the request.
  static var secrets: Set<String> { get }
  /// Within which request ids are unique; `nil`: the caller's.
  static func scope(_ parameters: Parameters) -> String?
  /// The answer, from what the change left behind; for a repeat too.
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer
}

extension OnceHandler {
  static var origin: Caller.Origin? { nil }
  static var secrets: Set<String> { [] }
  static func scope(_ parameters: Parameters) -> String? { nil }
}

/// What carries out a change.
protocol ChangeHandler: OnceHandler {
  /// Refuses a call before it is queued for the writer; a repeat of a call that was made is refused too. Runs on the event
  /// loop and must not block.
  static func admit(_ parameters: Parameters, _ call: Call) throws
  /// The change itself, within the pipeline's transaction.
  static func apply(_ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call) throws -> ChangeOutcome
}

extension ChangeHandler {
  static func admit(_ parameters: Parameters, _ call: Call) {}
}

/// A change of which so much can be done before that it must hold up neither the event loop nor the writer. The order
/// of the connection's changes is kept: those behind it wait for it, see ``ChangeLane``.
protocol PreparedChangeHandler: OnceHandler {
  /// What the change goes on with.
  associatedtype Prepared: Sendable
  /// The answer of a call that changes nothing yet; `nil` for all others. On the event loop: must not block.
  static func received(_ parameters: Parameters, _ call: Call) throws -> Answer?
  /// Does what needs no store. What it throws is the answer, unless this change has been made before.
  ///
  /// - Parameter abandonment: Whether it can be left undone, since nobody waits for it any more.
  /// - Returns: Beside it what stands for all that was sent before, if anything was; see `ChangeRequest.whole`.
  static func prepare(
    _ parameters: Parameters, _ call: Call, _ abandonment: Preparations.Abandonment
  ) throws -> (prepared: Prepared, whole: String?)
  /// The change itself, within the pipeline's transaction.
  static func apply(
    _ prepared: Prepared, _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome
  /// Told what came of the change: when it need not be tried again, what was kept for it can go.
  static func settled(_ parameters: Parameters, _ result: Result<MadeChange, any Error>, _ call: Call)
}
