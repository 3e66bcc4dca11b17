import Catalog
import CommandCatalog
import JSONRPC
import VisitsAPI

/// A running session on a terminal: each key is a trial, and what it has come to stands there at once.
///
/// Keys that the daemon has not confirmed are kept, with the moment at which they were pressed and the id of their change,
/// and sent again in their order: none is lost while it restarts, none counts twice, and none seems to have been pressed
/// when it came back.
final class SessionLive {
  private static let second: Int64 = 1000
  /// How long the daemon may hold up the keys that come next, in milliseconds.
  private static let patience = 1000

  /// A key that the daemon has not confirmed.
  private struct Unsent {
    let method: String
    let params: JSONObject
  }

  private let session: Session
  private let screen: LiveScreen
  private var shown: SessionWords
  /// When the session began, on the machine's clock in milliseconds.
  private let begun: Int64
  private var unsent: [Unsent] = []
  /// When the last key was pressed, in milliseconds since 1970: none is older than the one before, nor than the session,
  /// though somebody sets the clock back.
  private var lastPressed: Int64
  /// The trials of this run, as signs.
  private var signs: [String] = []
  private var message: String?

  /// Whether a session can be shown live here.
  static func check(_ session: Session) throws {
    guard session.draws else {
      throw Failure.usage(
        SessionPhrase.needsTerminal.text,
        advice: [SessionPhrase.withoutTerminal([.command: "\(Invocation.name) session trial ok"])])
    }
  }

  /// - Parameter json: the session as the daemon shows it.
  init(_ session: Session, _ json: JSONValue) {
    self.session = session
    screen = LiveScreen(session)
    shown = SessionWords(json)
    begun = session.machine.milliseconds - (json["duration"]?.integer ?? 0) * Self.second
    lastPressed = json["start"]?["at"]?.string.flatMap(Timestamp.init)?.milliseconds ?? 0
  }

  /// Shows it until the person ends it or leaves, then prints what it came to.
  func run() throws {
    let waiting = try session.stayOpen(readsKeys: true)
    screen.hint = SessionPhrase.keys.text
    screen.layout = { [unowned self] screen, _ in lines(on: screen) }
    defer {
      screen.putAway()
      waiting.end()
    }
    try loop(waiting)
    screen.putAway()
    waiting.end()
    try tell()
  }

  private func loop(_ waiting: any Waiting) throws {
    while true {
      screen.draw()
      // The seconds go on by themselves; what is unsent is tried again with them.
      let rest = Self.second - (session.machine.milliseconds - begun) % Self.second
      switch waiting.wait(for: nil, milliseconds: Int(rest)) {
      case .keys(let keys): if try press(keys) { return }
      case .suspended:
        screen.putAway()
        waiting.suspend()
      case .ended: return
      case .time:
        try send()
        // The key that ends it was kept until now.
        if !shown.isRunning, unsent.isEmpty { return }
      case .resized, .message: break
      }
    }
  }

  /// Takes keys; says whether the person is done.
  private func press(_ keys: [UInt8]) throws -> Bool {
    lastPressed = max(lastPressed, session.machine.millisecondsSince1970)
    for key in Self.plain(keys) {
      message = nil
      switch key {
      case UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: " "): add("session.trial", ["success": true])
      case UInt8(ascii: "-"), UInt8(ascii: "m"), UInt8(ascii: "M"): add("session.trial", ["success": false])
      case UInt8(ascii: "u"), UInt8(ascii: "U"), 0x7F: add("session.trial", ["undo": true])
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        add("session.end", [:])
        try send()
        return !shown.isRunning
      case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04:
        try send()
        return true
      default: break
      }
      try send()
    }
    return false
  }

  /// The keys that are one byte each. What an arrow or a function key sends begins with an escape, and is no trial.
  static func plain(_ keys: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = keys[...]
    while let key = rest.popFirst() {
      guard key == 0x1B else {
        plain.append(key)
        continue
      }
      switch rest.popFirst() {
      // ECMA-48, 5.4: parameters, then one final byte from @ to ~.
      case UInt8(ascii: "["): while let byte = rest.popFirst(), !(0x40...0x7E).contains(byte) {}
      case UInt8(ascii: "O"): _ = rest.popFirst()
      default: break
      }
    }
    return plain
  }

  private func add(_ method: String, _ change: JSONObject) {
    var params = session.localized(change)
    params["session"] = shown.id.json
    params["at"] = Timestamp(milliseconds: lastPressed).text.json
    params["requestId"] = session.newRequestID().json
    unsent.append(Unsent(method: method, params: params))
  }

  /// Sends what is not confirmed, in order. A daemon that is away is tried again; what it refuses is said.
  private func send() throws {
    while let next = unsent.first {
      do {
        if next.method == "session.end", try hasEnded() { continue }
        let answer = try session.callOnce(next.method, next.params, within: Self.patience)
        unsent.removeFirst()
        message = nil
        take(answer, next)
      } catch {
        let failure = Failure(error)
        if failure.status == .unreachable || failure.status == .tryLater {
          message = failure.error.message
          return
        }
        unsent.removeFirst()
        message = failure.error.words(naming: { "\"\($0)\"" })
      }
    }
  }

  /// Whether it has ended already: by this very key, its answer lost, or by somebody else. An end with a moment would mend
  /// when that was.
  private func hasEnded() throws -> Bool {
    let answer = try session.callOnce(
      "session.show", session.localized(["session": shown.id.json]), within: Self.patience)
    guard let json = answer["session"] else { throw Failure.unfit("session.show") }
    shown = SessionWords(json)
    guard !shown.isRunning else { return false }
    unsent.removeFirst()
    message = SessionPhrase.hasEnded.text
    return true
  }

  private func take(_ answer: JSONValue, _ sent: Unsent) {
    guard let json = answer["session"] else { return }
    shown = SessionWords(json)
    if sent.params["undo"] == true {
      _ = signs.popLast()
    } else if let success = sent.params["success"] {
      signs.append(success == true ? "✓" : "✗")
    }
  }

  private func lines(on screen: Screen) -> [String] {
    let seconds = max(0, (session.machine.milliseconds - begun) / Self.second)
    let strip = signs.suffix(max(1, screen.width / 2)).joined(separator: " ")
    let waiting = unsent.isEmpty ? nil : SessionPhrase.waiting(count: Int64(unsent.count))
    return screen.paragraph(shown.client, .bold) + screen.paragraph(shown.goal) + [""]
      + screen.paragraph(shown.result, .bold) + [Self.clock(seconds), ""] + [strip, ""]
      + [message, waiting].compactMap(\.self).flatMap { screen.paragraph($0, .boldRed) }
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
    if shown.isRunning {
      let end = "\(Invocation.name) session end \(shown.option)"
      session.print(session.screen.style(.dim, "  " + SessionPhrase.goesOn([.command: end])))
    } else {
      session.print(SessionWords.undoOfEnd(shown))
    }
    guard !unsent.isEmpty else { return }
    throw Failure(
      error: RPCError(
        code: -32000, kind: "closed",
        message: SessionPhrase.lost(count: Int64(unsent.count))),
      advice: [SessionPhrase.recordLater.text]
        + unsent.map {
          "  \(Invocation.name) call \($0.method) \(Undo.quoted(JSONValue.object($0.params).text))"
        },
      status: .unreachable)
  }
}
