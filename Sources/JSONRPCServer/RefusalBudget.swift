import JSONRPC
import NIOCore
import Synchronization

/// How many calls of a user may be refused at once, and how long a connection pauses when more are.
///
/// A refusal needs nobody's permission and no room, so that only this keeps a user from asking on and on for it.
struct RefusalBudget {
  /// Shorter pauses are saved up: each takes a timer.
  private static let shortestPause = TimeAmount.milliseconds(10)

  private let interval: TimeAmount
  private let free: TimeAmount
  /// When every refusal so far has had its time.
  private var end = NIODeadline.uptimeNanoseconds(0)

  /// - Parameters:
  ///   - interval: How long a refusal takes of the user's time.
  ///   - free: So many refusals in a row cost no pause.
  init(interval: Duration, free: Int) {
    self.interval = TimeAmount(interval)
    self.free = self.interval * free
  }

  /// Charges a refusal.
  ///
  /// - Returns: How long its connection is to pause; `nil`: it goes on.
  mutating func charge(at now: NIODeadline) -> TimeAmount? {
    end = max(end, now) + interval
    let pause = end - now - free
    return pause < Self.shortestPause ? nil : pause
  }

  /// Whether nothing of the past counts any more.
  func isSettled(at now: NIODeadline) -> Bool { end <= now }
}

/// The refusals of all connections of a user, on every event loop.
final class RefusalShare: Sendable {
  private let budget: Mutex<RefusalBudget>

  init(_ standing: RPCStanding, _ limits: RPCLimits) {
    let isGateway = standing == .gateway
    budget = Mutex(
      RefusalBudget(
        interval: isGateway ? limits.refusalIntervalOfGateway : limits.refusalInterval,
        free: isGateway ? limits.freeRefusalsOfGateway : limits.freeRefusals))
  }

  /// Charges a refusal.
  ///
  /// - Returns: How long its connection is to pause; `nil`: it goes on.
  func charge() -> TimeAmount? { budget.withLock { $0.charge(at: .now()) } }

  /// Whether nothing of the past counts any more.
  var isSettled: Bool { budget.withLock { $0.isSettled(at: .now()) } }
}
