import VisitsAPI
import VisitsModel
import VisitsStore

/// A handler of a method that only reads. The method's file in this target adds the conformance.
protocol ReadHandler: Method {
  /// Whether calls wait for their turn in the ``ReadQueue``.
  static var isQueued: Bool { get }
  /// Composes the answer from the stored data.
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer
}

extension ReadHandler {
  static var isQueued: Bool { true }
}

/// A handler of a read that a cache can often answer. A cached answer is returned at once, on the connection's event
/// loop.
protocol CachedReadHandler: Method {
  /// Returns the bytes of the answer if they are cached. Runs on the event loop and must not block.
  static func finished(_ parameters: Parameters, _ call: Call) -> [UInt8]?
  /// Composes the bytes of the answer from the stored data, and caches them.
  static func compose(_ parameters: Parameters, _ call: Call) async throws -> [UInt8]
}

/// A handler of a read that may wait for an event before it answers.
protocol WaitingHandler: ReadHandler {}

/// A handler of a read that goes on sending notifications to its caller after the answer.
protocol FollowingHandler: ReadHandler {
  /// Sends notifications with `tell` until the task is cancelled or the caller stops reading.
  static func follow(
    _ parameters: Parameters, _ answer: Answer, _ call: Call, _ tell: VisitsService.Telling
  ) async throws
}

/// The common part of the handlers of changes. The store remembers each request in an idempotency record, so that a
/// repeated request changes nothing more and gets the same answer. A handler conforms to ``ChangeHandler`` or to
/// ``PreparedChangeHandler``.
protocol OnceHandler: Method where Parameters: OnceParameters {
  /// The origin that the audit records for the change; `nil` for the caller's own origin.
  static var origin: Caller.Origin? { get }
  /// The names of the parameters that must not be stored in the idempotency record of a request.
  static var secrets: Set<String> { get }
  /// Returns the scope within which a request id must be unique; `nil` for the caller's own scope.
  static func scope(_ parameters: Parameters) -> String?
  /// Composes the answer from the outcome of the change. The outcome is stored, so that a repeated call gets its answer
  /// from it too.
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer
}

extension OnceHandler {
  static var origin: Caller.Origin? { nil }
  static var secrets: Set<String> { [] }
  static func scope(_ parameters: Parameters) -> String? { nil }
}

/// A handler of a change that is made in one transaction, without a preparation.
protocol ChangeHandler: OnceHandler {
  /// Throws if the call must be refused before it is queued for the database writer. This also refuses a repeated call
  /// whose change was made by the first call. Runs on the event loop and must not block.
  static func admit(_ parameters: Parameters, _ call: Call) throws
  /// Makes the change within a transaction of the database writer.
  static func apply(_ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call) throws -> ChangeOutcome
}

extension ChangeHandler {
  static func admit(_ parameters: Parameters, _ call: Call) {}
}

/// A handler of a change that needs a long preparation, such as an import. The preparation must delay neither the event
/// loop nor the database writer. Later changes of the connection wait for it, see ``ChangeLane``.
protocol PreparedChangeHandler: OnceHandler {
  /// The result of the preparation, from which the change is made.
  associatedtype Prepared: Sendable
  /// Returns the answer to a call that changes nothing yet, such as the upload of one part of a text that is sent in
  /// several parts. Returns `nil` for all other calls. Runs on the event loop and must not block.
  static func received(_ parameters: Parameters, _ call: Call) throws -> Answer?
  /// Prepares the change without the store. An error that it throws becomes the answer, unless the change was made by
  /// an earlier call with the same request id.
  ///
  /// - Parameter abandonment: Whether the caller has disconnected or the daemon is stopping, so that the work can end
  ///   early.
  /// - Returns: The result, and the digest of the complete text if it was sent in several parts; see
  ///   `ChangeRequest.whole`.
  static func prepare(
    _ parameters: Parameters, _ call: Call, _ abandonment: Preparations.Abandonment
  ) throws -> (prepared: Prepared, whole: String?)
  /// Makes the prepared change within a transaction of the database writer.
  static func apply(
    _ prepared: Prepared, _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome
  /// Handles the result of the change. It drops data that was stored for a retry, such as an uploaded text, if no retry
  /// is needed.
  static func settled(_ parameters: Parameters, _ result: Result<MadeChange, any Error>, _ call: Call)
}
