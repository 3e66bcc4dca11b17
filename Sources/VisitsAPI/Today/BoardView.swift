/// The coordinator's board of one care day, finished: what needs attention, a row for each worker, the open visits
/// (`screens.md`, Today).
package struct BoardView: TaggedView {
  /// Something that needs somebody's attention now.
  package struct Alert: WireObject {
    /// The kind.
    package var kind: AlertKind
    /// The visit's id.
    package var visit: String
    /// Who makes it; `nil`: nobody yet.
    package var worker: String?
    /// "Sarah Miller", or "Open".
    package var name: String
    /// The client's id.
    package var client: String
    /// "John Smith".
    package var title: String
    /// "Saturday, November 21": the visit's day, where it is not on the board's.
    package var date: String?
    /// "Late since 10:15 AM".
    package var text: String
    /// Since when.
    package var since: Timestamp
    /// Whether somebody has taken note of it.
    package var state: AlertView.State
    /// "Acknowledged by anna", once somebody has.
    package var status: String?
    /// All of it as a sentence.
    package var spoken: String

    package init(
      kind: AlertKind, visit: String, worker: String?, name: String, client: String, title: String, date: String?,
      text: String, since: Timestamp, state: AlertView.State, status: String?, spoken: String
    ) {
      self.kind = kind
      self.visit = visit
      self.worker = worker
      self.name = name
      self.client = client
      self.title = title
      self.date = date
      self.text = text
      self.since = since
      self.state = state
      self.status = status
      self.spoken = spoken
    }

    package static let members: [Member<Alert>] = [
      Member("kind", { $0.kind }, "The kind."),
      Member("visit", { $0.visit }, "The visit's id."),
      Member(nullable: "worker", { $0.worker }, "Who makes it; null: nobody yet."),
      Member("name", { $0.name }, "The worker's name, or that the visit is open."),
      Member("client", { $0.client }, "The client's id."),
      Member("title", { $0.title }, "The client's name."),
      Member(optional: "date", { $0.date }, "The visit's day, where it is not on the board's."),
      Member("text", { $0.text }, "What is wrong, in words."),
      Member("since", { $0.since }, "Since when."),
      Member("state", { $0.state }, "Whether somebody has taken note of it."),
      Member(optional: "status", { $0.status }, "Who has."),
      Member("spoken", { $0.spoken }, "All of it as a sentence."),
    ]
  }

  /// What stands above the board's parts.
  package struct Titles: WireObject {
    /// "Needs attention".
    package var alerts: String
    /// "Free": before the names of those without a visit.
    package var free: String
    /// "Open visits".
    package var open: String

    package init(alerts: String, free: String, open: String) {
      self.alerts = alerts
      self.free = free
      self.open = open
    }

    package static let members: [Member<Titles>] = [
      Member("alerts", { $0.alerts }, "Above the alerts."),
      Member("free", { $0.free }, "Before the names of those without a visit."),
      Member("open", { $0.open }, "Above the visits without a worker yet."),
    ]
  }

  /// "Today", or the date for another day.
  package var heading: String
  /// "Saturday, November 21", where the heading does not say it.
  package var dateLabel: String?
  /// The care day, in the agency's zone.
  package var date: String
  /// How many seconds clocks there are ahead of UTC, for what a client has to time by itself.
  package var utcOffset: Int
  /// The indicator.
  package var sync: SyncIndicator
  /// What stands above the heading.
  package var banner: Banner?
  /// The ⚠ that stands on every state.
  package var emergency: EmergencyControl
  /// Those that are open, the most urgent first.
  package var emergencies: [EmergencyView]
  /// How much of everybody's day is done.
  package var progress: DayProgress
  /// What stands above the parts.
  package var titles: Titles
  /// What needs attention, what has waited longest first; behind it what somebody has taken note of.
  package var alerts: [Alert]
  /// Whether older ones of other days hold, which `alert.list` tells.
  package var hasMoreAlerts: Bool
  /// A row for each worker, by name.
  package var rows: [BoardRow]
  /// The visits without a worker yet, in order of start.
  package var open: [Card]
  /// What stands there when nothing is planned.
  package var empty: EmptyMessage?
  /// Changes when anything else that matters changes.
  package var etag: String

  package init(
    heading: String, dateLabel: String?, date: String, utcOffset: Int, sync: SyncIndicator, banner: Banner?,
    emergency: EmergencyControl, emergencies: [EmergencyView], progress: DayProgress, titles: Titles, alerts: [Alert],
    hasMoreAlerts: Bool, rows: [BoardRow], open: [Card], empty: EmptyMessage?, etag: String
  ) {
    self.heading = heading
    self.dateLabel = dateLabel
    self.date = date
    self.utcOffset = utcOffset
    self.sync = sync
    self.banner = banner
    self.emergency = emergency
    self.emergencies = emergencies
    self.progress = progress
    self.titles = titles
    self.alerts = alerts
    self.hasMoreAlerts = hasMoreAlerts
    self.rows = rows
    self.open = open
    self.empty = empty
    self.etag = etag
  }

  package static let members: [Member<BoardView>] = [
    Member("heading", { $0.heading }, "\"Today\", or the date for another day."),
    Member(optional: "dateLabel", { $0.dateLabel }, "The date in words, where the heading does not say it."),
    Member("date", { $0.date }, "The care day, in the agency's zone."),
    Member("utcOffset", { $0.utcOffset }, "Seconds that clocks in the agency's zone are ahead of UTC."),
    Member("sync", { $0.sync }, "The sync indicator."),
    Member(optional: "banner", { $0.banner }, "What stands above the heading."),
    Member("emergency", { $0.emergency }, "The emergency button, on every state."),
    Member("emergencies", { $0.emergencies }, "The emergencies that are open, the most urgent first."),
    Member("progress", { $0.progress }, "How much of everybody's day is done."),
    Member("titles", { $0.titles }, "What stands above the parts."),
    Member("alerts", { $0.alerts }, "What needs attention, what has waited longest first; acknowledged last."),
    Member("hasMoreAlerts", { $0.hasMoreAlerts }, "Whether older ones of other days hold; alert.list tells them."),
    Member("rows", { $0.rows }, "A row for each worker, by name."),
    Member("open", { $0.open }, "The visits without a worker yet, in order of start."),
    Member(optional: "empty", { $0.empty }, "What stands there when nothing is planned."),
    Member("etag", { $0.etag }, "Send it as ifNoneMatch to hear of changes only."),
  ]
}
