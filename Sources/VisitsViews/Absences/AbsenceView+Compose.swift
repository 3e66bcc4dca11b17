import Catalog
package import VisitsAPI
package import VisitsModel

extension AbsenceView {
  /// An absence as the API shows it.
  package static func compose(_ placed: PlacedAbsence, in context: ViewContext) -> AbsenceView {
    let absence = placed.absence
    let state = absence.state(now: context.now)
    let title = placed.worker?.name ?? absence.worker.rawValue
    let reason = context.words(ofAbsenceReason: absence.reason)
    let time = context.period(of: absence)
    let status = context.phrases[state.phrase]
    return AbsenceView(
      display: Display(
        title: title, reason: reason, time: time, status: status,
        spoken: [title, reason, time, status].joined(separator: context.phrases[.cardSeparator])),
      id: absence.id.rawValue, worker: absence.worker.rawValue, from: absence.from.timestamp,
      to: absence.to.timestamp, timeZone: absence.zone.identifier, reason: absence.reason, note: absence.note,
      state: state.wire, version: absence.version, updatedAt: absence.updatedAt.timestamp)
  }
}

extension ViewContext {
  /// From when to when: "Nov 20", "Nov 20 - Nov 22", "Nov 20 1:00 PM - 5:00 PM".
  func period(of absence: Absence) -> String {
    if let first = absence.firstWholeDay, let last = absence.lastWholeDay, first <= last {
      guard first < last else { return shortDate(first) }
      return phrases.text(.weekHeading, [.start: shortDate(first), .end: shortDate(last)])
    }
    let times = TimeWords(context: self, zone: absence.zone, readerZone: agencyZone, day: nil)
    return phrases.text(
      .timeOnDay,
      [
        .day: shortDate(absence.zone.day(of: absence.from)),
        .time: times.range(absence.from, absence.to, isUnderItsDate: true).written,
      ])
  }
}

extension Absence.State {
  var wire: AbsenceView.State {
    switch self {
    case .planned: .planned
    case .current: .current
    case .over: .over
    case .takenBack: .takenBack
    }
  }

  fileprivate var phrase: Phrase {
    switch self {
    case .planned: .absencePlanned
    case .current: .absenceCurrent
    case .over: .absenceIsOver
    case .takenBack: .absenceTakenBack
    }
  }
}
