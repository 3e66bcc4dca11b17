import Catalog
import VisitsAPI
import VisitsModel

/// The words about another visit of the same worker that is planned at the same time.
struct OverlapWords {
  private let other: DayVisit
  private let time: TimeWords.Text
  /// "Overlaps Agnes Kowalchuk 11:30 AM", as it is written and as it is spoken.
  let text: TimeWords.Text

  /// - Parameters:
  ///   - other: The other visit.
  ///   - visit: The visit beside which this stands.
  ///   - reader: The zone of the reader; `nil`: the agency's.
  ///   - day: The day under which both stand; `nil`: the day on which the visit starts.
  init(_ other: DayVisit, beside visit: DayVisit, reader: Zone? = nil, day: CareDay?, in context: ViewContext) {
    let zone = other.zone ?? context.agencyZone
    self.other = other
    time = TimeWords(
      context: context, zone: zone, readerZone: reader ?? context.agencyZone, day: day ?? zone.day(of: visit.start)
    ).moment(other.start)
    func words(_ time: String) -> String {
      context.phrases.text(.cardOverlaps, [.name: other.clientName, .time: time])
    }
    text = TimeWords.Text(written: words(time.written), spoken: words(time.spoken))
  }

  /// As a card shows it.
  var onCard: Card.Overlap {
    Card.Overlap(visit: other.id.rawValue, title: other.clientName, time: time.written, text: text.written)
  }
}

extension [DayVisit] {
  /// The cards of a worker's day, each with its overlaps.
  ///
  /// - Parameter zone: The worker's zone.
  func cards(on day: CareDay, lateRule: LateRule, _ zone: Zone, in context: ViewContext) -> [Card] {
    let bookings = DoubleBookings(self)
    return map { visit in
      Card.compose(
        visit, lateRule: lateRule, in: context, reader: zone, day: day, beside: bookings.others(of: visit.id))
    }
  }
}
