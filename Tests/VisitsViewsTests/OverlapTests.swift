import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("Visits of one worker at the same time")
struct OverlapTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func visit(
    _ name: String, _ start: String, _ end: String, _ status: Status = .scheduled, id: String
  ) throws -> DayVisit {
    try sarahs.visit(name, "2026-11-20T\(start)", "2026-11-20T\(end)", status, id: id)
  }

  @Test("a visit beside one that is completed, missed or cancelled is no double booking; one under way is")
  func states() throws {
    for (status, texts) in [
      (Status.scheduled, ["Overlaps C D 10:30 AM"]), (.inProgress, ["Overlaps C D 10:30 AM"]), (.completed, []),
      (.missed, []), (.cancelled, []),
    ] as [(Status, [String])] {
      let day = [
        try visit("A B", "10:00", "11:00", id: "v-1"), try visit("C D", "10:30", "11:30", status, id: "v-2"),
      ]
      let view = try sarahs.today(day).view
      #expect(view.cards[0].overlaps?.map(\.text) ?? [] == texts, "\(status)")
    }
  }

  @Test("a long visit overlaps each of the short ones, and they do not overlap each other")
  func long() throws {
    let day = [
      try visit("A B", "08:00", "12:00", id: "v-1"), try visit("C D", "09:00", "10:00", id: "v-2"),
      try visit("E F", "10:00", "11:00", id: "v-3"),
    ]
    let view = try sarahs.today(day).view
    #expect(
      view.cards.map { $0.overlaps?.map(\.text) ?? [] } == [
        ["Overlaps C D 9:00 AM", "Overlaps E F 10:00 AM"], ["Overlaps A B 8:00 AM"], ["Overlaps A B 8:00 AM"],
      ])
  }

  @Test("what a client shows before a change is sent leaves the overlap out")
  func template() throws {
    let day = [try visit("A B", "10:00", "11:00", id: "v-1"), try visit("C D", "10:30", "11:30", id: "v-2")]
    let card = try sarahs.today(day).view.cards[0]
    #expect(card.spoken.hasSuffix("Overlaps C D 10:30 AM"))
    #expect(!card.spokenTemplate.contains("Overlaps"))
  }

  @Test("of any number at one time, a card names three")
  func many() throws {
    let day = try (1...200).map { try visit("A B", "10:00", "11:00", id: "v-\($0)") }
    let view = try sarahs.today(day).view
    #expect(view.cards.allSatisfy { $0.overlaps?.count == 3 })
  }
}
