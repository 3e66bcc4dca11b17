import JSON
import JSONRPC

/// A connection that is made again whenever the daemon comes back. Tells what happens, one thing at a time.
final class LiveConnection {
  /// What has happened.
  enum Happening {
    /// There is a connection, on which nothing was said yet.
    case connected
    /// There is none any more; told once, and tried again until there is.
    case lost
    /// The daemon has said something.
    case said(RPCIncoming)
    /// The person or the system wants something.
    case woken(Wake)
    /// The moment that was waited for has come.
    case due
  }

  /// The pause between two attempts to connect, in milliseconds.
  private static let pause: Int64 = 500
  /// How long connecting and sending may hold up everything else, in milliseconds.
  private static let patience = 1000
  /// So many messages are taken without a look at anything else.
  private static let mostInARow = 100

  private let session: Session
  private let waiting: any Waiting
  private var connection: (any Connection)?
  private var isLost = false
  private var triesAt: Int64
  /// How many messages came one after the other.
  private var messages = 0

  /// A connection that is made when first asked what happens.
  init(_ session: Session, _ waiting: any Waiting) {
    self.session = session
    self.waiting = waiting
    triesAt = session.machine.milliseconds
  }

  /// Calls a method; `nil` when nobody is there to hear it, which ``next(by:)`` tells.
  func call(_ method: String, _ params: JSONObject) -> JSONValue? {
    do throws(RPCClientError) {
      return try connection?.begin(method, params: .object(params))
    } catch {
      drop()
      return nil
    }
  }

  /// Gives up a connection on which nothing comes any more.
  func drop() {
    connection = nil
    triesAt = session.machine.milliseconds + Self.pause
  }

  /// Waits for what happens next, at most until a moment on the machine's clock.
  func next(by due: Int64) -> Happening {
    while true {
      if let wake = wakeAmongMessages() { return .woken(wake) }
      if let message = received() { return .said(message) }
      if connection == nil {
        if session.machine.milliseconds >= triesAt, connect() { return .connected }
        if !isLost {
          isLost = true
          return .lost
        }
      }
      let now = session.machine.milliseconds
      if now >= due { return .due }
      let until = connection == nil ? min(due, max(triesAt, now)) : due
      switch waiting.wait(for: connection, milliseconds: Int(until - now)) {
      case .message, .time: continue
      case let wake: return .woken(wake)
      }
    }
  }

  /// What the person wants, looked for now and then while one message follows the other.
  private func wakeAmongMessages() -> Wake? {
    guard messages >= Self.mostInARow else { return nil }
    messages = 0
    switch waiting.wait(for: nil, milliseconds: 0) {
    case .message, .time: return nil
    case let wake: return wake
    }
  }

  private func connect() -> Bool {
    do throws(RPCClientError) {
      connection = try session.machine.connect(to: session.socket, milliseconds: Self.patience)
      connection?.timeout = Self.patience
      isLost = false
      return true
    } catch {
      triesAt = session.machine.milliseconds + Self.pause
      return false
    }
  }

  private func received() -> RPCIncoming? {
    do throws(RPCClientError) {
      let message = try connection?.received()
      messages = message == nil ? 0 : messages + 1
      return message
    } catch {
      drop()
      return nil
    }
  }
}
