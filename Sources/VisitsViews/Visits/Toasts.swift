import Catalog
package import VisitsAPI

extension ViewContext {
  /// What is said for 3 seconds when a visit was completed (seed 002): "Visit completed".
  package var visitCompletedToast: String { phrases[.visitCompleted] }

  /// What a screen reader says of a visit that was started or completed: "Margaret Chen, Completed."
  package func announcement(of card: Card) -> String {
    phrases.text(.visitAnnouncement, [.name: card.title, .status: card.statusLabel])
  }
}
