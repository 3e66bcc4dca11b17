/// The words with which a client shows changes that it has not sent yet, and a stored view after midnight (`web.md`, How
/// it is built). A client that is offline cannot ask for them.
package struct TodayForms: WireObject {
  /// How a card shows a state.
  package struct CardState: WireObject {
    /// "✓".
    package var mark: String
    /// "Completed".
    package var label: String

    package init(mark: String, label: String) {
      self.mark = mark
      self.label = label
    }

    package static let members: [Member<CardState>] = [
      Member("mark", { $0.mark }, "A card's mark in this state."),
      Member("label", { $0.label }, "A card's statusLabel in this state."),
    ]
  }

  /// What the indicator says while the device holds changes of its own.
  package struct SyncLabels: WireObject {
    /// "Syncing...".
    package var syncing: String
    /// "Saved locally".
    package var savedLocally: String

    package init(syncing: String, savedLocally: String) {
      self.syncing = syncing
      self.savedLocally = savedLocally
    }

    package static let members: [Member<SyncLabels>] = [
      Member("syncing", { $0.syncing }, "\"Syncing...\"."),
      Member("savedLocally", { $0.savedLocally }, "\"Saved locally\"."),
    ]
  }

  /// The view's heading on the day itself and on other days.
  package struct Headings: WireObject {
    /// "Today".
    package var today: String
    /// "Friday, November 20".
    package var date: String

    package init(today: String, date: String) {
      self.today = today
      self.date = date
    }

    package static let members: [Member<Headings>] = [
      Member("today", { $0.today }, "The heading while this day is today."),
      Member("date", { $0.date }, "The heading on any other day."),
    ]
  }

  /// A card whose visit was started.
  package var inProgress: CardState
  /// A card whose visit was completed.
  package var completed: CardState
  /// "{completed}/{total}".
  package var progress: String
  /// The indicator's labels.
  package var sync: SyncLabels
  /// The headings.
  package var headings: Headings

  package init(
    inProgress: CardState, completed: CardState, progress: String, sync: SyncLabels, headings: Headings
  ) {
    self.inProgress = inProgress
    self.completed = completed
    self.progress = progress
    self.sync = sync
    self.headings = headings
  }

  package static let members: [Member<TodayForms>] = [
    Member("inProgress", { $0.inProgress }, "A card whose visit was started."),
    Member("completed", { $0.completed }, "A card whose visit was completed."),
    Member("progress", { $0.progress }, "The label of the progress, with {completed} and {total}."),
    Member("sync", { $0.sync }, "What the indicator says while the device holds changes that are not sent."),
    Member("headings", { $0.headings }, "The heading of this day, today and on any other day."),
  ]
}
