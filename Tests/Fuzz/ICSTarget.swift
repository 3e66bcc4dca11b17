import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsViews

/// What another program exports: the text of a calendar, read into a plan.
enum ICSTarget: FuzzTarget {
  private static let window = Instant(milliseconds: 1_794_787_200_000)..<Instant(milliseconds: 1_795_910_400_000)
  private static let reader = CalendarReader(
    window: window, zone: Zone("America/Edmonton") ?? .utc,
    limits: CalendarLimits(bytes: 1 << 16, lineBytes: 8192, properties: 200, events: 100, visits: 1000))

  static func run(_ input: [UInt8]) {
    let plan = reader.plan(from: input)
    demand(reader.plan(from: input) == plan, "the same text gives the same plan")
    for refused in plan.refused + [plan.unreadable].compactMap(\.self) {
      let view = refused.view(in: person)
      demand(!view.place.isEmpty && !view.reason.isEmpty, "a refusal says where and why")
      demand(view.place.utf8.count + view.reason.utf8.count < 4096, "and says it in a sentence")
    }
    demand(plan.unreadable == nil || plan.entries.isEmpty, "what cannot be read plans nothing")
    if !input.contains(0x0D) {
      let other = input.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
      // The limit of bytes may be passed by the line breaks alone.
      demand(other.count > 1 << 16 || reader.plan(from: other) == plan, "line breaks may be CRLF or LF")
    }
    for entry in plan.entries {
      demand(!entry.client.isEmpty, "a visit has a client")
      demand(entry.identity?.isEmpty != true, "an identity is never empty")
    }
    checkWritten(plan)
  }

  /// What is planned, written as a calendar of our own, plans the same.
  private static func checkWritten(_ plan: SchedulePlan) {
    let writer = ScheduleCalendar(name: "", zones: [reader.zone], covering: window)
    var text = writer.header
    var written: [PlannedEntry] = []
    for entry in plan.entries {
      guard let (start, end) = moments(of: entry) else { continue }
      demand(start < end && start.milliseconds(to: end) <= Visit.longest, "a visit ends, within a day")
      guard window.contains(start) else { continue }
      text += writer.text(
        of: ScheduleCalendar.Event(
          id: VisitID(rawValue: String(written.count)), sequence: 1, title: entry.client, worker: entry.worker,
          location: entry.address, service: entry.service, description: entry.note, start: start, end: end,
          zone: reader.zone, isCancelled: entry.isCancelled == true, modified: start))
      written.append(entry)
    }
    let again = CalendarReader(window: window, zone: .utc).plan(from: text + writer.footer)
    demand(again.refused.isEmpty && again.entries.count == written.count, "what we write is taken")
    for (one, other) in zip(written, again.entries) {
      let isSame =
        one.client == other.client && one.worker == other.worker && one.address == other.address
        && one.service == other.service && one.note == other.note
        && (one.isCancelled == true) == (other.isCancelled == true)
      demand(isSame && moments(of: one).map { [$0, $1] } == moments(of: other).map { [$0, $1] }, "and says the same")
    }
  }

  private static func moments(of entry: PlannedEntry) -> (Instant, Instant)? {
    let start = moment(entry.start)
    switch (entry.start, entry.end) {
    // Only the client's clocks tell how long that is, which whoever keeps the visit asks.
    case (.local, .time(.instant)), (_, .asLong(.local, .instant)), (_, .asLong(.instant, .local)): return nil
    case (_, .time(let end)): return (start, moment(end))
    case (_, .lasting(let days, let seconds)): return (start, start.adding(seconds: Int64(days) * 86_400 + seconds))
    case (_, .asLong(let from, let to)):
      return (start, start.adding(seconds: moment(from).milliseconds(to: moment(to)) / 1000))
    case (_, .minutes): return nil
    }
  }

  private static func moment(_ time: PlannedEntry.Time) -> Instant {
    switch time {
    case .instant(let instant): instant
    // On clocks that never change an hour is an hour.
    case .local(let local, _): Zone.utc.moment(of: local).instant
    }
  }
}
