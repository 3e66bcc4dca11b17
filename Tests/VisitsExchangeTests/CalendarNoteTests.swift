import Testing
import VisitsExchange
import VisitsModel

@Suite("What an event tells beside its times")
struct CalendarNoteTests {
  private func plan(_ lines: String, worker: String? = "sarah") -> SchedulePlan {
    let event = "BEGIN:VEVENT\nUID:e\nDTSTART:20261120T150000Z\nDURATION:PT1H\n\(lines)\nEND:VEVENT"
    return CalendarReader.edmonton(worker: worker).plan(from: "BEGIN:VCALENDAR\nVERSION:2.0\n\(event)\nEND:VCALENDAR\n")
  }

  private func told(_ plan: SchedulePlan) -> [String] {
    plan.notes.map { $0.line().replacing("\"Margaret Chen\", 2026-11-20: ", with: "") }
  }

  private let name = "SUMMARY:Margaret Chen\n"

  @Test("a text that is the same in QUOTED-PRINTABLE is read, and one that is not is refused")
  func quotedPrintable() {
    #expect(
      plan("SUMMARY;ENCODING=QUOTED-PRINTABLE:Margaret Chen\nDESCRIPTION;ENCODING=QUOTED-PRINTABLE:Ring").events
        == ["e | 20261120T150000Z to 20261120T160000Z | Margaret Chen | sarah | Ring"])
    #expect(plan("SUMMARY;ENCODING=QUOTED-PRINTABLE:Margaret=20Chen").refusals.count == 1)
    #expect(plan("SUMMARY;ENCODING=BASE64:Margaret").refusals.count == 1)
  }

  @Test("what does not fit behind the description is left out and told, and the description alone counts")
  func room() {
    let long = String(repeating: "n", count: 3975)
    let link = "https://video.example/" + String(repeating: "1", count: 58)
    let plan = plan("\(name)DESCRIPTION:\(long)\nURL:\(link)\nCOMMENT:Dog\nCONFERENCE:\(link)2")
    #expect(plan.refusals == [])
    #expect(plan.entries.map(\.note) == ["\(long)\nDog"])
    #expect(
      told(plan) == [
        "URL: does not fit behind DESCRIPTION and is left out; shorten DESCRIPTION",
        "CONFERENCE: does not fit behind DESCRIPTION and is left out; shorten DESCRIPTION",
      ])
    #expect(
      self.plan("\(name)DESCRIPTION:\(long)\(link)").refusals
        == ["\"Margaret Chen\", 2026-11-20: DESCRIPTION: is longer than 4000 characters; shorten it"])
  }

  @Test("a short text is not taken for said because it stands inside another")
  func insideAnother() {
    let lines = """
      DESCRIPTION:Anna lives upstairs. Use the back door\\, never the side door\\nRing twice
      CONTACT:Ann
      COMMENT:side door
      COMMENT:Ring twice
      """
    #expect(
      plan(name + lines).entries.map(\.note) == [
        "Anna lives upstairs. Use the back door, never the side door\nRing twice\nside door\nAnn"
      ])
  }

  @Test("a link is said once, and the shorter of two is another")
  func links() {
    let lines = """
      DESCRIPTION:Join <https://video.example/12> now
      URL:https://video.example/12
      CONFERENCE:https://video.example/1
      X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example/3
      ATTACH;FMTTYPE=application/pdf:https://x.example/careplan.pdf
      """
    let plan = plan(name + lines)
    #expect(
      plan.entries.map(\.note) == [
        "Join <https://video.example/12> now\nhttps://video.example/1\nhttps://teams.example/3\n"
          + "https://x.example/careplan.pdf"
      ])
    #expect(told(plan) == [])
  }

  @Test("what is not taken in is told")
  func notTaken() {
    let lines = """
      STYLED-DESCRIPTION;VALUE=TEXT:<p>Ring</p>
      GEO:53.5;-113.5
      ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA
      TRANSP:TRANSPARENT
      """
    #expect(
      told(plan(name + lines)) == [
        "TRANSP: says that the time stays free there; it is planned here anyway",
        "STYLED-DESCRIPTION: is not imported; write it into DESCRIPTION",
        "GEO: is not imported; write it into DESCRIPTION", "ATTACH: is not imported; write it into DESCRIPTION",
      ])
    #expect(told(plan("\(name)LOCATION:12 Oak\nGEO:53.5;-113.5\nDESCRIPTION:Ring\nSTYLED-DESCRIPTION:Ring")) == [])
  }

  @Test("who has asked somebody else to come does not come")
  func delegated() {
    let sarah = "ATTENDEE;CN=Sarah Miller;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:t@x.example\":mailto:s@x.example"
    let tom = "ATTENDEE;CN=Tom Brown;PARTSTAT=ACCEPTED;DELEGATED-FROM=\"mailto:s@x.example\":mailto:t@x.example"
    let note = "ATTENDEE: \"Sarah Miller\" has asked somebody else to come; check who makes the visit"
    let both = plan("\(name)\(sarah)\n\(tom)", worker: nil)
    #expect(both.entries.map(\.worker) == ["Tom Brown"])
    #expect(told(both) == [])
    #expect(plan("\(name)\(sarah)", worker: nil).entries.map(\.worker) == ["t@x.example"])
    let nobody = plan("\(name)ATTENDEE;CN=Sarah Miller;PARTSTAT=DELEGATED:mailto:s@x.example", worker: nil)
    #expect(nobody.entries.map(\.isOpen) == [true])
    #expect(told(nobody) == [note])
    #expect(told(plan("\(name)\(sarah)\n\(tom)")) == [note])
  }
}
