package import FHIR
package import VisitsModel

extension Appointment {
  /// The time from the planned start to the planned end.
  var plannedTime: Range<Instant> {
    get throws(ReadingFault) {
      guard let first = self.start else { throw ReadingFault(path: "start", reason: .noStart) }
      let start = Instant(first)
      let end: Instant
      if let last = self.end {
        end = Instant(last)
      } else if let minutes = minutesDuration {
        end = start.adding(minutes: Int64(minutes))
      } else {
        throw ReadingFault(path: "end", reason: .noEnd)
      }
      for (path, instant) in [("start", start), ("end", end)] where !Instant.writable.contains(instant) {
        throw ReadingFault(path: path, reason: .undatable)
      }
      guard start < end else { throw ReadingFault(path: "end", reason: .endNotAfterStart) }
      guard start.milliseconds(to: end) <= Visit.longest else {
        throw ReadingFault(path: "end", reason: .longerThanADay)
      }
      return start..<end
    }
  }
}

extension Instant {
  /// The same moment.
  package init(_ instant: FHIRInstant) { self.init(milliseconds: instant.milliseconds) }
}
