import Catalog
import CommandCatalog
import JSONRPC

/// Why a command did not do what it was asked: the error as the API words it, and what a person may do next.
struct Failure: Error {
  /// The error, the daemon's or one of our own.
  var error: RPCError
  /// Sentences that follow the message: visits that are in the way, or that may be meant.
  var details: [String]
  /// Lines that follow them as they are: commands to run, candidates to choose from.
  var advice: [String]
  /// How the program ends.
  var status: ExitStatus
  /// Whether the result that was printed already tells it to a program.
  var isInResult: Bool
  /// Whether the result that was printed already tells it to a person too.
  var isSaid = false
  /// Whether a change that was asked for may have been made all the same.
  var mayBeMade = false

  init(
    error: RPCError, details: [String] = [], advice: [String] = [], status: ExitStatus? = nil, isInResult: Bool = false
  ) {
    self.error = error
    self.details = details
    self.advice = advice
    self.status = status ?? ExitStatus(error)
    self.isInResult = isInResult
  }

  /// What any error means to the person.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as RPCError: self.init(error: error)
    default: self.init(error: RPCError(code: -32603, kind: "internalError", message: "\(error)"))
    }
  }

  /// An error of our own before anything was asked of the daemon.
  static func usage(_ message: String, advice: [String] = []) -> Failure {
    Failure(error: RPCError(code: -32602, kind: "invalidParams", message: message), advice: advice)
  }

  /// An end with a status other than 0 that the printed result explains: nothing more is printed.
  static func said(_ message: String, kind: String, _ status: ExitStatus) -> Failure {
    var failure = Failure(
      error: RPCError(code: -32000, kind: kind, message: message), status: status, isInResult: true)
    failure.isSaid = true
    return failure
  }

  /// Input that cannot be read.
  static func badInput(_ message: String) -> Failure {
    Failure(error: RPCError(code: -32602, kind: "badInput", message: message))
  }

  /// A file that cannot be written.
  static func cannotWrite(_ path: String, _ error: SystemError) -> Failure {
    Failure(
      error: RPCError(
        code: -32000, kind: "cannotCreate", message: ProgramPhrase.unwritable([.path: path, .error: error.words])),
      status: .cannotCreate)
  }
}
