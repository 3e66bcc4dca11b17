import JSONRPC
import NIOCore
import Synchronization

/// Limits how often a user may cause calls that are refused at once. A certain number in a row is free. Each further
/// refusal causes a pause.
///
/// A refused call needs neither permission nor buffer space, so nothing else limits how often a user can cause one.
struct RefusalBudget {
  /// The shortest pause. Shorter pauses add up until they reach this length, because each pause takes a timer.
  private static let shortestPause = TimeAmount.milliseconds(10)

  private let interval: TimeAmount
  private let free: TimeAmount
  /// The time from which the refusals so far no longer count. Each refusal moves it into the future by the interval.
  private var end = NIODeadline.uptimeNanoseconds(0)

  /// Creates a budget for a user without refusals.
  ///
  /// - Parameters:
  ///   - interval: The time for which each refusal counts.
  ///   - free: The number of refusals in a row that cause no pause.
  init(interval: Duration, free: Int) {
    self.interval = TimeAmount(interval)
    self.free = self.interval * free
  }

  /// Counts a refusal.
  ///
  /// - Returns: The pause that the connection must make; `nil` if it need not pause.
  mutating func charge(at now: NIODeadline) -> TimeAmount? {
    end = max(end, now) + interval
    let pause = end - now - free
    return pause < Self.shortestPause ? nil : pause
  }

  /// Whether no past refusal of the user counts any more.
  func isSettled(at now: NIODeadline) -> Bool { end <= now }
}

/// The budget for refused calls that all connections of a user share, also if they are on different event loops.
final class RefusalShare: Sendable {
  private let budget: Mutex<RefusalBudget>

  init(_ standing: RPCStanding, _ limits: RPCLimits) {
    let isGateway = standing == .gateway
    budget = Mutex(
      RefusalBudget(
        interval: isGateway ? limits.refusalIntervalOfGateway : limits.refusalInterval,
        free: isGateway ? limits.freeRefusalsOfGateway : limits.freeRefusals))
  }

  /// Counts a refusal.
  ///
  /// - Returns: The pause that the connection must make; `nil` if it need not pause.
  func charge() -> TimeAmount? { budget.withLock { $0.charge(at: .now()) } }

  /// Whether no past refusal of the user counts any more.
  var isSettled: Bool { budget.withLock { $0.isSettled(at: .now()) } }
}
