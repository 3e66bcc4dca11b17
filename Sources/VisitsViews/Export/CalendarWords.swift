import Catalog
package import VisitsModel

/// What a calendar of visits says in words.
extension ViewContext {
  /// What a calendar program shows as its name.
  ///
  /// - Parameter worker: Whose visits alone are in it; `nil`: everybody's.
  package func calendarName(of worker: Worker?) -> String {
    worker.map { phrases.text(.calendarOf, [.name: $0.name]) } ?? phrases[.calendarOfAll]
  }

  /// Who makes a visit: a name, or that it is open.
  package func maker(of placed: PlacedVisit) -> String { placed.worker?.name ?? phrases[.visitOpen] }
}
