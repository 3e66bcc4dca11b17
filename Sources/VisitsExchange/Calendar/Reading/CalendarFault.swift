import FHIR
import VisitsModel

/// Why a calendar, or one event of it, cannot be taken.
struct CalendarFault: Error, Sendable, Hashable {
  /// The property that is meant; empty for the event or the calendar as a whole.
  var property = ""
  /// What is wrong.
  var reason: Reason

  enum Reason: Sendable, Hashable {
    case tooLarge(limit: Int)
    case noCalendar
    case breaksOff
    case unpaired(Int)
    case tooDeep(line: Int)
    case tooManyProperties(line: Int, limit: Int)
    case tooManyEvents(limit: Int)
    case tooManyVisits(limit: Int)
    case notASchedule(method: String)
    case malformedLine(Int)
    case missing(what: String)
    case repeated
    case badTime(String)
    case badDuration(String)
    case allDay(CareDay)
    case unknownZone(String)
    case longAgo(year: Int)
    case noEnd
    case twoEnds
    case endNotAfterStart
    case longerThanADay
    case recurrence(RecurrenceFault)
    case unsupported(otherwise: String)
    case severalPeople([String])
    case tooLong(limit: Int)
    case sameUID(place: String)
  }
}

extension CalendarFault.Reason: CustomStringConvertible {
  /// In words that tell what to do.
  var description: String {
    switch self {
    case .tooLarge(let limit): "the text is larger than \(limit) bytes; export a shorter time"
    case .noCalendar: "the text is no iCalendar: expected BEGIN:VCALENDAR"
    case .breaksOff: "the text breaks off before END:VCALENDAR; export it again"
    case .unpaired(let line): "line \(line) ends what is not begun there; export the calendar again"
    case .tooDeep(let line): "components are nested too deep at line \(line)"
    case .tooManyProperties(let line, let limit): "more than \(limit) properties in one component at line \(line)"
    case .tooManyEvents(let limit): "holds more than \(limit) events; export a shorter time"
    case .tooManyVisits(let limit): "gives more than \(limit) visits; ask for a shorter time"
    case .notASchedule(let method):
      "METHOD:\(Quotation(method, limit: 20, marks: false)) is an answer to an invitation; export the calendar itself"
    case .malformedLine(let line): "line \(line) is no NAME:VALUE of a calendar; mend or remove it"
    case .missing(let what): "is missing; \(what)"
    case .repeated: "stands more than once; keep one"
    case .badTime(let text): "\(Quotation(text, limit: 40)) is no date with time, such as 20261120T080000"
    case .badDuration(let text): "\(Quotation(text, limit: 40)) is no duration, such as PT1H30M"
    case .allDay(let day):
      "is all day on \(day.text), and a visit needs times; give it a start and an end, or remove it"
    case .unknownZone(let name):
      "TZID \(Quotation(name)) is no time zone that is known here, and the calendar does not define it; "
        + "use an IANA name such as America/Edmonton"
    case .longAgo(let year): "a series that begins in \(year) is no schedule; give the date that was meant"
    case .noEnd: "is missing, and so is DURATION; a visit needs a planned end"
    case .twoEnds: "stands beside DTEND; remove one of the two"
    case .endNotAfterStart: "the end is not after the start; correct one of them"
    case .longerThanADay: "lasts more than 24 hours; split it into several events"
    case .recurrence(let fault): fault.description
    case .unsupported(let otherwise): "is not supported; \(otherwise)"
    case .severalPeople(let names):
      "names several people (\(names.prefix(3).map { Quotation($0, limit: 40).description }.joined(separator: ", "))"
        + "\(names.count > 3 ? ", ..." : "")); keep the one who makes the visit, or say whose calendar it is"
    case .tooLong(let limit): "is longer than \(limit) characters; shorten it"
    case .sameUID(let place): "is that of \(place) too, and they differ; keep the one that is true"
    }
  }
}
