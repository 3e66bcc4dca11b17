/// The Today screen of one worker and one care day, finished: nothing is left to compute for whoever lays it out
/// (`screens.md`, Today; seed 002).
package struct TodayView: TaggedView {
  /// Which of the screen's states it is.
  package enum State: String, WireWord {
    case loading
    case error
    case offline
    case empty
    case `default`
  }

  /// "Today", or the date for another day.
  package var heading: String
  /// Which of the screen's states it is.
  package var state: State
  /// Whose day it is.
  package var worker: String
  /// The care day, in the worker's zone.
  package var date: String
  /// How many seconds clocks there are ahead of UTC, for what a client has to time by itself.
  package var utcOffset: Int
  /// The indicator.
  package var sync: SyncIndicator
  /// What stands above the heading.
  package var banner: Banner?
  /// The ⚠ that stands on every state.
  package var emergency: EmergencyControl
  /// In order of start.
  package var cards: [Card]
  /// Instead of cards, when there are none.
  package var empty: EmptyMessage?
  /// While nothing was ever pulled.
  package var loading: LoadingMessage?
  /// How much of the day is done.
  package var progress: DayProgress
  /// What a client needs to show changes that it has not sent yet.
  package var forms: TodayForms
  /// The feed's epoch, which is another one after a backup was restored.
  package var epoch: String
  /// What a screen reader says of the last change.
  package var announcement: String?
  /// Changes when anything else that matters changes.
  package var etag: String

  package init(
    heading: String, state: State, worker: String, date: String, utcOffset: Int, sync: SyncIndicator, banner: Banner?,
    emergency: EmergencyControl, cards: [Card], empty: EmptyMessage?, loading: LoadingMessage?, progress: DayProgress,
    forms: TodayForms, epoch: String, announcement: String?, etag: String
  ) {
    self.heading = heading
    self.state = state
    self.worker = worker
    self.date = date
    self.utcOffset = utcOffset
    self.sync = sync
    self.banner = banner
    self.emergency = emergency
    self.cards = cards
    self.empty = empty
    self.loading = loading
    self.progress = progress
    self.forms = forms
    self.epoch = epoch
    self.announcement = announcement
    self.etag = etag
  }

  package static let members: [Member<TodayView>] = [
    Member("heading", { $0.heading }, "\"Today\", or the date for another day."),
    Member("state", { $0.state }, "Which of the screen's states it is."),
    Member("worker", { $0.worker }, "Whose day it is."),
    Member("date", { $0.date }, "The care day, in the worker's zone."),
    Member("utcOffset", { $0.utcOffset }, "Seconds that clocks in the worker's zone are ahead of UTC."),
    Member("sync", { $0.sync }, "The sync indicator."),
    Member(optional: "banner", { $0.banner }, "What stands above the heading."),
    Member("emergency", { $0.emergency }, "The emergency button, on every state."),
    Member("cards", { $0.cards }, "The visits, in order of start."),
    Member(optional: "empty", { $0.empty }, "What stands instead of cards."),
    Member(optional: "loading", { $0.loading }, "What stands while nothing was ever pulled."),
    Member("progress", { $0.progress }, "How much of the day is done."),
    Member("forms", { $0.forms }, "What a client needs to show changes that it has not sent yet."),
    Member("epoch", { $0.epoch }, "The feed's epoch. A restored backup has another one, and lower versions."),
    Member(optional: "announcement", { $0.announcement }, "What a screen reader says of the last change."),
    Member("etag", { $0.etag }, "Send it as ifNoneMatch to hear of changes only."),
  ]
}

/// What stands instead of cards.
package struct EmptyMessage: WireObject {
  /// "No visits today".
  package var title: String
  /// "Enjoy your day off!"
  package var message: String?
  /// A symbol's token.
  package var symbol: String

  package init(title: String, message: String?, symbol: String) {
    self.title = title
    self.message = message
    self.symbol = symbol
  }

  package static let members: [Member<EmptyMessage>] = [
    Member("title", { $0.title }, "\"No visits today\"."),
    Member(optional: "message", { $0.message }, "\"Enjoy your day off!\""),
    Member("symbol", { $0.symbol }, "A symbol's token."),
  ]
}

/// What stands while nothing was ever pulled.
package struct LoadingMessage: WireObject {
  /// "Loading schedule..."
  package var message: String

  package init(message: String) {
    self.message = message
  }

  package static let members: [Member<LoadingMessage>] = [
    Member("message", { $0.message }, "\"Loading schedule...\"")
  ]
}

/// How much of a day is done; cancelled visits are not counted, and one across midnight counts on its start day.
package struct DayProgress: WireObject {
  /// How many are completed.
  package var completed: Int
  /// Of how many.
  package var total: Int
  /// "1/6".
  package var label: String

  package init(completed: Int, total: Int, label: String) {
    self.completed = completed
    self.total = total
    self.label = label
  }

  package static let members: [Member<DayProgress>] = [
    Member("completed", { $0.completed }, "How many are completed."),
    Member("total", { $0.total }, "Of how many."),
    Member("label", { $0.label }, "\"1/6\"."),
  ]
}
