package import VisitsModel

/// A visit that goes out, with what a format tells of it.
package struct ExportedVisit: Sendable, Hashable {
  /// The visit and its people.
  package var placed: PlacedVisit
  /// Whose clocks it goes by: the client's zone, else the agency's.
  package var zone: Zone
  /// Its history, oldest first; empty where the format tells none.
  package var changes: [VisitStep]
  /// What was recorded of the client's tasks during it; empty where the format tells none.
  package var tasks: [VisitTask]

  /// Where its client has lived; `nil`: the format does not ask for it.
  package var homes: HomeHistory?

  /// A visit that goes out.
  package init(
    placed: PlacedVisit, zone: Zone, changes: [VisitStep] = [], tasks: [VisitTask] = [], homes: HomeHistory? = nil
  ) {
    self.placed = placed
    self.zone = zone
    self.changes = changes
    self.tasks = tasks
    self.homes = homes
  }
}
