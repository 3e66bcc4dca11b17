package import VisitsModel

/// The series that have to create their next visit now.
package struct DueSeries: Sendable {
  /// The series, each with the day of the visit to create.
  package var series: [(series: Series, nextDay: CareDay)] = []
  /// The series that have to create a visit but whose rows cannot be read.
  package var unreadable: [SeriesID] = []
}
