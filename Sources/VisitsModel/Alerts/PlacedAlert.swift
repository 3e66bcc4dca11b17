/// An alert with the visit that it tells of, as the API shows it.
package struct PlacedAlert: Sendable, Hashable {
  /// The alert.
  package var alert: Alert
  /// The visit with its client, as it is now; `nil`: they cannot be looked up, and are called by their ids.
  package var visit: PlacedVisit?
  /// Who was to make it.
  package var worker: Worker?

  /// An alert with its visit.
  package init(alert: Alert, visit: PlacedVisit?, worker: Worker?) {
    self.alert = alert
    self.visit = visit
    self.worker = worker
  }
}
