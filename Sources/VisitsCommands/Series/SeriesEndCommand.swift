import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits series end`: no more visits from a day on.
struct SeriesEndCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "End a series, and cancel its visits that are still scheduled.")

  @OptionGroup var series: SeriesArgument

  @Option(name: .shortAndLong, help: "The reason.")
  var reason: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let (before, place) = try series.choose(in: session)
    var params = place
    params["reason"] = reason.json
    params["expectedVersion"] = before.json["version"]
    let answer = try session.change("series.end", params)
    try session.report(answer, method: "series.end", .cancelled) { _ in undo(before, answer) }
  }

  /// A series is not taken back: it is planned anew from the first visit that was called off.
  private func undo(_ before: SeriesWords, _ answer: JSONValue) -> Undo? {
    guard let start = answer["visits"]?.array?.first?["display"]?["typed"]?["start"]?.string else { return nil }
    var words = "\(Invocation.name) add --client \(before.json["client"]?.string ?? "")"
    words += before.json["worker"]?.string.map { " --worker \($0)" } ?? ""
    words += " --start \(start) --minutes \(before.json["minutes"]?.text ?? "60")"
    // A series that was divided ends before its rule does.
    let until = before.json["until"]?.string
    let rule = (before.json["repeat"]?.string ?? "").split(separator: ";").filter {
      until == nil || !$0.hasPrefix("UNTIL=") && !$0.hasPrefix("COUNT=")
    }
    words += " --repeat \(Undo.quoted(rule.joined(separator: ";")))" + (until.map { " --until \($0)" } ?? "")
    for name in ["service", "serviceCode", "address", "note"] {
      words += before.json[name]?.string.map { " \(OptionName.of(parameter: name)) \(Undo.quoted($0))" } ?? ""
    }
    return .none(SeriesPhrase.noUndo([.command: words]))
  }
}
