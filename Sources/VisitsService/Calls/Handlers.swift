import VisitsAPI
import VisitsModel
import VisitsStore

/// A method that reads. The method's file in this target adds the conformance.
protocol ReadHandler: Method {
  /// Whether the call waits in the queue of reads.
  static var isQueued: Bool { get }
  /// Returns the answer from the stored data.
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer
}

extension ReadHandler {
  static var isQueued: Bool { true }
}

/// A read that a cache often answers, on the event loop and without waiting.
protocol CachedReadHandler: Method {
  /// Returns the cached bytes of the answer, if there are any. Must not block.
  static func finished(_ parameters: Parameters, _ call: Call) -> [UInt8]?
  /// Composes the bytes of the answer from the stored data, and caches them.
  static func compose(_ parameters: Parameters, _ call: Call) async throws -> [UInt8]
}

/// A read that waits for an event.
protocol WaitingHandler: ReadHandler {}

/// A read that sends its caller notifications after the answer.
protocol FollowingHandler: ReadHandler {
  /// Sends notifications until the task is cancelled or the caller stops reading.
  static func follow(
    _ parameters: Parameters, _ answer: Answer, _ call: Call, _ tell: VisitsService.Telling
  ) async throws
}

/// A method that changes data, and the answer to it. Its file in this target conforms to one of the two protocols
/// below.
protocol OnceHandler: Method where Parameters: OnceParameters {
  /// The origin that the audit records; `nil` for the origin of the caller.
  static var origin: Caller.Origin? { get }
  /// The parameters that the idempotency record must not include.
  static var secrets: Set<String> { get }
  /// Returns the scope in which request ids are unique; `nil` for the caller's scope.
  static func scope(_ parameters: Parameters) -> String?
  /// Returns the answer from the outcome of the change; a repeated call gets it from the stored outcome.
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer
}

extension OnceHandler {
  static var origin: Caller.Origin? { nil }
  static var secrets: Set<String> { [] }
  static func scope(_ parameters: Parameters) -> String? { nil }
}

/// A change that is made in one transaction.
protocol ChangeHandler: OnceHandler {
  /// Throws if the call must be refused before it is queued for the writer. Repeats of a call that was made are refused
  /// too. Runs on the event loop and must not block.
  static func admit(_ parameters: Parameters, _ call: Call) throws
  /// Makes the change within the pipeline's transaction.
  static func apply(_ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call) throws -> ChangeOutcome
}

extension ChangeHandler {
  static func admit(_ parameters: Parameters, _ call: Call) {}
}

/// A change with a long preparation that must delay neither the event loop nor the writer, such as an import. Later
/// changes of the connection wait for it, see ``ChangeLane``.
protocol PreparedChangeHandler: OnceHandler {
  /// The result of the preparation.
  associatedtype Prepared: Sendable
  /// Returns the answer to a call that changes nothing yet; `nil` for all others. Runs on the event loop and must not
  /// block.
  static func received(_ parameters: Parameters, _ call: Call) throws -> Answer?
  /// Prepares the change without the store. If it throws, the error is the answer, unless this change was made before.
  ///
  /// - Parameter abandonment: Whether the caller has gone, so that the work can stop.
  /// - Returns: The result, and the digest of the whole text if it was sent in parts; see `ChangeRequest.whole`.
  static func prepare(
    _ parameters: Parameters, _ call: Call, _ abandonment: Preparations.Abandonment
  ) throws -> (prepared: Prepared, whole: String?)
  /// Makes the change within the pipeline's transaction.
  static func apply(
    _ prepared: Prepared, _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome
  /// Handles the result of the change. Data that was kept for a retry can be dropped when none is needed.
  static func settled(_ parameters: Parameters, _ result: Result<MadeChange, any Error>, _ call: Call)
}
