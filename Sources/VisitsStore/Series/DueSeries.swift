package import VisitsModel

/// Series whose next visit is due to be created.
package struct DueSeries: Sendable {
  /// The series, each with the day of its next visit.
  package var series: [(series: Series, nextDay: CareDay)] = []
  /// The series whose rows cannot be read.
  package var unreadable: [SeriesID] = []
}
