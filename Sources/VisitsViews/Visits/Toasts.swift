import Catalog

extension ViewContext {
  /// What is said for 3 seconds when a visit was completed (seed 002): "Visit completed".
  package var visitCompletedToast: String { phrases[.visitCompleted] }
}
