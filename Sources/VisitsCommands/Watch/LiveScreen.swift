/// A terminal's alternate screen, which leaves no trace when it is put away.
final class LiveScreen {
  private let session: Session
  private var pager = Pager()
  private var isShown = false
  /// The last view, laid out anew for each width.
  var layout: (Screen) -> [String] = { _ in [] }
  /// What stands on the last line: why the view may be out of date; `nil`: it is not.
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
    let screen = Screen(for: session.output, environment: session.machine.environment)
    let lines = layout(screen)
    let room = self.room
    pager.settle(lines: lines.count, room: room)
    let shown = lines.dropFirst(pager.offset).prefix(room)
    let blank = Array(repeating: "", count: max(0, room - shown.count))
    let all = shown + blank + [status(screen, lines: lines.count)]
    session.output.write(
      "\u{1B}[H" + all.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    try? session.output.flush()
  }

  /// Takes keys; says whether the person wants to end.
  func press(_ keys: [UInt8]) -> Bool {
    let screen = Screen(for: session.output, environment: session.machine.environment)
    switch pager.press(keys, lines: layout(screen).count, room: room) {
    case .end: return true
    case .scroll: draw()
    case .nothing: break
    }
    return false
  }

  /// Gives the terminal back as it was.
  func putAway() {
    guard isShown else { return }
    isShown = false
    session.output.write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    try? session.output.flush()
  }

  /// The lines above the last.
  private var room: Int { max(1, (session.output.terminalRows ?? 24) - 1) }

  private func status(_ screen: Screen, lines: Int) -> String {
    if let trouble { return screen.style(.boldRed, trouble) }
    guard lines > room else { return screen.style(.dim, "Changes show at once. q ends.") }
    let last = min(lines, pager.offset + room)
    return screen.style(.dim, "Lines \(pager.offset + 1) to \(last) of \(lines). Arrows scroll, q ends.")
  }
}
