import ArgumentParser
import VisitsAPI

/// What a shell offers for an argument or an option. The parser hands these closures nothing but words, and so they ask
/// the machine that they really run on.
extension CompletionKind {
  /// The workers' ids.
  static let worker = CompletionKind.custom { words, _, _ in Candidates(words, on: Host()).lines(of: .worker) }
  /// The clients' ids.
  static let client = CompletionKind.custom { words, _, _ in Candidates(words, on: Host()).lines(of: .client) }
  /// The ids of visits, as `visits list` shows them.
  static let visit = CompletionKind.custom { words, _, prefix in
    Candidates(words, on: Host()).visitLines(beginning: prefix)
  }
  /// The workers whose emergencies are open.
  static let openEmergency = CompletionKind.custom { words, _, _ in Candidates(words, on: Host()).emergencyLines }
  /// Days as they are typed most.
  static let day = CompletionKind.list(["today", "tomorrow", "yesterday"])
  /// Which week or month.
  static let span = CompletionKind.list(["this", "next", "last"])
  /// The states of a visit.
  static let state = CompletionKind.list(ListCommand.allStates)
  /// The API's methods.
  static let method = CompletionKind.list(MethodTable.rows.map(\.name))
}
