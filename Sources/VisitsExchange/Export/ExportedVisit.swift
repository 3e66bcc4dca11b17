package import VisitsModel

/// A visit that goes out, with what a format tells of it.
package struct ExportedVisit: Sendable, Hashable {
  /// The visit and its people.
  package var placed: PlacedVisit
  /// Whose clocks it goes by: the client's zone, else the agency's.
  package var zone: Zone
  /// Its history, oldest first; empty where the format tells none.
  package var changes: [VisitStep]

  /// A visit that goes out.
  package init(placed: PlacedVisit, zone: Zone, changes: [VisitStep] = []) {
    self.placed = placed
    self.zone = zone
    self.changes = changes
  }
}
