import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits series list`.
struct SeriesListCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List recurring visits; with --all, also series that are over.")

  @Option(name: .shortAndLong, help: "Only this client's.", completion: .client)
  var client: String?

  @Option(name: .shortAndLong, help: "Only this worker's.", completion: .worker)
  var worker: String?

  @Flag(help: "Also those that are over.")
  var all = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.with(.worker, ifNamed: worker) { worker in
      try session.with(.client, ifNamed: client) { client in
        try session.read(
          "series.list",
          ["client": client?.json, "worker": worker?.json, "over": all ? nil : false, "limit": 1000])
      }
    }
    if session.wantsJSON { return session.print(answer) }
    let series = (answer["series"]?.array ?? []).map(SeriesWords.init)
    guard !series.isEmpty else { return session.print(session.screen.style(.dim, SeriesPhrase.none.text)) }
    var sheet = Sheet(leading: 1)
    sheet.rows = series.map { series in
      [
        Sheet.Cell(series.title, .bold), Sheet.Cell(series.days), Sheet.Cell(series.time), Sheet.Cell(series.worker),
        Sheet.Cell(series.span), Sheet.Cell(series.shortID, .dim),
      ]
    }
    session.print(sheet.lines(on: session.screen))
  }
}

/// `visits series show`.
struct SeriesShowCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a series of visits.")

  @Argument(
    help: "A series' id or its end as list shows it, or a part of the client's name.", completion: .series)
  var series: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.read("series.show", ["series": try session.series(self.series).id.json])
    if session.wantsJSON { return session.print(answer) }
    guard let series = answer["series"].map(SeriesWords.init) else { throw Failure.unfit("series.show") }
    let exceptions = (answer["exceptions"]?.array ?? []).compactMap { $0["words"]?.string }
    let screen = session.screen
    session.print(screen.paragraph(series.title, .bold))
    session.print(screen.paragraph("\(series.days), \(series.time)"))
    session.print("")
    session.print(
      screen.facts([
        (.worker, series.worker), (.holds, series.span), (.rule, series.json["repeat"]?.string),
        (.exceptions, exceptions.isEmpty ? nil : exceptions.joined(separator: "; ")),
        (.address, series.json["address"]?.string), (.service, series.json["service"]?.string),
        (.note, series.json["note"]?.string), (.reason, series.json["reason"]?.string),
        (.timeZone, series.json["timeZone"]?.string), (.id, series.id),
        (.version, series.json["version"]?.integer.map { String($0) }),
      ]))
  }
}
