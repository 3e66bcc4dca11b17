import Testing
import VisitsAPI

@Suite("Instants on the wire")
struct TimestampTests {
  @Test(
    "RFC 3339 is read and written in UTC",
    arguments: [
      ("2026-11-20T15:00:00Z", "2026-11-20T15:00:00Z"), ("2026-11-20T08:00:00-07:00", "2026-11-20T15:00:00Z"),
      ("2026-11-20T08:00:00.25-07:00", "2026-11-20T15:00:00.250Z"),
      ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
      ("2024-02-29t00:00:00z", "2024-02-29T00:00:00Z"), ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
      ("2026-11-20T15:00:00.1239999Z", "2026-11-20T15:00:00.123Z"),
    ])
  func reads(text: String, written: String) {
    #expect(Timestamp(text)?.text == written)
  }

  @Test(
    "what is no instant is refused",
    arguments: [
      "2026-11-20T15:00:00", "2026-11-20", "2026-02-29T00:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T15:60:00Z",
      "2026-11-20T15:00:60Z", "2026-11-20T15:00:00.Z", "2026-11-20T15:00:00+7:00", "2026-11-20T15:00:00Zx",
      "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "", "now",
      "２０２６-11-20T15:00:00Z",
    ])
  func refuses(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test("an instant beyond what RFC 3339 can write is told as the end of it")
  func extremes() {
    #expect(Timestamp(milliseconds: .max).text == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(milliseconds: .min).text == "0001-01-01T00:00:00Z")
  }
}
