import VisitsModel

/// What `systemctl status` says of the daemon in one line: how much there is, how sync stands, and what is wrong.
struct UnitFacts: Sendable {
  /// Sync with an upstream.
  struct Sync: Sendable {
    /// When all was in step last; `nil`: never.
    var syncedAt: Instant?
    /// How many changes wait for upstream.
    var pending: Int
    /// How many of them a person must see to.
    var parked = 0
    /// Whether it works.
    var condition = SyncLoop.Condition.working
  }

  /// How many visits there are; `nil`: that cannot be read.
  var visits: Int?
  /// `nil`: there is no upstream.
  var sync: Sync?
  /// Why no changes are taken; `nil`: they are.
  var fault: Refusal.Unavailability?

  /// The line at that moment: `12,304 visits, synced 20 s ago, 0 pending`.
  func line(at now: Instant) -> String {
    let standing =
      switch fault {
      case nil: ""
      case .diskFull: "Read-only: the disk is full. Free some space. "
      case .diskFailing, .shuttingDown: "Read-only: the disk fails. See the journal. "
      case .databaseDamaged: "Read-only: the database is damaged. Restore the latest backup. "
      }
    let amounts = [visits.map { Self.counted($0) + ($0 == 1 ? " visit" : " visits") }] + (sync?.words(at: now) ?? [])
    return standing + amounts.compactMap(\.self).joined(separator: ", ") + (sync?.condition.trouble ?? "")
  }

  /// `12,304`.
  fileprivate static func counted(_ count: Int) -> String {
    let digits = String(count)
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
      text.append(digit.element)
    }
  }
}

extension UnitFacts.Sync {
  fileprivate func words(at now: Instant) -> [String?] {
    let synced = syncedAt.map { "synced \(Self.age(max(0, $0.milliseconds(to: now)) / 1000)) ago" }
    return [
      synced ?? "not synced yet", "\(UnitFacts.counted(pending)) pending",
      parked > 0 ? "\(UnitFacts.counted(parked)) parked" : nil,
    ]
  }

  private static func age(_ seconds: Int64) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}

extension SyncLoop.Condition {
  fileprivate var trouble: String {
    switch self {
    case .working: ""
    case .unreachable: ". Upstream cannot be reached; changes are saved here."
    case .failing(let failure): ". Sync fails: \(failure.words); changes are saved here."
    }
  }
}
