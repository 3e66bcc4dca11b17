package import VisitsModel

/// Series whose next visit is to be made.
package struct DueSeries: Sendable {
  /// Each with the day of that visit.
  package var series: [(series: Series, nextDay: CareDay)] = []
  /// Those whose rows cannot be read.
  package var unreadable: [SeriesID] = []
}
