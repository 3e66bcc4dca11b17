import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC
import TableColumns

/// `visits import`: another system's export.
struct ImportCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import another system's export, a table or a calendar: all of it or nothing.",
    discussion: """
      A table is a CSV file of visits, workers or clients, with a line of headings in English, German or French. The \
      clients and workers of visits must exist already; a row names them by id or name.

      \(TableGuide.people)

      \(TableGuide.identity)

      A table of visits has the columns below; --list-columns adds those of workers and clients, the headings of each \
      column, and the forms of times.

      \(ColumnList.brief())

      A calendar is an iCalendar file, as Google and Outlook export it: the title of an event names the client, and \
      --worker names the worker of all visits. Events more than a week back, or beyond the weeks that are planned \
      ahead, are skipped.
      """)

  /// Which comes first in dates such as 03/04/2026.
  enum DateOrder: String, CaseIterable, ExpressibleByArgument {
    case dayFirst = "day-first"
    case monthFirst = "month-first"
  }

  @Argument(help: "The file; - for standard input.", completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      """
      The format: fhir (a Bundle, R4), csv (a table), workers or clients (a table of these) or ics (a calendar); by \
      default detected from the file.
      """),
    completion: .list(["clients", "csv", "fhir", "ics", "workers"]))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The heading of a column, if it is not recognised: start=\"Visit begin\".", valueName: "column=heading"))
  var columns: [String] = []

  @Option(help: "The order in a table's dates: day-first or month-first.")
  var dateOrder: DateOrder?

  @Option(name: .shortAndLong, help: "The worker of all visits of a calendar.", completion: .worker)
  var worker: String?

  @Flag(help: "Allow the visits of a table or a calendar to overlap others of the same worker.")
  var allowOverlap = false

  @Flag(help: "Allow them while the worker is away.")
  var allowAbsence = false

  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  @Flag(help: "Import the valid entries, and leave the others out.")
  var skipInvalid = false

  @Flag(help: "List the columns that a table may have, with all known headings; takes no file.")
  var listColumns = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard (file == nil) == listColumns else {
      throw ValidationError(
        listColumns ? ImportPhrase.listColumnsAlone.text : ParserPhrase.missingArgument([.option: "<file>"]))
    }
  }

  func run(in session: Session) throws {
    guard let file else {
      return session.print(session.wantsJSON ? ColumnList.json.text : ColumnList.whole(columns: session.screen.columns))
    }
    let source = ImportSource(file)
    let columns = try headings()
    let content = try source.text(in: session)
    guard let format = format ?? ImportFormat.guess(content) else {
      throw Failure.badInput(
        ImportFormat.name(of: content).map {
          ImportPhrase.isSomethingElse([.path: source.name, .name: $0.onOneLine])
        } ?? ImportPhrase.isNothing([.path: source.name]))
    }
    let worker = try session.with(.worker, ifNamed: worker) { id in
      // Looked up before the file is sent.
      if let id { _ = try session.read("worker.show", ["worker": id.json]) }
      return id
    }
    let params: JSONObject = [
      "worker": worker?.json,
      "columns": columns, "dateOrder": dateOrder.map { $0 == .dayFirst ? "dayFirst" : "monthFirst" },
      "allowOverlap": allowOverlap ? true : nil, "allowAbsence": allowAbsence ? true : nil,
      "dryRun": dryRun ? true : nil, "skipInvalid": skipInvalid ? true : nil,
    ]
    let answer: JSONValue
    do {
      answer = try ImportUpload(content, format: format, name: source.name).send(params, in: session)
    } catch let error as RPCError {
      throw Failure.ofImport(error, of: source.name, bytes: content.utf8.count)
    }
    let refused = ImportEntries("refused", of: answer)
    let isChange = ["added", "changed"].contains { answer[$0]?.integer ?? 0 > 0 }
    if !dryRun, isChange, refused.count == 0 || skipInvalid { session.rememberForGood() }
    let kept = ImportEntries("kept", of: answer)
    let notes = ImportTableNotes(answer)
    let report = dryRun ? notes?.report ?? [] : []
    let counts = summary(answer, of: notes?.people, kept: kept.count, refused: refused.count)
    let lines = [counts] + additions(answer) + report
    session.print(session.wantsJSON ? answer.text : lines.joined(separator: "\n"))
    if let line = outside(answer) { session.tell("visits: \(line)") }
    if let count = answer["neverPlanned"]?.integer {
      session.tell("visits: \(ImportPhrase.neverPlanned(count: count))")
    }
    if let count = answer["duplicates"]?.integer {
      session.tell("visits: \(ImportPhrase.duplicates([.count: "\(count)"]))")
      for people in ["workers", "clients"] { session.tell("  \(Invocation.name) \(people) duplicates") }
    }
    let passedOver = (answer["passedOver"]?.array ?? []).compactMap { $0["words"]?.string }
    for line in passedOver { session.tell("visits: \(line)") }
    for line in notes?.warnings(namesIgnored: report.isEmpty) ?? [] { session.tell("visits: \(line)") }
    let isAnyTaken =
      kept.count > 0 || ["added", "changed", "unchanged", "neverPlanned"].contains { answer[$0]?.integer ?? 0 > 0 }
    guard refused.count == 0 || skipInvalid && isAnyTaken else {
      throw Failure.importRefused(refused, hasRest: answer["rest"] != nil, isListed: session.wantsJSON)
    }
    for line in ImportEntries("notes", of: answer).lines(isListed: session.wantsJSON) {
      session.tell("visits: \(ImportPhrase.noted([.text: line]))")
    }
    // An import that used nothing must not look like a success.
    guard isAnyTaken || passedOver.isEmpty && format != "fhir" || refused.count > 0 else {
      throw Failure(
        error: RPCError(
          code: -32602, kind: "badInput", message: ImportPhrase.nothingUsed([.path: source.name])), isInResult: true)
    }
    for line in kept.lines(isListed: session.wantsJSON) {
      session.tell("visits: \(ImportPhrase.leftAsItIs([.text: line]))")
    }
    for line in refused.lines(isListed: session.wantsJSON) {
      session.tell("visits: \(ImportPhrase.leftOut([.text: line]))")
    }
  }

  /// `start=Begin,end=Finish`, once or several times. What has no equals sign goes on with the heading before it.
  private func headings() throws -> JSONValue? {
    var pairs: [String] = []
    for piece in columns.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      if piece.contains("=") || pairs.isEmpty {
        pairs.append(String(piece))
      } else {
        pairs[pairs.count - 1] += ",\(piece)"
      }
    }
    var headings = JSONObject()
    for pair in pairs {
      let words = pair.split(separator: "=", maxSplits: 1)
      guard words.count == 2 else {
        throw Failure.usage(ImportPhrase.columnsForm([.text: pair]))
      }
      headings[String(words[0])] = String(words[1]).json
    }
    return pairs.isEmpty ? nil : .object(headings)
  }

  /// What a dry run would add, a line for each of the first.
  private func additions(_ answer: JSONValue) -> [String] {
    let first = (answer["wouldAdd"]?.array ?? []).prefix(ImportEntries.listLimit)
    let more = (answer["added"]?.integer ?? 0) - Int64(first.count)
    guard !first.isEmpty else { return [] }
    return first.map { "  + \(($0.string ?? "").onOneLine)" }
      + (more > 0 ? ["  \(ImportPhrase.more(count: more))"] : [])
  }

  private func outside(_ answer: JSONValue) -> String? {
    guard let outside = answer["outside"], let count = outside["events"]?.integer, let days = outside["days"]?.string
    else { return nil }
    return ImportPhrase.outside(count: count, [.days: days])
  }

  private func summary(_ answer: JSONValue, of people: String?, kept: Int, refused: Int) -> String {
    let phrases: [(String, ImportPhrase)] = [("added", .added), ("changed", .changed), ("unchanged", .unchanged)]
    var counts = phrases.map { name, phrase in phrase(count: answer[name]?.integer ?? 0) }
    if kept > 0 { counts.append(ImportPhrase.kept(count: Int64(kept))) }
    counts.append(ImportPhrase.refused(count: Int64(refused)))
    let phrase: ImportPhrase =
      switch people {
      case "workers": dryRun ? .wouldImportWorkers : .importedWorkers
      case "clients": dryRun ? .wouldImportClients : .importedClients
      default: dryRun ? .wouldImport : .imported
      }
    return phrase([.text: counts.joined(separator: ", ")])
  }
}
