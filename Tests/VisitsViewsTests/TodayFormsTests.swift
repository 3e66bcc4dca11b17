import Catalog
import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("What the app needs to show a change that it has not sent yet")
struct TodayFormsTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func card(
    _ visit: DayVisit, now: String = "2026-11-20T09:30", locale: String? = nil
  ) throws -> Card {
    try #require(try sarahs.today([visit], now: now, locale: locale).view.cards.first)
  }

  @Test("the words of a start, of a completion, of the progress and of the indicator")
  func english() throws {
    let forms = try sarahs.today([]).view.forms
    #expect((forms.inProgress.mark, forms.inProgress.label) == ("◐", "In progress"))
    #expect((forms.completed.mark, forms.completed.label) == ("✓", "Completed"))
    #expect(forms.progress == "{completed}/{total}")
    #expect((forms.sync.syncing, forms.sync.savedLocally) == ("Syncing...", "Saved locally"))
  }

  @Test(
    "are the reader's",
    arguments: [
      ("de", "Läuft", "Abgeschlossen", "Synchronisiere...", "Lokal gespeichert", "Heute", "Freitag, 20. November"),
      (
        "pl", "W trakcie", "Zakończona", "Synchronizacja...", "Zapisano lokalnie", "Dzisiaj",
        "piątek, 20 listopada"
      ),
      (
        "ru", "В работе", "Завершён", "Синхронизация...", "Сохранено локально", "Сегодня",
        "пятница, 20 ноября"
      ),
    ])
  func languages(
    _ locale: String, _ inProgress: String, _ completed: String, _ syncing: String, _ savedLocally: String,
    _ today: String, _ date: String
  ) throws {
    let forms = try sarahs.today([], locale: locale).view.forms
    #expect((forms.inProgress.label, forms.completed.label) == (inProgress, completed))
    #expect((forms.sync.syncing, forms.sync.savedLocally) == (syncing, savedLocally))
    #expect((forms.headings.today, forms.headings.date) == (today, date))
  }

  @Test(
    "a day that is stored has the heading that it will have after midnight",
    arguments: [
      ("2026-11-20", "Friday, November 20"), ("2026-11-21", "Saturday, November 21"),
      ("2026-11-19", "Thursday, November 19"), ("2027-01-01", "Friday, January 1, 2027"),
    ])
  func headings(_ day: String, _ date: String) throws {
    let view = try sarahs.today([], day: day).view
    #expect((view.forms.headings.today, view.forms.headings.date) == ("Today", date))
  }

  @Test("the last day of a year has its year, because it is read in the next")
  func newYear() throws {
    let view = try sarahs.today([], now: "2026-12-31T09:30", day: "2026-12-31").view
    #expect((view.heading, view.forms.headings.date) == ("Today", "Thursday, December 31, 2026"))
    let tomorrow = try sarahs.today([], now: "2027-01-01T09:30", day: "2026-12-31").view
    #expect(tomorrow.heading == "Thursday, December 31, 2026")
  }

  @Test("a card's sentence has a place for its state")
  func template() throws {
    let visit = try sarahs.visit()
    #expect(
      try card(visit).spokenTemplate == "John Smith, 10:00 AM to 11:00 AM, 456 Maple Avenue Edmonton, {status}")
  }

  @Test("the template with the words of a state is the sentence of the card", arguments: Language.allCases)
  func everyState(_ language: Language) throws {
    for status in Status.allCases {
      for address in ["456 Maple Ave, Edmonton", nil] {
        let card = try card(
          try sarahs.visit("A B", "2026-11-20T10:00", "2026-11-20T11:00", status, address: address),
          locale: language.rawValue)
        #expect(card.alert == nil)
        #expect(card.spokenTemplate.replacing("{status}", with: card.statusLabel) == card.spoken)
      }
    }
  }

  @Test("a late card that is completed is no longer late", arguments: Language.allCases)
  func late(_ language: Language) throws {
    let now = "2026-11-20T10:20"
    var visit = try sarahs.visit()
    let view = try sarahs.today([visit], now: now, locale: language.rawValue).view
    let late = try #require(view.cards.first)
    #expect(late.alert?.kind == .late)
    visit.status = .completed
    let completed = try card(visit, now: now, locale: language.rawValue)
    #expect(late.spokenTemplate.replacing("{status}", with: view.forms.completed.label) == completed.spoken)
    #expect((view.forms.completed.mark, view.forms.completed.label) == (completed.mark, completed.statusLabel))
    visit.status = .inProgress
    let started = try card(visit, now: now, locale: language.rawValue)
    #expect(late.spokenTemplate.replacing("{status}", with: view.forms.inProgress.label) == started.spoken)
    #expect((view.forms.inProgress.mark, view.forms.inProgress.label) == (started.mark, started.statusLabel))
  }

  @Test("a conflict, which a completion does not settle, stays in the sentence")
  func conflict() throws {
    var visit = try sarahs.visit()
    visit.conflictSince = try sarahs.at("2026-11-20T10:05")
    let late = try card(visit, now: "2026-11-20T10:20")
    #expect(late.spoken.hasSuffix("Scheduled, Late since 10:15 AM"))
    #expect(late.spokenTemplate.hasSuffix("{status}, Reported differently from the field at 10:05 AM"))
    visit.status = .completed
    let completed = try card(visit, now: "2026-11-20T10:20")
    #expect(late.spokenTemplate.replacing("{status}", with: "Completed") == completed.spoken)
  }

  @Test("the progress has two places, which give the label", arguments: Language.allCases)
  func progress(_ language: Language) throws {
    let view = try sarahs.today(try sarahs.seedVisits(), locale: language.rawValue).view
    let filled = view.forms.progress.replacing("{completed}", with: "1").replacing("{total}", with: "2")
    #expect(filled == view.progress.label)
    #expect(!filled.contains("{"))
  }

  @Test("a screen reader says who and what after a start or a completion")
  func announcement() throws {
    let visit = try sarahs.seedVisits()[0]
    for (locale, words) in [
      ("en", "Margaret Chen, Completed."), ("de", "Margaret Chen, Abgeschlossen."),
      ("ru", "Margaret Chen, Завершён."),
    ] {
      #expect(try sarahs.context(locale: locale).announcement(of: try card(visit, locale: locale)) == words)
    }
  }

  @Test("another epoch of the feed makes another view")
  func epoch() throws {
    let visits = try sarahs.seedVisits()
    let view = try sarahs.today(visits).view
    #expect(view.epoch == "1795000000")
    let restored = try sarahs.today(visits, epoch: 1_795_000_001).view
    #expect(restored.epoch == "1795000001")
    #expect(restored.etag != view.etag)
  }
}
