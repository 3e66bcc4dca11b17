import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits home`: where a worker begins.
struct HomeCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "home",
    abstract: "Show a worker's Home: the last session, the goal bank, the clients and the visits left today.")

  @Option(name: .shortAndLong, help: "The worker; default $VISITS_WORKER.", completion: .worker)
  var worker: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "The day whose remaining visits are counted, such as tomorrow; default today.", completion: .day)
  var date: String?

  @Flag(help: "Print what a screen reader would say, a line for each card.")
  var spoken = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let view = try session.with(.worker, try session.worker(worker)) { id in
      var params: JSONObject = ["worker": id.json]
      params.set(day: "date", date)
      return try session.read("home", params)
    }
    if session.wantsJSON { return session.print(view) }
    session.print(spoken ? HomeScreen.spoken(view) : HomeScreen(view, on: session.screen).lines)
  }
}

/// Lays out a worker's Home (seed 004): who and how many visits above, then the cards, then the first clients.
struct HomeScreen {
  private static let cards = ["startSession", "lastSession", "goalBank", "viewClients"]

  private let view: JSONValue
  private let screen: Screen

  /// A view for a screen.
  init(_ view: JSONValue, on screen: Screen) {
    self.view = view
    self.screen = screen
  }

  /// What a screen reader would say, a line for each card and each client.
  static func spoken(_ view: JSONValue) -> [String] {
    let banner = view["banner"]?["message"]?.string
    let cards = Self.cards.map { view["cards"]?[$0] }
    let rows = (view["clients"]?.array ?? []).map(Optional.init)
    return [banner, view["visitsLeftLabel"]?.string].compactMap { $0?.onOneLine }
      + (cards + rows).compactMap { thing in
        let words = [thing?["accessibilityLabel"], thing?["accessibilityHint"]].compactMap { $0?.string?.onOneLine }
        // Some labels are whole sentences, with their full stop.
        return words.isEmpty ? nil : words.map { $0.hasSuffix(".") ? $0 : "\($0)." }.joined(separator: " ")
      } + [more(view)].compactMap(\.self)
  }

  /// How many clients are not among those shown, and the command that shows all.
  private static func more(_ view: JSONValue) -> String? {
    let more = (view["clientCount"]?.amount ?? 0) - Int64(view["clients"]?.array?.count ?? 0)
    guard more > 0 else { return nil }
    let command = ["\(Invocation.name) clients", view["worker"]?.string.map { "--worker \($0)" }]
      .compactMap(\.self).joined(separator: " ")
    return PersonPhrase.moreClients(count: more, [.command: command])
  }

  /// The screen's lines.
  var lines: [String] { TodayHead(view, on: screen).banner + head + [""] + cards + clients }

  private var head: [String] {
    let title = view["heading"]?.string?.onOneLine ?? ""
    let name = "  " + (view["name"]?.string?.onOneLine ?? "")
    let left = view["visitsLeftLabel"]?.string?.onOneLine ?? ""
    let space = screen.width - Columns.count(title) - Columns.count(name) - Columns.count(left)
    guard space >= 3 else { return screen.paragraph(title + name, .bold) + screen.paragraph(left) }
    return [screen.style(.bold, title) + name + String(repeating: " ", count: space) + left]
  }

  private var cards: [String] {
    var sheet = Sheet(leading: 1)
    sheet.rows = Self.cards.compactMap { view["cards"]?[$0] }.map { card in
      let isEnabled = card["enabled"] != false
      return [
        Sheet.Cell(card["title"]?.string, isEnabled ? .bold : .dim),
        Sheet.Cell(card["details"]?.string, isEnabled ? .plain : .dim),
      ]
    }
    return sheet.lines(on: screen)
  }

  private var clients: [String] {
    let rows = view["clients"]?.array ?? []
    guard !rows.isEmpty else { return [] }
    var sheet = Sheet(leading: 2)
    sheet.rows = rows.map { client in
      [
        Sheet.Cell(client["initials"]?.string, .dim), Sheet.Cell(client["name"]?.string, .bold),
        Sheet.Cell(client["details"]?.string),
      ]
    }
    return [""] + sheet.lines(on: screen) + (Self.more(view).map { screen.paragraph($0, .dim) } ?? [])
  }
}
