import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits export`: visits as a file for another program.
struct ExportCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export visits for another program: a table, a calendar, FHIR or EVV records.",
    discussion: """
      Without days, all visits are exported. Calendar programs can subscribe to an exported calendar and see later \
      changes. visits import reads an exported table and plans the same visits.
      """)

  /// The formats.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv
    case ics
    case fhir
    case evv
  }

  /// Which of an aggregator's records are written.
  enum Records: String, CaseIterable, ExpressibleByArgument {
    case visits
    case clients
    case employees
  }

  /// How EVV records are written.
  enum EVVFormat: String, CaseIterable, ExpressibleByArgument {
    case jsonl
    case csv
  }

  @Option(help: "The format: csv (a table), ics (a calendar), fhir (a Bundle, R4) or evv (visit verification).")
  var format: Format

  @Option(help: "How evv is written: jsonl (JSON Lines, the default) or csv (a table).")
  var evvFormat: EVVFormat?

  @Option(help: "The aggregator whose format evv has: sandata (alternate EVV 7) or hhax (EVV visit import 5).")
  var profile: AggregatorProfile?

  @Option(help: "With sandata: visits (the default), or clients or employees, which must be sent before their visits.")
  var records: Records?

  @OptionGroup var window: WindowOptions

  @Option(name: .shortAndLong, help: "Only for this worker.", completion: .worker)
  var worker: String?

  @Option(name: .shortAndLong, help: "Only for this client.", completion: .client)
  var client: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file, replaced only when the export is complete; - for standard output.", valueName: "file"),
    completion: .file())
  var output = "-"

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard evvFormat == nil || format == .evv && profile == nil else {
      throw ValidationError(ReportPhrase.evvFormat.text)
    }
    guard profile == nil || format == .evv else {
      throw ValidationError(ReportPhrase.profile([.option: "--profile", .other: "--format evv"]))
    }
    guard records == nil || profile == .sandata else {
      throw ValidationError(ReportPhrase.profile([.option: "--records", .other: "--profile sandata"]))
    }
  }

  func run(in session: Session) throws {
    let download = ExportDownload(session, isToFile: output != "-")
    defer { download.end() }
    guard output != "-" else {
      return try send(in: session, download) { part in
        session.output.write(session.output.terminalColumns == nil ? part : part.onSafeLines)
        // Where nobody reads on, that is said when the program ends.
        do { try session.output.flush() } catch { return false }
        return true
      }
    }
    do {
      let draft = try session.machine.draft(of: output)
      do {
        try send(in: session, download) { part in
          try draft.write(Array(part.utf8))
          return true
        }
        try draft.publish()
      } catch {
        draft.discard()
        throw error
      }
    } catch let error as SystemError {
      throw Failure.cannotWrite(output, error)
    }
  }

  /// Hands over part after part, until there is no more or nobody wants more.
  private func send(
    in session: Session, _ download: ExportDownload, to take: (String) throws -> Bool
  ) throws {
    try session.with(.worker, ifNamed: worker) { worker in
      try session.with(.client, ifNamed: client) { client in
        var params: JSONObject = [
          "format": format.rawValue.json, "evvFormat": evvFormat?.rawValue.json, "profile": profile?.rawValue.json,
          "records": records?.rawValue.json, "worker": worker?.json, "client": client?.json,
        ]
        window.set(in: &params, otherwise: nil)
        var leftOut: Int64 = 0
        repeat {
          let part = try window.explaining { try session.read("export", params) }
          guard let content = part["content"]?.string else { throw Failure.unfit("export") }
          download.show(part["count"]?.amount ?? 0)
          leftOut += part["leftOut"]?.amount ?? 0
          for doubt in part["doubts"]?.array ?? [] {
            session.tell("visits: \(doubt["visit"]?.string?.suffix(8) ?? "")  \(doubt["words"]?.string ?? "")")
          }
          guard try take(session.wantsJSON ? part.text + "\n" : content) else { return }
          params["after"] = part["next"]?.string?.json
        } while params["after"] != nil
        guard leftOut > 0, let profile else { return }
        let command = "\(Invocation.name) evv check --profile \(profile.rawValue)"
        session.tell("visits: \(ReportPhrase.recordsLeftOut(count: leftOut, [.command: command]))")
      }
    }
  }
}
