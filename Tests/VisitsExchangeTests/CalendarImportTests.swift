import Testing
import VisitsExchange
import VisitsModel

@Suite("Calendars as other programs export them")
struct CalendarImportTests {
  @Test("a Google export: UTC and zoned times, a series with days left out and one moved, all-day events")
  func google() throws {
    let plan = CalendarReader.edmonton(worker: "sarah").plan(from: try calendar("google"))
    #expect(
      plan.events == [
        "6gqj0c9o70q3@google.com | 20261120T150000Z to 20261120T160000Z | Margaret Chen | sarah "
          + "| 123 Oak St, Edmonton, AB T5K 1A1, Canada "
          + "| Ring twice.\nThe dog is friendly; the key is under the mat, left side.",
        "2kq8rr5p1vbe@google.com/20261116T103000 | 20261116T173000Z to 20261116T181500Z | John Smith | sarah",
        "2kq8rr5p1vbe@google.com/20261118T103000 | 20261118T173000Z to 20261118T181500Z | John Smith | sarah "
          + "| cancelled",
        "2kq8rr5p1vbe@google.com/20261123T103000 | 20261123T173000Z to 20261123T181500Z | John Smith | sarah",
        "2kq8rr5p1vbe@google.com/20261125T103000 | 20261125T173000Z to 20261125T181500Z | John Smith | sarah "
          + "| cancelled",
        "2kq8rr5p1vbe@google.com/20261127T103000 | 20261127T173000Z to 20261127T181500Z | John Smith | sarah",
        "2kq8rr5p1vbe@google.com/20261120T103000 | 20261121T210000Z to 20261121T220000Z | John Smith | sarah",
        "maybe@google.com | 20261124T170000Z to 20261124T180000Z | Élsie Beaudry-Côté | sarah",
      ])
    #expect(
      plan.refusals == [
        "\"Day off\", 2026-11-23: DTSTART: is all day on 2026-11-23, and a visit needs times; give it a start and an end, "
          + "or remove it"
      ])
    // The birthday in July and the visit of 2019, which names nobody and harms nobody.
    #expect(plan.outside == 2)
    #expect(plan.entries[1].place == .path("\"John Smith\", 2026-11-16"))
    #expect(plan.unreadable == nil)
  }

  @Test("an Outlook export: zones that are no IANA names, floating times, a byte order mark, lines folded by tabs")
  func outlook() throws {
    let plan = CalendarReader.edmonton().plan(from: try calendar("outlook"))
    let uid =
      "040000008200E00074C5B7101A82E00800000000B0A1C0D1E2F3DA0100000000000000001000000"
      + "09C0F8D7E6B5A49389271605F4E3D2C1B"
    #expect(
      plan.events == [
        "\(uid) | 20261120T150000Z to 20261120T160000Z | Visit: Margaret Chen | Miller, Sarah | 123 Oak St "
          + "| Personal care, Meal, light | Bring gloves.",
        "evening/20261117T193000 | 20261118T023000Z to 20261118T033000Z | John Smith | Sarah Miller",
        "evening/20261118T193000 | 20261119T023000Z to 20261119T033000Z | John Smith | Sarah Miller | cancelled",
        "evening/20261119T193000 | 20261120T023000Z to 20261120T033000Z | John Smith | Sarah Miller | cancelled",
        "evening/20261120T193000 | 20261121T023000Z to 20261121T033000Z | John Smith | Sarah Miller",
        "evening/20261121T193000 | 20261122T023000Z to 20261122T033000Z | John Smith | Sarah Miller",
        // The calendar's own zone is half an hour off any other, and its clocks go back on November 22.
        "night/20261120T220000 | 20261121T023000Z to 20261121T031500Z | Night check | open",
        "night/20261127T220000 | 20261128T033000Z to 20261128T041500Z | Night check | open",
        "floating | 20261122T083000 to 20261122T090000 | Linh Trần | open",
        "gone | 20261123T150000Z to 20261123T160000Z | Canceled: Margaret Chen | open | cancelled",
      ])
    #expect(plan.refusals.isEmpty)
  }

  @Test("reading twice gives the same plan, and a text with other line breaks and folds the same too")
  func repeatable() throws {
    let reader = CalendarReader.edmonton()
    let text = try calendar("google")
    let plan = reader.plan(from: text)
    #expect(reader.plan(from: text) == plan)
    #expect(reader.plan(from: text.replacing("\r\n", with: "\n")) == plan)
    #expect(reader.plan(from: text.replacing("\r\n ", with: "").replacing("SUMM", with: "SU\r\n\tMM")) == plan)
  }
}
