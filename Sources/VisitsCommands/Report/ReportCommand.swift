import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits report`: what became of the visits of a window.
struct ReportCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Count visits: planned, completed, late, missed, hours.",
    discussion: """
      By default today's visits. Planned counts all visits that are not cancelled. The missed share is the measure of \
      NICE QS123.
      """)

  /// For each of whom there is a row.
  enum Grouping: String, CaseIterable, ExpressibleByArgument {
    case worker
    case client
  }

  @OptionGroup var window: WindowOptions

  @Option(help: "A row for each: worker or client.")
  var by: Grouping?

  @Flag(help: "Print it as a table for a spreadsheet (CSV).")
  var csv = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard (window.from == nil) == (window.to == nil) else {
      throw ValidationError(ReportPhrase.bothDays.text)
    }
    guard !csv || !options.json else { throw ValidationError(ReportPhrase.csvOrJSON.text) }
  }

  func run(in session: Session) throws {
    var params: JSONObject = ["by": by?.rawValue.json]
    window.set(in: &params, otherwise: "today")
    var rows: [JSONValue] = []
    var page: JSONValue
    repeat {
      page = try window.explaining { try session.read("report", params) }
      if session.wantsJSON { session.print(page) }
      rows += page["rows"]?.array ?? []
      params["after"] = page["next"]?.integer.map(JSONValue.integer)
    } while params["after"] != nil
    if session.wantsJSON { return }
    let report = ReportRows(rows, total: page["total"], by: by?.rawValue)
    session.print(csv ? report.table : report.lines(on: session.screen))
  }
}
