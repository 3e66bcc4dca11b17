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
    case tooMuchCounting
    case notASchedule(method: String)
    case malformedLine(Int)
    case noClient
    case noStart
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
    case rangeOfSeries
    case exceptionRule
    case severalPeople([String])
    case tooLong(limit: Int)
    case sameUID(place: String)
    case unknownOwnZone(String)
    case tentative
    case zoneBesideUTC(String, zone: String)
    case unknownWord(String, readAs: String)
    case unplacedChange(place: String)
    case oldVersion(String)
    case encoded(String)
    case unreadableZone(String)
    case noEvent
    case ofOneDay
    case notTaken
    case noRoom
    case freeTime
    case delegated(String)
  }
}

extension CalendarFault.Reason {
  /// As it is kept.
  var fault: TextFault {
    switch self {
    case .tooLarge(let limit): TextFault(.calendarTooLarge, [.limit: String(limit)])
    case .noCalendar: TextFault(.calendarNoCalendar)
    case .breaksOff: TextFault(.calendarBreaksOff)
    case .unpaired(let line): TextFault(.calendarUnpaired, [.number: String(line)])
    case .tooDeep(let line): TextFault(.calendarTooDeep, [.number: String(line)])
    case .tooManyProperties(let line, let limit):
      TextFault(.calendarTooManyProperties, [.number: String(line), .limit: String(limit)])
    case .tooManyEvents(let limit): TextFault(.calendarTooManyEvents, [.limit: String(limit)])
    case .tooManyVisits(let limit): TextFault(.calendarTooManyVisits, [.limit: String(limit)])
    case .tooMuchCounting: TextFault(.calendarTooMuchCounting)
    case .notASchedule(let method): TextFault(.calendarAnswer, [.value: shown(method, limit: 20)])
    case .malformedLine(let line): TextFault(.calendarMalformedLine, [.number: String(line)])
    case .noClient: TextFault(.calendarNoClient)
    case .noStart: TextFault(.fhirNoStart)
    case .repeated: TextFault(.calendarRepeated)
    case .badTime(let text): TextFault(.calendarBadTime, [.value: shown(text)])
    case .badDuration(let text): TextFault(.calendarBadDuration, [.value: shown(text)])
    case .allDay(let day): TextFault(.calendarAllDay, [.date: day.text])
    case .unknownZone(let name): TextFault(.calendarUnknownZone, [.value: shown(name, limit: 60)])
    case .longAgo(let year): TextFault(.calendarLongAgo, [.number: String(year)])
    case .noEnd: TextFault(.fhirNoEnd, [.other: "DURATION"])
    case .twoEnds: TextFault(.calendarTwoEnds)
    case .endNotAfterStart: TextFault(.endNotAfterStart)
    case .longerThanADay: TextFault(.calendarLongerThanADay)
    case .recurrence(let fault): TextFault(fault)
    case .rangeOfSeries: TextFault(.calendarNoRange)
    case .exceptionRule: TextFault(.calendarNoExrule)
    case .severalPeople(let names):
      TextFault(.calendarSeveralPeople, names: names.prefix(3).map { shown($0) }, hasMoreNames: names.count > 3)
    case .tooLong(let limit): TextFault(.tooLong, [.limit: String(limit)])
    case .sameUID(let place): TextFault(.calendarSameUID, [.place: place])
    case .unknownOwnZone(let name): TextFault(.calendarUnknownOwnZone, [.value: shown(name, limit: 60)])
    case .tentative: TextFault(.calendarTentative)
    case .zoneBesideUTC(let time, let zone):
      TextFault(.calendarZoneBesideUTC, [.value: shown(time), .name: shown(zone, limit: 60)])
    case .unknownWord(let word, let meaning):
      TextFault(.calendarUnknownWord, [.value: shown(word), .expected: meaning])
    case .unplacedChange(let place): TextFault(.calendarUnplacedChange, [.place: place])
    case .oldVersion(let version): TextFault(.calendarOldVersion, [.value: shown(version, limit: 20)])
    case .encoded(let encoding): TextFault(.calendarEncoded, [.value: shown(encoding)])
    case .unreadableZone(let name): TextFault(.calendarUnreadableZone, [.value: shown(name, limit: 60)])
    case .noEvent: TextFault(.calendarNoEvent)
    case .ofOneDay: TextFault(.calendarOfOneDay)
    case .notTaken: TextFault(.calendarNotTaken)
    case .noRoom: TextFault(.calendarNoRoom)
    case .freeTime: TextFault(.calendarFreeTime)
    case .delegated(let name): TextFault(.calendarDelegated, [.value: shown(name)])
    }
  }

  private func shown(_ text: String, limit: Int = 40) -> String {
    Quotation(text, limit: limit, marks: false).description
  }
}
