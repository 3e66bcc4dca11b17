import Catalog
import VisitsAPI
import VisitsModel

extension TodayForms {
  /// The words with which a client shows changes of a day that it has not sent yet.
  static func compose(_ day: CareDay, today: CareDay, in context: ViewContext) -> TodayForms {
    let phrases = context.phrases
    // Today's date is shown from tomorrow on. On New Year's Eve it therefore has its year.
    let reader = day == today ? today.adding(days: 1) : today
    return TodayForms(
      inProgress: .compose(.inProgress, in: context), completed: .compose(.completed, in: context),
      progress: phrases[.todayProgress],
      sync: SyncLabels(syncing: phrases[.syncing], savedLocally: phrases[.savedLocally]),
      headings: Headings(today: phrases[.todayHeading], date: context.formats.heading(day, today: reader)))
  }
}

extension TodayForms.CardState {
  /// The mark and the label that a card has in a state.
  static func compose(_ status: Status, in context: ViewContext) -> TodayForms.CardState {
    TodayForms.CardState(mark: status.mark, label: context.phrases[status.phrase])
  }
}
