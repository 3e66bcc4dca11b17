import ArgumentParser
import JSON

/// `visits sync status`.
struct SyncStatusCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the state of the sync with the agency's system of record.",
    discussion: "--watch prints a line for each change of state, until Ctrl-C.")

  @Flag(help: "Stay, and print a line for each change.")
  var watch = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    if watch { return try SyncWatch(session).run() }
    let status = try session.read("sync.status")
    if session.wantsJSON { return session.print(status) }
    session.print(try SyncSheet(status, on: session.screen).lines)
  }
}

/// A line for each time that sync stands otherwise than before.
struct SyncWatch {
  /// Between two looks, in milliseconds.
  private static let pulse = 500

  private let session: Session

  init(_ session: Session) { self.session = session }

  /// Prints them until the person has seen enough.
  func run() throws {
    let waiting = try session.stayOpen(readsKeys: false)
    defer { waiting.end() }
    var shown: String?
    while true {
      let status = try session.read("sync.status")
      let sheet = try SyncSheet(status, on: session.screen)
      let line = sheet.line
      if line != shown {
        if session.wantsJSON { session.print(status) } else { session.print(line) }
        try session.flush()
      }
      // Nothing will ever stand otherwise.
      if sheet.isAlone { return }
      shown = line
      if waiting.wait(for: nil, milliseconds: Self.pulse) == .ended { return }
    }
  }
}
