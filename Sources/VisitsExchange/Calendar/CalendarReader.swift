package import VisitsModel

/// Reads an iCalendar text (RFC 5545), as Google, Outlook and others export it, into a ``SchedulePlan``.
///
/// Pure: the same text and window give the same plan. A single event is known by its UID, an occurrence of a series by
/// `UID/20261120T080000`, its original start. What a series leaves out (EXDATE) is planned as cancelled, since an
/// earlier text may have had it; whoever applies the plan has nothing to do where such a visit is not known.
package struct CalendarReader: Sendable {
  /// Visits that start in it are planned; the others are counted.
  package let window: Range<Instant>
  /// Whose clocks decide whether a time without a zone lies in the window, where the calendar does not say.
  package let zone: Zone
  /// Who makes all the visits; `nil`: as each event says.
  package let worker: String?
  /// How much is read before a text is refused.
  package let limits: CalendarLimits
  /// Whether nobody waits for the plan any more. Then it may leave out anything.
  package let isAbandoned: @Sendable () -> Bool

  /// A reader.
  package init(
    window: Range<Instant>, zone: Zone, worker: String? = nil, limits: CalendarLimits = CalendarLimits(),
    isAbandoned: @escaping @Sendable () -> Bool = { false }
  ) {
    self.window = window
    self.zone = zone
    self.worker = worker
    self.limits = limits
    self.isAbandoned = isAbandoned
  }

  /// Plans what a text says.
  package func plan(from text: String) -> SchedulePlan { plan(from: Array(text.utf8)) }

  /// Plans what a text says.
  ///
  /// - Parameter bytes: UTF-8; what is not is read with U+FFFD in its place.
  package func plan(from bytes: [UInt8]) -> SchedulePlan {
    do {
      var reading = CalendarReading(self)
      return try reading.read(bytes)
    } catch {
      var plan = SchedulePlan()
      plan.unreadable = ImportSummary.Refused(
        place: error.property.isEmpty ? .calendar : .path(error.property), reason: .fault(error.reason.fault))
      return plan
    }
  }
}
