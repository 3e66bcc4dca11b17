import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("Times that are given to be typed again")
struct TypedTimesTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  @Test(
    "a typed time is local, and read again it is the same moment",
    arguments: [
      ("2026-11-20T15:00:00Z", "2026-11-20T08:00"), ("2026-11-21T05:30:00Z", "2026-11-20T22:30"),
      ("2026-11-20T15:02:31Z", "2026-11-20T08:02:31"),
      ("2026-11-20T15:02:31.007Z", "2026-11-20T08:02:31.007-07:00"),
      // The hour that the clocks of Edmonton show twice.
      ("2026-11-01T07:30:00Z", "2026-11-01T01:30:00-06:00"), ("2026-11-01T08:30:00Z", "2026-11-01T01:30:00-07:00"),
      ("1960-01-01T07:00:00.500Z", "1960-01-01T00:00:00.500-07:00"),
    ])
  func typed(instant: String, text: String) throws {
    let moment = Instant(milliseconds: try #require(Timestamp(instant)).milliseconds)
    #expect(sarahs.edmonton.typed(moment) == text)
    let read = try Timestamp(text).map { Instant(milliseconds: $0.milliseconds) } ?? sarahs.at(text)
    #expect(read == moment)
  }
}
