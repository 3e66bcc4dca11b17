/// One worker's line on the board.
package struct BoardRow: WireObject {
  /// How it stands with a worker, what needs somebody's eye first.
  package enum State: String, WireWord {
    /// An emergency of the worker is open.
    case emergency
    /// Somebody waits for the worker.
    case late
    /// With a client.
    case inProgress
    /// A visit is still to come.
    case scheduled
    /// Every visit is behind the worker.
    case done
    /// Away, and no visit is left.
    case away
    /// No visit that day.
    case free
  }

  /// The worker's id.
  package var worker: String
  /// "Sarah Miller".
  package var name: String
  /// How it stands.
  package var state: State
  /// The state in a sign, so that it is never told by colour alone: ⚠ ◐ ○ ✓ –.
  package var mark: String
  /// The state in words: "In progress".
  package var label: String
  /// How much of the day is done.
  package var progress: DayProgress
  /// The visit that is being made.
  package var current: BoardVisit?
  /// The next that is to be made and is not late.
  package var next: BoardVisit?
  /// The worker's visits that overlap each other; `nil`: there are none.
  package var overlaps: [BoardVisit]?
  /// "Away: sick until Friday".
  package var away: String?
  /// How many of the board's alerts are this worker's.
  package var alerts: Int
  /// The line as a sentence.
  package var spoken: String

  package init(
    worker: String, name: String, state: State, mark: String, label: String, progress: DayProgress,
    current: BoardVisit?, next: BoardVisit?, overlaps: [BoardVisit]? = nil, away: String? = nil, alerts: Int,
    spoken: String
  ) {
    self.worker = worker
    self.name = name
    self.state = state
    self.mark = mark
    self.label = label
    self.progress = progress
    self.current = current
    self.next = next
    self.overlaps = overlaps
    self.away = away
    self.alerts = alerts
    self.spoken = spoken
  }

  package static let members: [Member<BoardRow>] = [
    Member("worker", { $0.worker }, "The worker's id."),
    Member("name", { $0.name }, "The worker's name."),
    Member("state", { $0.state }, "How it stands: what needs somebody's eye first."),
    Member("mark", { $0.mark }, "The state in a sign: ⚠ ◐ ○ ✓ –."),
    Member("label", { $0.label }, "The state in words."),
    Member("progress", { $0.progress }, "How much of the day is done."),
    Member(optional: "current", { $0.current }, "The visit that is being made."),
    Member(optional: "next", { $0.next }, "The next that is to be made and is not late."),
    Member(
      optional: "overlaps", { $0.overlaps },
      "The first of the worker's visits that overlap each other, as far as they are to be made or under way."),
    Member(optional: "away", { $0.away }, "That the worker is away that day: why, and until when."),
    Member("alerts", { $0.alerts }, "How many of the board's alerts are this worker's."),
    Member("spoken", { $0.spoken }, "The line as a sentence."),
  ]
}

/// A visit as a worker's line names it.
package struct BoardVisit: WireObject {
  /// The visit's id.
  package var visit: String
  /// The client's id.
  package var client: String
  /// "Margaret Chen".
  package var title: String
  /// "8:00 AM - 9:00 AM".
  package var time: String
  /// "9:00 AM", while it is being made.
  package var until: String?
  /// "Margaret Chen until 9:00 AM", "next Margaret Chen 8:00 AM", "Overlaps Agnes Kowalchuk 11:30 AM".
  package var text: String
  /// The planned start.
  package var start: Timestamp
  /// The planned end.
  package var end: Timestamp

  package init(
    visit: String, client: String, title: String, time: String, until: String?, text: String, start: Timestamp,
    end: Timestamp
  ) {
    self.visit = visit
    self.client = client
    self.title = title
    self.time = time
    self.until = until
    self.text = text
    self.start = start
    self.end = end
  }

  package static let members: [Member<BoardVisit>] = [
    Member("visit", { $0.visit }, "The visit's id."),
    Member("client", { $0.client }, "The client's id."),
    Member("title", { $0.title }, "The client's name."),
    Member("time", { $0.time }, "Planned from and to, in the visit's zone."),
    Member(optional: "until", { $0.until }, "Planned to, while it is being made."),
    Member("text", { $0.text }, "With whom and until when, with whom next and when, or which visit it overlaps."),
    Member("start", { $0.start }, "The planned start."),
    Member("end", { $0.end }, "The planned end."),
  ]
}
