import ArgumentParser
import Catalog
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
  /// The ids of series that are not over.
  static let series = CompletionKind.custom { words, _, _ in Candidates(words, on: Host()).seriesLines }
  /// The ids of the client's goals.
  static let goal = CompletionKind.custom { words, _, _ in Candidates(words, on: Host()).goalLines }
  /// The ids of the rows of the client's checklist of today.
  static let dayTask = CompletionKind.custom { words, _, _ in Candidates(words, on: Host()).dayTaskLines }
  /// The ids of the client's care tasks.
  static let task = CompletionKind.custom { words, _, _ in Candidates(words, on: Host()).taskLines }
  /// The ids of the last sessions.
  static let session = CompletionKind.custom { words, _, _ in Candidates(words, on: Host()).sessionLines }
  /// The workers whose emergencies are open.
  static let openEmergency = CompletionKind.custom { words, _, _ in Candidates(words, on: Host()).emergencyLines }
  /// Days as they are typed most.
  static let day = CompletionKind.list(["today", "tomorrow", "yesterday"])
  /// Which week or month.
  static let span = CompletionKind.list(["this", "next", "last"])
  /// The states of a visit.
  static let state = CompletionKind.list(ListCommand.allStates)
  /// The reasons of a correction, as an agency has them that sets none of its own.
  static let correctionReason = CompletionKind.list(["forgotten", "device", "noSignal", "wrongVisit", "other"])
  /// Why a device loses its access.
  static let revocationReason = CompletionKind.list(["lost", "stolen", "replaced", "left"])
  /// The languages of texts.
  static let language = CompletionKind.list(Language.allCases.map(\.rawValue))
  /// How often something recurs, in the words that need no list of days.
  static let recurrence = CompletionKind.list(["daily", "weekdays", "weekly", "2weekly", "monthly"])
  /// The days of the week.
  static let weekday = CompletionKind.list(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
  /// What a care task is about.
  static let taskCategory = CompletionKind.list(TaskCategoryWord.allCases.map(\.rawValue))
  /// The care tasks that come with the program.
  static let taskPreset = CompletionKind.list(TaskPresetWord.allCases.map(\.rawValue))
  /// The accent colours of care tasks.
  static let accent = CompletionKind.list(AccentWord.allCases.map(\.rawValue))
  /// The API's methods.
  static let method = CompletionKind.list(MethodTable.rows.map(\.name))
}
