import ArgumentParser
import JSONRPC

/// `visits today`: a worker's day as a list of cards.
struct TodayCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Show a worker's day: cards in order of start, each with a number.")

  @Option(name: .shortAndLong, help: "Whose day; default $VISITS_WORKER.", completion: .worker)
  var worker: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "Which day, such as tomorrow or 2026-11-20; default today.", completion: .day)
  var date: String?

  @Flag(help: "Print what a screen reader would say, a line for each card.")
  var spoken = false

  @OptionGroup(title: "Everywhere")
  var options: GlobalOptions

  func run(in session: Session) throws {
    let worker = try session.worker(worker)
    let view = try session.with(.worker, worker) { id in
      var params: JSONObject = ["worker": id.json]
      params.set(day: "date", date)
      return try session.read("today", params)
    }
    if session.wantsJSON { return session.print(view) }
    if spoken {
      session.print(TodayScreen.spoken(view))
    } else {
      session.print(TodayScreen(view, on: session.screen).lines)
    }
    remember(view, in: session)
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
      session.tell("visits: The cards' numbers cannot be remembered: \(error). Name visits by their ids.")
    }
  }
}

extension Session {
  /// The worker that a command is about.
  func worker(_ option: String?) throws -> String {
    if let worker = option ?? machine.environment["VISITS_WORKER"], !worker.isEmpty { return worker }
    throw Failure.usage(
      "Whose? Name a worker: --worker W, or set VISITS_WORKER.", advice: ["See who there is: visits workers"])
  }
}
