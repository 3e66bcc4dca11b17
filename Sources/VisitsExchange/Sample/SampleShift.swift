import VisitsModel

/// How far today's visits are moved from their usual times, all by the same minutes, so that Sarah is with a client at
/// the moment for which the sample is composed; at night they do not move.
///
/// The whole day stays between today's two midnights. Elapsed minutes count, so that a day of 23 or 25 hours keeps
/// every gap.
enum SampleShift {
  /// Visits begin at full quarters of an hour.
  private static let step: Int64 = 15

  /// The minutes by which today's visits move; negative: earlier. The smallest shift that fits wins, in this order: none
  /// if one of Sarah's visits is in progress anyway; visits before and after the present one, none of them before 6:00;
  /// visits after it; a visit that began five minutes ago or more; any visit.
  static func minutes(at now: Instant, in zone: Zone) -> Int64 {
    let usual = UsualDay(on: zone.day(of: now), in: zone)
    let shifts = usual.shifts.sorted { (abs($0), $0) < (abs($1), $1) }
    let preferences: [(Int64) -> Bool] = [
      { $0 == 0 && usual.present(at: now, movedBy: $0) != nil },
      { usual.hasVisitsOnBothSides(at: now, movedBy: $0) && $0 >= -2 * 60 },
      { usual.hasVisitsAhead(at: now, movedBy: $0) },
      { usual.isSettled(at: now, movedBy: $0) },
      { usual.present(at: now, movedBy: $0) != nil },
    ]
    for preference in preferences {
      if let shift = shifts.first(where: preference) { return shift }
    }
    return 0
  }

  /// A day at its usual times.
  private struct UsualDay {
    /// Sarah's visits, in order.
    let sarah: [Range<Instant>]
    /// The shifts that keep all visits of the agency within the day.
    let shifts: StrideThrough<Int64>

    init(on day: CareDay, in zone: Zone) {
      func time(_ slot: SampleVisit.Slot) -> Range<Instant> {
        let start = slot.start(on: day, in: zone)
        return start..<start.adding(minutes: Int64(slot.minutes))
      }
      sarah = SampleVisit.slots.filter { $0.workers == ["sarah"] }.map(time)
      let bounds = zone.bounds(of: day)
      var (earliest, latest) = (Int64.min, Int64.max)
      for visit in SampleVisit.slots.map(time) {
        earliest = max(earliest, visit.lowerBound.minutes(to: bounds.lowerBound))
        latest = min(latest, visit.upperBound.minutes(to: bounds.upperBound))
      }
      // Division drops the remainder: towards no shift, on both sides.
      shifts = stride(from: earliest / step * step, through: latest / step * step, by: Int(step))
    }

    /// Which of Sarah's visits is in progress; she comes a little early.
    func present(at now: Instant, movedBy shift: Int64) -> Int? {
      let unmoved = now.adding(minutes: -shift)
      return sarah.firstIndex {
        $0.lowerBound.adding(minutes: SampleVisit.usualArrival) <= unmoved && unmoved < $0.upperBound
      }
    }

    /// Whether the present visit began at least five minutes ago and lasts ten more.
    func isSettled(at now: Instant, movedBy shift: Int64) -> Bool {
      guard let visit = present(at: now, movedBy: shift).map({ sarah[$0] }) else { return false }
      let unmoved = now.adding(minutes: -shift)
      return visit.lowerBound.adding(minutes: 5) <= unmoved && unmoved < visit.upperBound.adding(minutes: -10)
    }

    /// Whether she has visits ahead too.
    func hasVisitsAhead(at now: Instant, movedBy shift: Int64) -> Bool {
      isSettled(at: now, movedBy: shift) && present(at: now, movedBy: shift) != sarah.indices.last
    }

    /// Whether she has visits behind her and ahead.
    func hasVisitsOnBothSides(at now: Instant, movedBy shift: Int64) -> Bool {
      hasVisitsAhead(at: now, movedBy: shift) && present(at: now, movedBy: shift) != 0
    }
  }
}

extension Instant {
  /// Whole minutes to another moment; negative when that is earlier.
  fileprivate func minutes(to other: Instant) -> Int64 { milliseconds(to: other) / 60_000 }
}
