import JSONRPC
import NIOCore
import Synchronization

/// The number of a user's calls that may be refused at once without a pause, and the pause that further ones cause.
///
/// A refused call needs neither permission nor buffer space, so only this budget limits how often a user can cause one.
struct RefusalBudget {
  /// Shorter pauses accumulate until they reach this length, because each pause takes a timer.
  private static let shortestPause = TimeAmount.milliseconds(10)

  private let interval: TimeAmount
  private let free: TimeAmount
  /// The time at which every refusal so far is paid for.
  private var end = NIODeadline.uptimeNanoseconds(0)

  /// - Parameters:
  ///   - interval: The time that each refusal costs the user.
  ///   - free: The number of refusals in a row that cause no pause.
  init(interval: Duration, free: Int) {
    self.interval = TimeAmount(interval)
    self.free = self.interval * free
  }

  /// Charges a refusal.
  ///
  /// - Returns: The pause of the connection; `nil` for none.
  mutating func charge(at now: NIODeadline) -> TimeAmount? {
    end = max(end, now) + interval
    let pause = end - now - free
    return pause < Self.shortestPause ? nil : pause
  }

  /// Whether no past refusal counts any more.
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
  /// - Returns: The pause of the connection; `nil` for none.
  func charge() -> TimeAmount? { budget.withLock { $0.charge(at: .now()) } }

  /// Whether no past refusal counts any more.
  var isSettled: Bool { budget.withLock { $0.isSettled(at: .now()) } }
}
