import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits sync now`.
struct SyncNowCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "now", abstract: "Sync now, without waiting for the next try, and print the result.",
    discussion: """
      --watch then prints a line for each change of state, until Ctrl-C. A sync that takes longer than --timeout \
      continues; on a terminal the command waits while the sync makes progress.
      """)

  @Flag(help: "Stay, and print a line for each change.")
  var watch = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    if watch {
      _ = try session.read("sync.now")
      return try SyncWatch(session).run()
    }
    let (answer, isCounted) = try SyncRun(session).run()
    let verdict = try SyncVerdict(answer)
    if session.wantsJSON {
      session.print(answer)
    } else {
      session.print(verdict.lines(on: session.screen, changed: isCounted ? answer["changed"]?.integer ?? 0 : 0))
    }
    guard var failure = verdict.failure else { return }
    failure.isSaid = !session.wantsJSON
    throw failure
  }
}

/// One sync that a person waits for.
struct SyncRun {
  /// How long the daemon's first answer waits, in seconds, where a line says how far it is: most syncs are done before.
  private static let patience: Int64 = 2
  /// How long it waits where nobody watches.
  private static let longest: Int64 = 30
  /// Between two looks at how far it is, in milliseconds.
  private static let pause = 300

  private let session: Session

  init(_ session: Session) { self.session = session }

  /// Syncs, and returns the answer of `sync.now` as it is when all is done, or when the session's time is over; what came
  /// after its first answer is not counted in it. A first pull of many visits takes its time: on a terminal a line says how
  /// far it is, and the time is counted from when it got further last.
  func run() throws -> (answer: JSONValue, isCounted: Bool) {
    let isWatched = session.errors.terminalColumns != nil
    var end = session.machine.milliseconds + Int64(session.timeout)
    let patience = isWatched ? Self.patience : Self.longest
    let wait = min(patience, max(0, Int64(session.timeout) / 1000 - 1))
    let first = try session.read("sync.now", ["wait": .integer(wait)])
    guard first["outcome"] == "syncing" else { return (first, true) }
    defer { clear() }
    var status = first
    var far = Progress()
    while status["outcome"] == "syncing", session.machine.milliseconds < end {
      status = try session.read("sync.status")
      if far.moves(to: status), isWatched { end = session.machine.milliseconds + Int64(session.timeout) }
      show(far)
      guard status["outcome"] == "syncing" else { break }
      session.machine.sleep(milliseconds: Int(max(0, min(Int64(Self.pause), end - session.machine.milliseconds))))
    }
    return (try answer(first, as: status), false)
  }

  /// The answer, had it waited until now.
  private func answer(_ first: JSONValue, as status: JSONValue) throws -> JSONValue {
    guard case .object(var answer) = first else { return first }
    for name in ["outcome", "text", "problem"] { answer[name] = status[name] }
    answer["sync"] = try session.read("system.status")["sync"]
    return .object(answer)
  }

  /// How far a sync is.
  private struct Progress {
    private(set) var fetched: Int64 = 0
    private(set) var pending: Int64?

    /// - Returns: Whether it got further.
    mutating func moves(to status: JSONValue) -> Bool {
      let now = (fetched: status["fetched"]?.integer ?? 0, pending: status["pending"]?.integer ?? 0)
      defer { (fetched, pending) = (max(fetched, now.fetched), now.pending) }
      return now.fetched > fetched || pending.map { now.pending < $0 } ?? false
    }
  }

  private func show(_ far: Progress) {
    guard let columns = session.errors.terminalColumns else { return }
    let parts = [
      far.fetched > 0 ? SyncPhrase.fetched(count: far.fetched) : nil,
      far.pending.flatMap { $0 > 0 ? SyncPhrase.toSend(count: $0) : nil },
    ].compactMap(\.self).joined(separator: ", ")
    let line = parts.isEmpty ? SyncPhrase.progress.text : SyncPhrase.progressOf([.text: parts])
    // A line that wraps could not be drawn over.
    session.errors.write("\r\(String(line.prefix(max(1, columns - 1))))\u{1B}[K")
  }

  private func clear() {
    if session.errors.terminalColumns != nil { session.errors.write("\r\u{1B}[K") }
  }
}
