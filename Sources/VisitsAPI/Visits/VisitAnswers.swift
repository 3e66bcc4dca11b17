/// `{"visit":…}`
package struct VisitAnswer: WireObject {
  /// The visit.
  package var visit: VisitView

  package init(visit: VisitView) {
    self.visit = visit
  }

  package static let members: [Member<VisitAnswer>] = [Member("visit", { $0.visit }, "The visit.")]
}

/// `{"visit":…,"card":…}`, with a toast, an announcement and warnings where there are any.
package struct VisitCardAnswer: WireObject {
  /// The visit.
  package var visit: VisitView
  /// Its card on the worker's Today.
  package var card: Card
  /// "Visit completed".
  package var toast: String?
  /// "Margaret Chen, Completed."
  package var announcement: String?
  /// What looks like a slip of the hand in the time of a start or a completion; `nil`: nothing.
  package var warnings: [ChangeWarning]?

  package init(
    visit: VisitView, card: Card, toast: String? = nil, announcement: String? = nil, warnings: [ChangeWarning]? = nil
  ) {
    self.visit = visit
    self.card = card
    self.toast = toast
    self.announcement = announcement
    self.warnings = warnings
  }

  package static let members: [Member<VisitCardAnswer>] = [
    Member("visit", { $0.visit }, "The visit."),
    Member("card", { $0.card }, "Its card."),
    Member(optional: "toast", { $0.toast }, "What to say for 3 seconds."),
    Member(
      optional: "announcement", { $0.announcement }, "What a screen reader says of a start and a completion."),
    Member(
      optional: "warnings", { $0.warnings },
      "What looks like a slip of the hand in the time of a start or a completion."),
  ]
}
