import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits status`: how the service is.
struct StatusCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the state of the service.",
    discussion: """
      It exits with 1 while visitsd takes no changes. With --nagios it exits as monitoring plugins do: 0 if all is well, \
      1 if there are warnings, 2 if visitsd takes no changes or cannot be reached, 3 if it cannot tell.
      """)

  @Flag(help: "Print one line for a monitoring system, as its plugins do (Nagios, Icinga).")
  var nagios = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard !nagios || !options.json else { throw ValidationError(StatusPhrase.nagiosOrJSON.text) }
  }

  func run(in session: Session) throws {
    if nagios { return try Self.report(in: session) }
    let status = try session.read("system.status")
    let isWritable = status["writable"] == true
    if session.wantsJSON {
      session.print(status)
    } else {
      Self.show(status, isWritable: isWritable, in: session)
    }
    guard isWritable else { throw Failure.said(StatusPhrase.takesNone.text, kind: "readOnly", .refused) }
  }

  /// Prints the line of a monitoring plugin, and ends as one.
  private static func report(in session: Session) throws {
    let report: PluginReport
    do {
      report = try PluginReport(session.read("system.status"))
    } catch {
      report = PluginReport(session.explain(Failure(error)))
    }
    session.print(report.line)
    if let failure = report.failure { throw failure }
  }

  private static func show(_ status: JSONValue, isWritable: Bool, in session: Session) {
    let screen = session.screen
    let state =
      isWritable
      ? screen.style(.green, "✓ \(StatusPhrase.takesChanges.text)")
      : screen.style(.boldRed, "⚠ \(StatusPhrase.takesNone.text)")
    session.print("\(screen.style(.bold, "visitsd \(status["version"]?.string?.onOneLine ?? "")"))  \(state)")
    session.print("")
    session.print(
      screen.facts([
        (.up, status["uptime"]?.integer.map(Amount.duration)),
        (.visits, status["visits"]?.integer.map(Amount.count)),
        (.workers, status["workers"]?.integer.map(Amount.count)),
        (.clients, status["clients"]?.integer.map(Amount.count)),
        (
          .emergencies,
          status["emergencies"]?.integer.flatMap { $0 > 0 ? StatusPhrase.openEmergencies(count: $0) : nil }
        ),
        (.alerts, alerts(status["alerts"])),
        (.connections, status["connections"]?.integer.map(Amount.count)),
        (.lastMinute, status["lastMinute"].map(rates)),
        (.database, status["databaseBytes"]?.integer.map { database($0, log: status["logBytes"]?.integer) }),
        (.backup, backup(status)), (.room, status["backupRoom"].flatMap(room)), (.sync, sync(status)),
        (.pending, status["sync"]?["pendingChanges"]?.integer.flatMap { $0 > 0 ? Amount.count($0) : nil }),
        (.socket, session.socket),
      ]))
    for warning in status["warnings"]?.array ?? [] {
      session.print(screen.paragraph(warning.string ?? "", .red, indent: 2, first: screen.style(.red, "⚠ ")))
    }
    let logged = status["logged"]?.array ?? []
    guard !logged.isEmpty else { return }
    session.print("")
    session.print(screen.paragraph(StatusPhrase.logged.text, .dim))
    session.print(sheet(logged).lines(on: screen))
  }

  /// A row for each event: how long ago, how often, and what was said.
  private static func sheet(_ logged: [JSONValue]) -> Sheet {
    var sheet = Sheet(leading: 3)
    sheet.rows = logged.map { event in
      let count = event["count"]?.integer ?? 1
      let isWarning = event["severity"]?.string == "warning"
      return [
        Sheet.Cell(event["secondsAgo"]?.integer.map { StatusPhrase.ago([.time: Amount.roughly($0)]) }, .dim),
        Sheet.Cell(count > 1 ? "\(Amount.count(count))×" : "", .dim),
        Sheet.Cell(event["message"]?.string, isWarning ? .yellow : .red),
      ]
    }
    return sheet
  }

  /// "1,203 calls, 2 of them refused, 14 changes".
  private static func rates(_ rates: JSONValue) -> String {
    let refused = rates["errors"]?.integer ?? 0
    return [
      StatusPhrase.calls(count: rates["calls"]?.integer ?? 0), refused > 0 ? StatusPhrase.refused(count: refused) : nil,
      StatusPhrase.changes(count: rates["changes"]?.integer ?? 0),
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func database(_ bytes: Int64, log: Int64?) -> String {
    guard let log, log > 0 else { return Amount.bytes(bytes) }
    return StatusPhrase.log([.size: Amount.bytes(bytes), .value: Amount.bytes(log)])
  }

  /// "3 h ago, 5.1 MB"; `nil`: the daemon does not tell of backups.
  static func backup(_ status: JSONValue) -> String? {
    guard let backup = status["lastBackup"] else { return status["lastMinute"].map { _ in StatusPhrase.noBackup.text } }
    let age = backup["secondsAgo"]?.integer.map(Amount.roughly)
    let size = backup["bytes"]?.integer.map(Amount.bytes)
    return switch (age, size) {
    case (let age?, let size?): StatusPhrase.backup([.time: age, .size: size])
    case (let age?, nil): StatusPhrase.ago([.time: age])
    case (nil, let size): size ?? ""
    }
  }

  /// "Synced ✓", or that there is no upstream.
  private static func sync(_ status: JSONValue) -> String {
    status["syncConfigured"] == false ? StatusPhrase.noUpstream.text : Mark.sync(status["sync"]).text
  }

  /// "12 GB free, enough for 40 backups"; `nil`: the daemon does not tell.
  static func room(_ room: JSONValue) -> String? {
    guard let free = room["freeBytes"]?.integer, let backups = room["backups"]?.integer else { return nil }
    return StatusPhrase.room(count: backups, [.size: Amount.bytes(free)])
  }

  /// "3 late, 1 overrun"; `nil`: nothing needs attention.
  private static func alerts(_ counts: JSONValue?) -> String? {
    let kinds: [(String, StatusPhrase)] = [
      ("late", .late), ("missed", .missed), ("overrun", .overrun), ("conflict", .conflict), ("overlap", .overlapping),
      ("openNotTaken", .notTaken), ("withdrawn", .withdrawn), ("notInCare", .notInCare),
    ]
    let words = kinds.compactMap { kind, words in
      counts?[kind]?.integer.flatMap { $0 > 0 ? words(count: $0) : nil }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
