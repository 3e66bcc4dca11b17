import Catalog
package import VisitsAPI
package import VisitsModel

extension ChangeWarning {
  /// What looks like a slip of the hand, in words.
  ///
  /// - Parameter placed: The visit as it is after the change.
  package static func compose(_ slip: Slip, of placed: PlacedVisit, in context: ViewContext) -> ChangeWarning {
    let kind: Kind =
      switch slip {
      case .cameFarFromPlan, .leftFarFromPlan: .farFromPlan
      case .startsInThePast: .inThePast
      }
    return ChangeWarning(kind: kind, words: context.words(slip, of: placed))
  }
}

extension ViewContext {
  /// "The check-in at 6:40 AM is more than an hour from the planned start at 10:00 AM."
  func words(_ slip: Slip, of placed: PlacedVisit) -> String {
    let visit = placed.visit
    let zone = placed.client.zone ?? agencyZone
    func time(_ instant: Instant, under day: CareDay) -> String {
      TimeWords(context: self, zone: zone, readerZone: agencyZone, day: day).moment(instant).written
    }
    let day = zone.day(of: visit.start)
    return switch slip {
    case .cameFarFromPlan(let at):
      phrases.text(.slipCame, [.time: time(at, under: day), .start: time(visit.start, under: day)])
    case .leftFarFromPlan(let at):
      phrases.text(.slipLeft, [.time: time(at, under: day), .end: time(visit.end, under: day)])
    case .startsInThePast: phrases.text(.slipInThePast, [.time: time(visit.start, under: today(in: zone))])
    }
  }
}
