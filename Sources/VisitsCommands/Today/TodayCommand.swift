import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits today`: a worker's day as a list of cards, or everybody's on one board.
struct TodayCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show a worker's day as numbered cards in order of start; with --all, everybody's day.",
    discussion: """
      --all shows the coordinator's board: what needs attention, each worker's current and next visit, who is free, \
      and the open visits. --watch keeps either view on the screen and up to date, even while visitsd restarts.
      """)

  @Option(name: .shortAndLong, help: "The worker; default $VISITS_WORKER.", completion: .worker)
  var worker: String?

  @Flag(name: .shortAndLong, help: "Everybody's day on one board.")
  var all = false

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "Which day, such as tomorrow or 2026-11-20; default today.", completion: .day)
  var date: String?

  @Flag(help: "Print what a screen reader would say, a line for each card.")
  var spoken = false

  @Flag(help: "Stay, and show each change; on a terminal q or Ctrl-C ends.")
  var watch = false

  @Flag(help: "Sync with the agency's system of record first, without waiting for the next try.")
  var refresh = false

  @OptionGroup(title: "Everywhere")
  var options: GlobalOptions

  func validate() throws {
    guard worker == nil || !all else {
      throw ValidationError(WatchPhrase.workerOrAll.text)
    }
  }

  func run(in session: Session) throws {
    let sync = refresh ? try SyncVerdict(SyncRun(session).run().answer) : nil
    let (view, params) = try first(in: session)
    guard watch else {
      print(view, in: session)
      if let failure = sync?.tell(in: session) { throw failure }
      return
    }
    if let failure = sync?.tell(in: session) { session.tell("visits: \(failure.error.message)") }
    let screen = isDrawn(in: session) ? LiveScreen(session) : nil
    var isFirst = true
    var bell = EmergencyBell()
    var shown: JSONValue?
    try TodayWatch(session, params, on: screen) { view in
      if let screen {
        let countdown = Countdown(view, at: session.machine.milliseconds)
        screen.ticks = { countdown?.next(after: $0) }
        screen.layout = { screen, isStale in
          if isStale { return lines(TodayHead.stale(view), on: screen) }
          return lines(countdown?.applied(to: view, at: session.machine.milliseconds) ?? view, on: screen)
        }
        // Whatever is scrolled to, what is wrong stays in sight, and whoever looks elsewhere is called.
        let stays = view["emergency"]?["open"] != nil || view["banner"]?["reason"] != nil
        screen.pinned = { stays ? TodayHead(view, on: $0).banner.count : 0 }
        if bell.rings(for: view) { screen.ring() }
        remember(view, in: session)
      } else {
        let steady = TodayHead.steady(view)
        guard steady != shown || session.wantsJSON else { return }
        shown = steady
        if !isFirst, !session.wantsJSON { session.print("") }
        isFirst = false
        print(view, in: session)
        try session.flush()
      }
    }.run(first: view)
  }

  /// The view, and the parameters that it came by.
  private func first(in session: Session) throws -> (JSONValue, JSONObject) {
    func read(_ params: JSONObject) throws -> (JSONValue, JSONObject) {
      var params = params
      params.set(day: "date", date)
      return (try session.read("today", params), params)
    }
    if all { return try read(["all": true]) }
    return try session.with(.worker, try session.worker(worker)) { id in try read(["worker": id.json]) }
  }

  /// Whether views are drawn one over the other: what is read aloud or by a program stands one below the other.
  private func isDrawn(in session: Session) -> Bool {
    session.draws && !spoken
  }

  private func print(_ view: JSONValue, in session: Session) {
    if session.wantsJSON { return session.print(view) }
    if spoken {
      session.print(all ? BoardScreen.spoken(view) : TodayScreen.spoken(view))
    } else {
      session.print(lines(view, on: session.screen))
    }
    remember(view, in: session)
  }

  private func lines(_ view: JSONValue, on screen: Screen) -> [String] {
    all ? BoardScreen(view, on: screen).lines : TodayScreen(view, on: screen).lines
  }

  /// Keeps what the numbers mean. A day that cannot be remembered can still be read.
  private func remember(_ view: JSONValue, in session: Session) {
    guard let worker = view["worker"]?.string else { return }
    let cards = (view["cards"]?.array ?? []).map { card in
      RememberedCards.Card(visit: card["visit"]?.string ?? "", version: card["version"]?.integer ?? 0)
    }
    do throws(SystemError) {
      try CardMemory(environment: session.machine.environment, socket: session.socket)?
        .keep(RememberedCards(day: view["heading"]?.string?.onOneLine ?? "", cards: cards), of: worker)
    } catch {
      session.tell("visits: \(WatchPhrase.numbersForgotten([.error: error.words]))")
    }
  }
}

extension Session {
  /// Whether the result can be drawn over what stands there.
  var draws: Bool { output.terminalColumns != nil && !wantsJSON && machine.environment["TERM"] != "dumb" }

  /// The worker that a command is about.
  func worker(_ option: String?) throws -> String {
    if let worker = option ?? machine.environment["VISITS_WORKER"], !worker.isEmpty { return worker }
    throw Failure.usage(
      PersonPhrase.whichWorker.text,
      advice: [ProgramPhrase.listWorkers([.command: "\(Invocation.name) workers"])])
  }

  /// Hands everything to whoever reads the result; a reader that has gone ends the command.
  func flush() throws {
    do throws(SystemError) {
      try output.flush()
    } catch {
      throw Failure(
        error: RPCError(
          code: -32603, kind: "internalError", message: ProgramPhrase.resultUnwritable([.error: error.words])))
    }
  }
}
