import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// Follows the feed until the person ends it, from the last event on whenever the daemon comes back.
final class EventFollower {
  private let session: Session
  private let params: JSONObject
  private let print: (JSONValue) -> Void
  /// The last event that was told.
  private var cursor: String
  private var subscription: (id: JSONValue, at: Int64)?
  private var isAway = false

  /// - Parameters:
  ///   - params: of the call `event.subscribe`.
  ///   - since: the cursor from which it begins.
  ///   - print: takes an event.
  init(_ session: Session, _ params: JSONObject, since: String, print: @escaping (JSONValue) -> Void) {
    self.session = session
    self.params = params
    self.print = print
    cursor = since
  }

  /// Tells of each event until the person ends it.
  func run() throws {
    let waiting = try session.stayOpen(readsKeys: false)
    defer { waiting.end() }
    let live = LiveConnection(session, waiting)
    while true {
      // What came together is handed on together, before anything is waited for.
      try session.flush()
      switch live.next(by: subscription.map { $0.at + Int64(session.timeout) } ?? .max) {
      case .connected: subscribe(live)
      case .lost: lose()
      case .said(let message): try hear(message, live)
      case .due:
        subscription = nil
        live.drop()
      case .woken(.ended): return
      case .woken: break
      }
    }
  }

  private func subscribe(_ live: LiveConnection) {
    var params = params
    params["since"] = cursor.json
    subscription = live.call("event.subscribe", params).map { ($0, session.machine.milliseconds) }
  }

  private func lose() {
    subscription = nil
    guard !isAway else { return }
    isAway = true
    let since = ClockWords.universal(session.machine.secondsSince1970)
    session.tell("visits: \(WatchPhrase.away([.time: since]))")
  }

  private func hear(_ message: RPCIncoming, _ live: LiveConnection) throws {
    switch message {
    case .notification("event", let event):
      print(event)
      cursor = event["cursor"]?.string ?? cursor
    case .notification("event.lagged", let place):
      cursor = place["cursor"]?.string ?? cursor
      session.tell("visits: \(WatchPhrase.lagged([.id: cursor]))")
      subscribe(live)
    case .answer(let id, let result) where id == subscription?.id:
      subscription = nil
      try begin(result, live)
    case .notification, .answer: break
    }
  }

  /// A daemon that stops or is busy is tried again. A cursor that has gone ends it: what lies between is not to be had.
  private func begin(_ result: Result<JSONValue, RPCError>, _ live: LiveConnection) throws {
    switch result {
    case .success where isAway:
      isAway = false
      session.tell("visits: \(WatchPhrase.again([.id: cursor]))")
    case .success: break
    case .failure(let error):
      guard ExitStatus(error) == .tryLater else { throw error }
      live.drop()
    }
  }
}
