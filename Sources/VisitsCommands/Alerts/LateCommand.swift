import ArgumentParser
import JSON

/// `visits late`: what of today needs somebody's attention.
struct LateCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "late",
    abstract: "Show visits that are late, probably missed or overrun, and unassigned ones that are due.",
    discussion: """
      Only the first part of `visits today --all`. --watch keeps it on the screen and up to date. Acknowledged alerts \
      (`visits alerts ack`) come last.
      """)

  @Flag(help: "Print what a screen reader would say, a line for each visit.")
  var spoken = false

  @Flag(help: "Stay, and show each change; on a terminal q or Ctrl-C ends.")
  var watch = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let params: JSONObject = ["all": true]
    let view = try session.read("today", params)
    guard watch else { return print(view, in: session) }
    let screen = session.draws && !spoken ? LiveScreen(session) : nil
    var last: [JSONValue?]?
    var bell = EmergencyBell()
    try TodayWatch(session, params, on: screen) { view in
      if let screen {
        screen.layout = { LateScreen($1 ? TodayHead.stale(view) : view, on: $0).lines }
        if bell.rings(for: view) { screen.ring() }
      } else if last != [view["emergencies"], view["alerts"]] {
        if last != nil, !session.wantsJSON { session.print("") }
        print(view, in: session)
        try session.flush()
      }
      last = [view["emergencies"], view["alerts"]]
    }.run(first: view)
  }

  private func print(_ view: JSONValue, in session: Session) {
    if session.wantsJSON {
      return session.print(["emergencies": view["emergencies"] ?? [], "alerts": view["alerts"] ?? []])
    }
    session.print(spoken ? LateScreen.spoken(view) : LateScreen(view, on: session.screen).lines)
  }
}
