import Catalog
import CommandCatalog

/// A terminal's alternate screen, which leaves no trace when it is put away.
final class LiveScreen {
  private let session: Session
  private var pager = Pager()
  private var isShown = false
  /// The last view, laid out anew for each width; and whether it may be out of date.
  var layout: (_ screen: Screen, _ isStale: Bool) -> [String] = { _, _ in [] }
  /// How many of its first lines stay where they are when the person scrolls.
  var pinned: (Screen) -> Int = { _ in 0 }
  /// When the view says something else by itself, after a moment on the machine's clock; `nil`: it does not.
  var ticks: (_ now: Int64) -> Int64? = { _ in nil }
  /// What stands below a view that needs no scrolling: what keys do.
  var hint = WatchPhrase.footer.text
  /// What stands below the view: why it may be out of date; `nil`: it is not.
  var trouble: String?

  /// A screen that is not shown yet.
  init(_ session: Session) {
    self.session = session
  }

  /// Draws everything.
  func draw() {
    if !isShown {
      isShown = true
      // The alternate screen, no cursor, no breaking of lines at the edge.
      session.output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    }
    let screen = self.screen
    let (head, lines) = parts(on: screen)
    let room = room(on: screen)
    pager.settle(lines: lines.count, room: room)
    let shown = lines.dropFirst(pager.offset).prefix(room)
    let blank = Array(repeating: "", count: max(0, room - shown.count))
    let all = head + shown + blank + status(on: screen, lines: lines.count, room: room)
    // Shown at once by terminals that can. Each line is emptied before it is written: behind a line that is full the
    // cursor stands on its last character, which would go.
    session.output.write(
      "\u{1B}[?2026h\u{1B}[H" + all.map { "\u{1B}[K" + $0 }.joined(separator: "\r\n") + "\u{1B}[?2026l")
    try? session.output.flush()
  }

  /// Takes keys; says whether the person wants to end.
  func press(_ keys: [UInt8]) -> Bool {
    let screen = self.screen
    switch pager.press(keys, lines: parts(on: screen).lines.count, room: room(on: screen)) {
    case .end: return true
    case .scroll: draw()
    case .nothing: break
    }
    return false
  }

  /// Calls a person who looks elsewhere.
  func ring() {
    session.output.write("\u{7}")
  }

  /// Gives the terminal back as it was.
  func putAway() {
    guard isShown else { return }
    isShown = false
    session.output.write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    try? session.output.flush()
  }

  private var screen: Screen { Screen(for: session.output, environment: session.machine.environment) }

  private func troubles(on screen: Screen) -> [String]? {
    trouble.map { screen.paragraph($0, .boldRed) }
  }

  /// What stays on top, as far as it leaves room for the rest, and what scrolls.
  private func parts(on screen: Screen) -> (head: [String], lines: [String]) {
    let lines = layout(screen, trouble != nil)
    let most = max(0, rows - (troubles(on: screen)?.count ?? 1) - 1)
    let count = min(pinned(screen), most)
    return (Array(lines.prefix(count)), Array(lines.dropFirst(count)))
  }

  private var rows: Int { session.output.terminalRows ?? 24 }

  /// How many lines there are for what scrolls.
  private func room(on screen: Screen) -> Int {
    max(1, rows - (troubles(on: screen)?.count ?? 1) - parts(on: screen).head.count)
  }

  private func status(on screen: Screen, lines: Int, room: Int) -> [String] {
    if let troubles = troubles(on: screen) { return troubles }
    guard lines > room else { return Array(screen.paragraph(hint, .dim).prefix(1)) }
    let last = min(lines, pager.offset + room)
    let place = WatchPhrase.scroll([.start: "\(pager.offset + 1)", .end: "\(last)", .total: "\(lines)"])
    return [screen.style(.dim, place)]
  }
}
