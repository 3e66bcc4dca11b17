import VisitsModel

/// A visit of the sample agency, as it stands at the moment for which the sample is composed.
struct SampleVisit {
  let id: String
  let slot: Slot
  let workers: [String]
  let start: Instant
  let state: State

  var end: Instant { start.adding(minutes: Int64(slot.minutes)) }

  /// When the workers came; `nil`: they did not, or not yet.
  var arrival: Instant? {
    switch state {
    case .completed(let arrival): start.adding(minutes: arrival)
    case .inProgress: start.adding(minutes: Self.usualArrival)
    case .scheduled, .missed, .cancelled: nil
    }
  }

  /// Minutes after the planned start; negative: the worker comes early.
  static let usualArrival: Int64 = -2

  /// How many minutes after its end the sample says that a visit is over, so that its Today stands still for a while. No
  /// worker's next visit begins earlier, and no visit has overrun by then.
  static let untold: Int64 = 15

  /// `arrival` is in minutes after the planned start, negative when the worker comes early.
  enum State: Equatable {
    case scheduled
    case inProgress
    case completed(arrival: Int64 = usualArrival)
    case missed(reason: String)
    case cancelled(reason: String)
  }

  /// A place in the agency's usual day: the workers, the client, the wall-clock time and the service.
  struct Slot {
    let workers: [String]
    let client: String
    let hour: Int
    let minute: Int
    let minutes: Int
    let service: String

    func start(on day: CareDay, in zone: Zone) -> Instant {
      zone.instant(of: LocalTime(day: day, hour: hour, minute: minute))
    }
  }

  /// All visits from yesterday to a week ahead. Ids hold the date, so that tomorrow's sample adds to today's.
  static func all(at now: Instant, in zone: Zone) -> [SampleVisit] {
    let today = zone.day(of: now)
    let yesterday = visits(on: today.adding(days: -1), in: zone) { slot, _ in
      slot.client == "priya-raman" ? .missed(reason: "Nobody answered the door") : .completed()
    }
    .filter { !$0.slot.workers.isEmpty }
    let week = (1...7).flatMap { ahead in
      visits(on: today.adding(days: ahead), in: zone) { slot, _ in
        slot.client == "walter-nguyen" && ahead == 3 ? .cancelled(reason: "Medical appointment") : .scheduled
      }
    }
    return yesterday + self.today(at: now, in: zone) + week
  }

  /// Today's visits, moved so that one of Sarah's is in progress. At night no visit moves: she sits with Margaret Chen
  /// then, since a day that began at 1:45 would look wrong, and be over by noon.
  static func today(at now: Instant, in zone: Zone) -> [SampleVisit] {
    let day = zone.day(of: now)
    let isNight = now < night.start(on: day, in: zone).adding(minutes: Int64(night.minutes) - 10)
    let slots = isNight ? [night] + Self.slots.dropFirst() : Self.slots
    let shift = isNight ? 0 : SampleShift.minutes(at: now, in: zone)
    return visits(slots, on: day, in: zone, movedBy: shift) { slot, start in
      if slot.client == "henry-lafleur" { return .cancelled(reason: "Stays with family this week") }
      if now < start.adding(minutes: usualArrival) { return .scheduled }
      if now < start.adding(minutes: Int64(slot.minutes)) { return .inProgress }
      return switch (slot.client, slot.hour) {
      case ("john-smith", _): .completed(arrival: 22)
      case ("agnes-kowalchuk", 11): .missed(reason: "Was out with her daughter")
      default: .completed()
      }
    }
  }

  /// The visits of today's sample to which the workers came or that they left between the moment for which it was
  /// composed and a later one, as they stand then. An open visit stays open: only a coordinator can assign it.
  static func progress(since composed: Instant, until now: Instant, in zone: Zone) -> [SampleVisit] {
    today(at: composed, in: zone).compactMap { visit in
      guard !visit.workers.isEmpty, visit.state == .scheduled || visit.state == .inProgress,
        visit.start.adding(minutes: usualArrival) <= now
      else { return nil }
      let state = now < visit.end.adding(minutes: untold) ? State.inProgress : .completed()
      guard state != visit.state else { return nil }
      return SampleVisit(id: visit.id, slot: visit.slot, workers: visit.workers, start: visit.start, state: state)
    }
  }

  private static func visits(
    _ slots: [Slot] = SampleVisit.slots, on day: CareDay, in zone: Zone, movedBy shift: Int64 = 0,
    state: (Slot, Instant) -> State
  ) -> [SampleVisit] {
    slots.enumerated().map { number, slot in
      let start = slot.start(on: day, in: zone).adding(minutes: shift)
      let state = state(slot, start)
      // An open visit finds its worker before it begins.
      let workers = slot.workers.isEmpty && state != .scheduled ? ["daniel-okafor"] : slot.workers
      return SampleVisit(id: "\(day.text)-\(number + 1)", slot: slot, workers: workers, start: start, state: state)
    }
  }

  /// The agency's usual day. Sarah's first two visits are those of seed 002; her last one ends the day.
  static let slots = [
    slot(["sarah"], "margaret-chen", 8, 0, 60, "Personal care"),
    slot(["sarah"], "john-smith", 10, 0, 60, "Medication and breakfast"),
    slot(["sarah"], "agnes-kowalchuk", 11, 30, 45, "Meal preparation"),
    slot(["sarah"], "george-papadakis", 13, 0, 60, "Personal care"),
    slot(["sarah"], "doreen-macleod", 14, 30, 45, "Companionship"),
    slot(["sarah"], "tomasz-zolkiewski", 16, 0, 60, "Light housekeeping"),
    slot(["sarah"], "elsie-beaudry", 18, 0, 45, "Evening care"),
    slot(["daniel-okafor"], "walter-nguyen", 8, 30, 60, "Personal care"),
    slot(["daniel-okafor"], "henry-lafleur", 10, 30, 45, "Exercises"),
    slot(["daniel-okafor", "linh-tran"], "elsie-beaudry", 12, 0, 45, "Transfer with two"),
    slot(["linh-tran"], "priya-raman", 9, 0, 60, "Personal care"),
    slot(["linh-tran"], "walter-nguyen", 17, 30, 60, "Supper and medication"),
    slot([], "agnes-kowalchuk", 18, 15, 30, "Evening medication"),
  ]

  /// Sarah's first visit of a sample that is composed at night, in place of the usual one.
  static let night = slot(["sarah"], "margaret-chen", 0, 0, 390, "Night care")

  private static func slot(
    _ workers: [String], _ client: String, _ hour: Int, _ minute: Int, _ minutes: Int, _ service: String
  ) -> Slot {
    Slot(workers: workers, client: client, hour: hour, minute: minute, minutes: minutes, service: service)
  }
}
