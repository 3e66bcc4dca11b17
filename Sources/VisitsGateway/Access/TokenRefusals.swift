/// Makes refusals of wrong tokens cheap, and slows down an address from which many come. One revoked phone behind a
/// carrier's or an office's address must not shut out the others.
struct TokenRefusals: Sendable {
  /// What to do with a call.
  enum Verdict: Sendable, Equatable {
    /// Ask visitsd, after a wait.
    case pass(after: Duration)
    /// Refuse the token: visitsd refused it a moment ago.
    case refuse
    /// Refuse the call: too many wait already.
    case tooMany
  }

  /// How long a refused token is remembered.
  static let memory = Duration.seconds(10)
  /// The refusals of an address in a minute above which its unknown tokens wait.
  static let free = 30
  /// The time between two turns of such an address.
  static let turn = Duration.milliseconds(100)
  /// How long an accepted token is known.
  static let acquaintance = Duration.seconds(600)
  /// The longest wait.
  static let longestWait = Duration.seconds(10)
  /// The most tokens and addresses that are remembered. Above it old ones are forgotten, then all.
  private static let most = 20_000

  private struct Address: Sendable {
    var minute: Duration
    var refusals = 0
    var nextTurn = Duration.zero
  }

  private var refused: [Int: Duration] = [:]
  private var accepted: [Int: Duration] = [:]
  private var addresses: [String: Address] = [:]

  /// Decides about a call with a token. Tokens are known by hashes, whose key only this process has.
  ///
  /// - Parameters:
  ///   - address: The address of the caller.
  ///   - now: The time since some fixed moment.
  mutating func verdict(token: String, from address: String, now: Duration) -> Verdict {
    let hash = token.hashValue
    if let since = refused[hash], now - since < Self.memory {
      count(address, now)
      return .refuse
    }
    guard var known = addresses[address], now - known.minute < .seconds(60), known.refusals > Self.free,
      accepted[hash].map({ now - $0 >= Self.acquaintance }) ?? true
    else { return .pass(after: .zero) }
    let turn = max(now, known.nextTurn)
    guard turn - now <= Self.longestWait else { return .tooMany }
    known.nextTurn = turn + Self.turn
    addresses[address] = known
    return .pass(after: turn - now)
  }

  /// Records that visitsd refused a token.
  mutating func refuse(token: String, from address: String, now: Duration) {
    if refused.count >= Self.most { refused = refused.filter { now - $0.value < Self.memory } }
    if refused.count >= Self.most { refused = [:] }
    refused[token.hashValue] = now
    accepted[token.hashValue] = nil
    count(address, now)
  }

  /// Records that visitsd accepted a token.
  mutating func accept(token: String, now: Duration) {
    if accepted.count >= Self.most { accepted = accepted.filter { now - $0.value < Self.acquaintance } }
    if accepted.count >= Self.most { accepted = [:] }
    accepted[token.hashValue] = now
  }

  private mutating func count(_ address: String, _ now: Duration) {
    if addresses.count >= Self.most { addresses = addresses.filter { now - $0.value.minute < .seconds(60) } }
    if addresses.count >= Self.most { addresses = [:] }
    var known = addresses[address] ?? Address(minute: now)
    if now - known.minute >= .seconds(60) { known = Address(minute: now, nextTurn: known.nextTurn) }
    known.refusals += 1
    addresses[address] = known
  }
}
