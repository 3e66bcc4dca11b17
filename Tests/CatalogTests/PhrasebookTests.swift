import Testing

@testable import Catalog

@Suite("Phrases")
struct PhrasebookTests {
  @Test("places are filled by name")
  func filling() {
    #expect(Phrasebook.english.text(.cardLate, [.time: "10:15 AM"]) == "Late since 10:15 AM")
    #expect(Phrasebook.english.text(.cardTime, [.end: "B", .start: "A"]) == "A - B")
  }

  @Test("a number chooses the form")
  func counting() {
    let book = Phrasebook.english
    #expect(
      book.text(.bannerRetrying, count: 30, [.seconds: "30"])
        == "Sync failed. Will retry in 30 seconds. Tap to retry now.")
    #expect(
      book.text(.bannerRetrying, count: 1, [.seconds: "1"])
        == "Sync failed. Will retry in 1 second. Tap to retry now.")
    #expect(book[.bannerRetrying] == "Sync failed. Will retry in {seconds} seconds. Tap to retry now.")
  }

  @Test("a value is never filled itself, and a place that nobody fills stays")
  func values() {
    let template = Template("{start} and {end}")
    #expect(template.filled([.start: "{end}"]) == "{end} and {end}")
  }

  @Test(
    "other braces are text",
    arguments: [
      ("{}", []), ("a {b", []), ("{ time }", []), ("{tiem}", []), ("{{time}}", [.time]), ("}{", []),
      ("{a{time}", [.time]), ("{time}{end}", [.time, .end]), ("{é} {time} ż", [.time]),
    ] as [(String, Set<Slot>)])
  func braces(_ text: String, _ slots: Set<Slot>) {
    #expect(Template(text).slots == slots)
    #expect(Template(text).filled([:]) == text)
  }
}
