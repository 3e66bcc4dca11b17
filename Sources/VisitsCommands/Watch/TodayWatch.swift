import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// Keeps a Today or a board on show: asks anew when something has changed, and now and then for what the clock brings;
/// keeps the last view while the daemon is away.
final class TodayWatch {
  /// How often the clock is asked for: late visits and midnight come without an event.
  private static let pulse: Int64 = 15_000
  /// Many changes in a row are shown together.
  private static let gap: Int64 = 250
  /// A view that takes the daemon long is asked for less often: so many times as long lies between two.
  private static let rest: Int64 = 4

  private let session: Session
  private let params: JSONObject
  private let show: (JSONValue) throws -> Void
  private let screen: LiveScreen?
  private var etag: String?
  private var subscription: JSONValue?
  /// The call whose answer is waited for.
  private var asked: (id: JSONValue, at: Int64)?
  /// When the view is asked for next.
  private var asksAt: Int64 = 0
  /// How long the last answer took.
  private var took: Int64 = 0
  private var isAway = false
  /// How far ahead of UTC the clocks are that the view was made by.
  private var utcOffset: Int64 = 0

  /// - Parameters:
  ///   - params: of the call `today`.
  ///   - screen: where views are drawn; `nil`: each is printed below the one before.
  ///   - show: takes a view that differs from the one before.
  init(
    _ session: Session, _ params: JSONObject, on screen: LiveScreen?, show: @escaping (JSONValue) throws -> Void
  ) {
    self.session = session
    self.params = params
    self.screen = screen
    self.show = show
  }

  /// Shows the view, and all that follow, until the person ends it.
  func run(first view: JSONValue) throws {
    let waiting = try session.stayOpen(readsKeys: screen != nil)
    defer {
      screen?.putAway()
      waiting.end()
    }
    try take(view)
    let live = LiveConnection(session, waiting)
    while true {
      askIfDue(live)
      let due = asked.map { $0.at + Int64(session.timeout) } ?? asksAt
      let tick = isAway ? nil : screen?.ticks(now)
      switch live.next(by: min(due, tick ?? due)) {
      case .connected: begin(live)
      case .lost: lose()
      case .said(let message): try hear(message, live)
      case .due:
        if let tick, now >= tick { screen?.draw() }
        giveUpIfSilent(live)
      case .woken(.keys(let keys)): if screen?.press(keys) == true { return }
      case .woken(.resized): screen?.draw()
      case .woken(.suspended):
        screen?.putAway()
        waiting.suspend()
        screen?.draw()
      case .woken(.ended): return
      case .woken(.message), .woken(.time): break
      }
    }
  }

  private var now: Int64 { session.machine.milliseconds }

  private func begin(_ live: LiveConnection) {
    subscription = live.call("event.subscribe", [:])
    asked = subscription.map { ($0, now) }
    // The view is asked for behind the answer, so that no change falls between the two.
    asksAt = .max
  }

  private func lose() {
    asked = nil
    asksAt = .max
    guard !isAway else { return }
    isAway = true
    let since = ClockWords.time(session.machine.secondsSince1970, offset: utcOffset)
    let words = WatchPhrase.lost([.time: since])
    screen?.trouble = words
    screen?.draw()
    if screen == nil { session.tell("visits: \(words)") }
  }

  private func comeBack() {
    guard isAway else { return }
    isAway = false
    screen?.trouble = nil
    screen?.draw()
    if screen == nil { session.tell("visits: \(WatchPhrase.back.text)") }
  }

  private func askIfDue(_ live: LiveConnection) {
    guard asked == nil, now >= asksAt else { return }
    var params = session.localized(params)
    params["ifNoneMatch"] = etag?.json
    guard let id = live.call("today", params) else { return }
    asked = (id, now)
    asksAt = now + Self.pulse
  }

  private func giveUpIfSilent(_ live: LiveConnection) {
    guard let asked, now >= asked.at + Int64(session.timeout) else { return }
    live.drop()
  }

  private func hear(_ message: RPCIncoming, _ live: LiveConnection) throws {
    switch message {
    case .notification("event", _), .notification("sync", _):
      asksAt = min(asksAt, now + max(Self.gap, took * Self.rest))
    case .notification("event.lagged", _): begin(live)
    case .notification: break
    case .answer(let id, let result) where id == subscription:
      asked = nil
      if try check(result, live) != nil { asksAt = now }
    case .answer(let id, let result) where id == asked?.id:
      took = asked.map { now - $0.at } ?? 0
      asked = nil
      guard let view = try check(result, live) else { return }
      if view["notModified"] != true { try take(view) }
      comeBack()
    case .answer: break
    }
  }

  /// A daemon that stops or is busy is tried again; any other refusal ends the watch.
  private func check(_ result: Result<JSONValue, RPCError>, _ live: LiveConnection) throws -> JSONValue? {
    switch result {
    case .success(let value): return value
    case .failure(let error):
      guard ExitStatus(error) == .tryLater else { throw error }
      live.drop()
      return nil
    }
  }

  private func take(_ view: JSONValue) throws {
    etag = view["etag"]?.string
    utcOffset = view["utcOffset"]?.amount ?? 0
    try show(view)
    screen?.draw()
  }
}

extension Session {
  /// Begins to wait for several things at once, on a connection that is made for it.
  func stayOpen(readsKeys: Bool) throws -> any Waiting {
    daemon.hangUp()
    do throws(SystemError) {
      return try machine.stayOpen(readsKeys: readsKeys)
    } catch {
      throw Failure(
        error: RPCError(code: -32603, kind: "internalError", message: ProgramPhrase.noSignals([.error: error.words])))
    }
  }
}
