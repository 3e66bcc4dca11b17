import Catalog
import CommandCatalog
import JSON
import JSONRPC
import VisitsAPI

/// A running session on a terminal: each key is a trial, which stands there at once, and what it has come to; what is
/// recorded of it elsewhere too.
///
/// Keys that the daemon has not confirmed are kept, with the moment at which they were pressed and the id of their change,
/// and sent again in their order: none is lost while it restarts, none counts twice, and none seems to have been pressed
/// when it came back. Whoever leaves before is told of them.
final class SessionLive {
  private static let second: Int64 = 1000
  /// How long the daemon may be silent, in milliseconds.
  private static let patience: Int64 = 3000
  /// After so many milliseconds it is said of a key that it is not recorded yet. Before, its mark alone says so.
  private static let quiet: Int64 = 250
  /// For so many milliseconds a person who leaves waits for the key that was pressed just before.
  private static let farewell: Int64 = 500

  /// What the daemon was asked.
  private enum Question {
    case follow
    case show
    case key
  }

  private let session: Session
  private let screen: LiveScreen
  private var shown: SessionWords
  /// Whether each trial that counts was a success.
  private var trials: [Bool]
  /// When the session began, on the machine's clock in milliseconds.
  private let begun: Int64
  private var keys: [SessionKey] = []
  /// Trials that the daemon did not take, and why it did not take the last of them.
  private var refused: [SessionKey] = []
  private var refusal = ""
  /// When the last key was pressed, in milliseconds since 1970: none is older than the one before, nor than the session,
  /// though somebody sets the clock back.
  private var lastPressed: Int64
  /// Since when keys wait, on the machine's clock.
  private var waitsSince: Int64 = 0
  private var message: String?
  private var asked: (id: JSONValue, at: Int64, question: Question)?
  /// Whether the key that is under way had been sent before: then it may have arrived.
  private var wasSentBefore = false
  /// A daemon that is busy is asked again from then on.
  private var asksAt: Int64 = 0
  private var isFollowing = false
  /// Whether something may have been recorded that is not shown.
  private var isStale = false
  private var isAway = false
  /// Whether the person has asked to end it, and is asked whether that was meant: an end cannot be taken back.
  private var asksEnd = false
  /// Whether it was ended here.
  private var endedHere = false
  /// Until when somebody who leaves waits.
  private var leavesAt: Int64?
  private var isOver = false

  /// Whether a session can be shown live here.
  static func check(_ session: Session) throws {
    guard session.draws else {
      throw Failure.usage(
        SessionPhrase.needsTerminal.text,
        advice: [SessionPhrase.withoutTerminal([.command: "\(Invocation.name) session trial ok"])])
    }
  }

  /// - Parameter answer: the session as the daemon shows it, with its trials if there are any.
  init(_ session: Session, _ answer: JSONValue) {
    self.session = session
    screen = LiveScreen(session)
    shown = SessionWords(answer["session"] ?? .null)
    trials = Self.trials(answer)
    begun = session.machine.milliseconds - (shown.json["duration"]?.amount ?? 0) * Self.second
    lastPressed = shown.json["start"]?["at"]?.string.flatMap(Timestamp.init)?.milliseconds ?? 0
  }

  /// Shows it until it has ended or the person leaves, then prints what it came to.
  func run() throws {
    let waiting = try session.stayOpen(readsKeys: true)
    screen.hint = SessionPhrase.keys.text
    screen.layout = { [unowned self] screen, _ in lines(on: screen) }
    defer {
      screen.putAway()
      waiting.end()
    }
    follow(waiting)
    screen.putAway()
    waiting.end()
    try tell()
  }

  private var now: Int64 { session.machine.milliseconds }

  private func follow(_ waiting: any Waiting) {
    let live = LiveConnection(session, waiting)
    while !isOver {
      screen.draw()
      ask(live)
      switch live.next(by: due) {
      case .connected:
        isFollowing = false
        isStale = true
      case .lost:
        asked = nil
        isAway = true
        if leavesAt != nil { isOver = true }
      case .said(let message): hear(message, live)
      case .due: elapse(live)
      case .woken(.keys(let keys)): press(keys)
      case .woken(.suspended):
        screen.putAway()
        waiting.suspend()
      case .woken(.ended): leave()
      case .woken(.resized), .woken(.message), .woken(.time): break
      }
      if keys.isEmpty, !shown.isRunning || leavesAt != nil { isOver = true }
      if let leavesAt, now >= leavesAt { isOver = true }
    }
  }

  /// When something is to be done or drawn though nothing happens: the seconds go on by themselves.
  private var due: Int64 {
    let moments = [
      now + Self.second - (now - begun) % Self.second, asked.map { $0.at + Self.patience }, leavesAt,
      keys.isEmpty ? nil : waitsSince + Self.quiet,
    ]
    return moments.compactMap(\.self).filter { $0 > now }.min() ?? now
  }

  private func elapse(_ live: LiveConnection) {
    guard let asked, now >= asked.at + Self.patience else { return }
    self.asked = nil
    live.drop()
  }

  /// Asks the daemon one thing after the other: a key before what others have recorded, except for the end.
  private func ask(_ live: LiveConnection) {
    guard asked == nil, now >= asksAt else { return }
    if !isFollowing {
      put(.follow, live.call("event.subscribe", ["topics": ["session"]]))
    } else if let key = keys.first, key.act != .end || !isStale {
      put(.key, live.call(key.method, session.localized(key.params(session: shown.id))))
      if asked != nil {
        wasSentBefore = key.wasSent
        keys[0].wasSent = true
      }
    } else if isStale {
      put(.show, live.call("session.show", session.localized(["session": shown.id.json])))
    }
  }

  private func put(_ question: Question, _ id: JSONValue?) {
    asked = id.map { ($0, now, question) }
  }

  private func hear(_ message: RPCIncoming, _ live: LiveConnection) {
    switch message {
    case .notification("event", let event):
      // What was recorded here is shown already.
      let isNew = (event["version"]?.integer ?? .max) > (shown.json["version"]?.integer ?? 0)
      if event["thing"] == shown.id.json, isNew { isStale = true }
    case .notification("event.lagged", _):
      isFollowing = false
      isStale = true
    case .notification: break
    case .answer(let id, let result):
      guard let asked, id == asked.id else { return }
      self.asked = nil
      isAway = false
      switch result {
      case .success(let answer): take(answer, asked.question)
      case .failure(let error): refuse(error, asked.question)
      }
    }
  }

  private func take(_ answer: JSONValue, _ question: Question) {
    switch question {
    case .follow: isFollowing = true
    case .show:
      isStale = false
      guard let json = answer["session"] else { return }
      shown = SessionWords(json)
      trials = Self.trials(answer)
      // It has ended already: by this very key, its answer lost, or by somebody else. An end with a moment would mend
      // when that was.
      if !shown.isRunning {
        endedHere = endedHere || keys.contains { $0.act == .end && $0.wasSent }
        keys.removeAll { $0.act == .end }
      }
    case .key:
      message = nil
      let key = keys.removeFirst()
      waitsSince = now
      if let json = answer["session"] { shown = SessionWords(json) }
      switch key.act {
      case .success: trials.append(true)
      case .miss: trials.append(false)
      case .takeBack: _ = trials.popLast()
      case .end: endedHere = true
      }
      // Somebody else has recorded something too.
      if shown.json["trials"]?.integer != Int64(trials.count) { isStale = true }
    }
  }

  /// What the daemon cannot take now is tried again; what it refuses is said.
  private func refuse(_ error: RPCError, _ question: Question) {
    guard ExitStatus(error) != .tryLater else {
      if question == .key { keys[0].wasSent = wasSentBefore }
      message = error.message
      asksAt = now + Self.second
      return
    }
    switch question {
    // Who may not follow the feed records all the same.
    case .follow: isFollowing = true
    case .show:
      isStale = false
      message = error.message
    case .key:
      message = error.message
      var key = keys.removeFirst()
      key.wasSent = false
      if key.act == .success || key.act == .miss {
        refused.append(key)
        refusal = error.message
      }
      isStale = true
    }
  }

  private func press(_ pressed: [UInt8]) {
    lastPressed = max(lastPressed, session.machine.millisecondsSince1970)
    let bytes = SessionKey.plain(pressed)
    if bytes.isEmpty { asksEnd = false }
    for byte in bytes where !isOver {
      message = nil
      let wasAsked = asksEnd
      let act = SessionKey.Act(byte)
      asksEnd = act == .end && !wasAsked
      if asksEnd { continue }
      if let act {
        add(act)
      } else if [UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04].contains(byte) {
        leave()
      }
    }
  }

  private func add(_ act: SessionKey.Act) {
    if keys.isEmpty { waitsSince = now }
    // The daemon is asked how the session stands before it is ended.
    if act == .end { isStale = true }
    keys.append(SessionKey(act: act, at: Timestamp(milliseconds: lastPressed), requestID: session.newRequestID()))
  }

  /// The person wants to leave. Only a key that is under way is waited for, and only for a moment.
  private func leave() {
    let isUnderWay = !keys.isEmpty && !isAway && asksAt <= now && now < waitsSince + Self.patience
    guard leavesAt == nil, isUnderWay else { return isOver = true }
    leavesAt = now + Self.farewell
  }

  private static func trials(_ answer: JSONValue) -> [Bool] {
    (answer["trials"]?.array ?? []).filter { $0["takenBack"] == nil }.map { $0["success"] == true }
  }

  private func lines(on screen: Screen) -> [String] {
    let seconds = max(0, (now - begun) / Self.second)
    let isLate = !keys.isEmpty && (isAway || asksAt > now || now >= waitsSince + Self.quiet)
    let trouble = message ?? (isAway ? WatchPhrase.noConnection.text : nil)
    let waiting = isLate ? SessionPhrase.waiting(count: Int64(keys.count)) : nil
    var lines = screen.paragraph(shown.client, .bold) + screen.paragraph(shown.goal) + [""]
    lines += screen.paragraph(shown.result, .bold) + [Self.clock(seconds), ""]
    lines += [SessionKey.strip(trials, keys.map(\.act), columns: screen.width), ""]
    if asksEnd { lines += screen.paragraph(SessionPhrase.endAsked.text, .bold) }
    for note in [trouble, waiting].compactMap(\.self) { lines += screen.paragraph(note, .boldRed) }
    // On a low terminal nothing that is said goes for what is empty.
    let room = (session.output.terminalRows ?? 24) - 1
    return lines.count <= room ? lines : lines.filter { !$0.isEmpty }
  }

  /// "12:05", "1:02:05".
  static func clock(_ seconds: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
  }

  /// What stays on the terminal.
  private func tell() throws {
    session.print(shown.lines(on: session.screen))
    let before = "\(Invocation.name) session trial ok --session \(shown.id) --at TIME"
    if shown.isRunning {
      let end = "\(Invocation.name) session end \(shown.option)"
      session.print(session.screen.style(.dim, "  " + SessionPhrase.goesOn([.command: end])))
    } else {
      if !endedHere { session.print("  " + SessionPhrase.endedElsewhere([.command: before])) }
      session.print(SessionWords.undoOfEnd(shown))
    }
    // What stays stands above what was not recorded.
    try session.flush()
    if !keys.isEmpty {
      throw Failure(
        error: RPCError(code: -32000, kind: "closed", message: SessionPhrase.lost(count: Int64(keys.count))),
        advice: [SessionPhrase.recordLater.text] + keys.map { "  \($0.command(session: shown.id))" },
        status: .unreachable)
    }
    guard !refused.isEmpty else { return }
    if shown.isRunning {
      throw Failure(
        error: RPCError(code: 1422, kind: "invalidTransition", message: refusal),
        advice: refused.map { $0.command(session: shown.id) })
    }
    throw Failure(
      error: RPCError(
        code: 1422, kind: "invalidTransition", message: SessionPhrase.tooLate(count: Int64(refused.count))))
  }
}
