import ArgumentParser
import JSON
import VisitsAPI

/// `visits series skip`: no visit on some days.
struct SeriesSkipCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "skip",
    abstract: "Cancel the visits of a series on some days, also beyond the weeks that are planned already.")

  @OptionGroup var place: SeriesDaysArgument

  @Option(name: .shortAndLong, help: "The reason.")
  var reason: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String { SeriesDaysArgument.name(ofParameter: parameter) }

  func run(in session: Session) throws {
    let (series, params) = try place.choose(in: session)
    var skipping = params
    skipping["reason"] = reason?.json
    let answer = try session.change("series.skip", skipping)
    try session.report(answer, method: "series.skip", .cancelled) { _ in
      SeriesDaysArgument.days(of: answer).map {
        Undo.command("\(Invocation.name) series unskip \(series.shortID) \($0)")
      }
    }
  }
}

/// `visits series unskip`: the visits of skipped days, planned again.
struct SeriesUnskipCommand: PlanningSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "unskip", abstract: "Plan the visits of a series again on days that were skipped or cancelled.")

  @OptionGroup var place: SeriesDaysArgument

  @Flag(help: "Allow them to overlap other visits of the worker.")
  var allowOverlap = false

  @Flag(help: "Allow them while the worker is away.")
  var allowAbsence = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String { SeriesDaysArgument.name(ofParameter: parameter) }

  func run(in session: Session) throws {
    let (series, params) = try place.choose(in: session)
    var planning = params
    planning["allowOverlap"] = allowOverlap ? true : nil
    planning["allowAbsence"] = allowAbsence || session.changes.isUndoing ? true : nil
    let answer = try session.change("series.unskip", planning)
    try session.report(answer, method: "series.unskip", .planned) { _ in
      SeriesDaysArgument.days(of: answer).map {
        Undo.command("\(Invocation.name) series skip \(series.shortID) \($0)")
      }
    }
  }
}

/// A series and some of its days.
struct SeriesDaysArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A series' id or its end as list shows it, or a part of the client's name.", valueName: "series"),
    completion: .series)
  var series: String

  @Argument(
    help: ArgumentHelp("Its days, such as tomorrow or 2026-12-25.", valueName: "dates"), completion: .day)
  var dates: [String]

  /// How a command line names a parameter of the API: the days have no option.
  static func name(ofParameter parameter: String) -> String {
    ["dates", "localDates"].contains(parameter) ? "DATES" : OptionName.of(parameter: parameter)
  }

  /// Looks the series up.
  ///
  /// - Returns: The series as it is, and the parameters that name it and the days.
  func choose(in session: Session) throws -> (before: SeriesWords, params: JSONObject) {
    let before = try session.series(series)
    let typed = dates.filter { Day($0) == nil }.map { TypedDayWords.inEnglish($0).json }
    let exact = dates.filter { Day($0) != nil }.map(\.json)
    return (
      before,
      [
        "series": before.id.json, "dates": exact.isEmpty ? nil : .array(exact),
        "localDates": typed.isEmpty ? nil : .array(typed), "expectedVersion": before.json["version"],
      ]
    )
  }

  /// The days that a change has touched, as a command names them; `nil`: none.
  static func days(of answer: JSONValue) -> String? {
    let days = (answer["dates"]?.array ?? []).compactMap(\.string).map(Undo.word)
    return days.isEmpty ? nil : days.joined(separator: " ")
  }
}
