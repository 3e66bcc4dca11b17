/// Counts the calls of users without a role, all of which are refused.
///
/// The log hears of a user's 1st, 2nd, 4th, 8th call and so on, so that no user can fill it.
struct StrangerCalls: Sendable {
  /// The most users that are counted at once; a machine has fewer.
  private static let most = 1000

  private var counts: [UInt32: Int] = [:]

  /// Counts a call.
  ///
  /// - Returns: The number of the user's calls so far, if the log must hear of it.
  mutating func add(of uid: UInt32) -> Int? {
    if counts.count == Self.most, counts[uid] == nil { counts = [:] }
    let count = counts[uid, default: 0] + 1
    counts[uid] = count
    return count.nonzeroBitCount == 1 ? count : nil
  }
}
