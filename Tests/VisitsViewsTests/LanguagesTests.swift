import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

/// What seed 002 shows, as people of other languages read it.
@Suite("Today in other languages")
struct LanguagesTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func today(_ locale: String, _ facts: SyncFacts = .noUpstream, visits: [DayVisit] = []) throws -> TodayView {
    TodayView.compose(
      worker: sarahs.sarah, day: try #require(CareDay("2026-11-20")), visits: visits, sync: facts,
      lateRule: LateRule(), canRaise: true, epoch: 1_795_000_000,
      in: try sarahs.context("2026-11-20T09:30:00", locale: locale)
    ).view
  }

  private func facts(_ outcomes: [RunOutcome], event: SyncLoop.Event? = nil, pulled: Bool = true) throws -> SyncFacts {
    var loop = SyncLoop()
    let now = try sarahs.at("2026-11-20T09:30:00")
    _ = loop.step(.begin, at: now)
    for (number, outcome) in outcomes.enumerated() {
      if number > 0 { _ = loop.step(.asked, at: now) }
      _ = loop.step(.ended(outcome, jitter: 1), at: now)
    }
    if let event { _ = loop.step(event, at: now) }
    var push = SyncLoop()
    _ = push.step(.begin, at: now)
    _ = push.step(.ended(.succeeded, jitter: 1), at: now)
    let rows = SyncStanding.Rows()
    return SyncFacts(SyncStanding(pull: loop, push: push, wasEverPulled: pulled, own: rows), wasEverPulled: pulled)
  }

  @Test(
    "a day off",
    arguments: [
      ("pl", "Dzisiaj", "Dzisiaj nie ma wizyt", "Miłego dnia wolnego!"),
      ("de", "Heute", "Heute keine Einsätze", "Genießen Sie Ihren freien Tag!"),
      ("ru", "Сегодня", "Сегодня визитов нет", "Хорошего выходного!"),
    ])
  func empty(_ locale: String, _ heading: String, _ title: String, _ message: String) throws {
    let view = try today(locale)
    #expect((view.heading, view.empty?.title, view.empty?.message) == (heading, title, message))
  }

  @Test(
    "loading",
    arguments: [
      ("pl", "Ładowanie grafiku...", "Synchronizacja..."), ("de", "Plan wird geladen...", "Synchronisiere..."),
      ("ru", "Загрузка расписания...", "Синхронизация..."),
    ])
  func loading(_ locale: String, _ message: String, _ label: String) throws {
    let view = try today(locale, try facts([], pulled: false))
    #expect((view.loading?.message, view.sync.label) == (message, label))
  }

  @Test("synced", arguments: [("pl", "Zsynchronizowano"), ("de", "Synchronisiert"), ("ru", "Синхронизировано")])
  func synced(_ locale: String, _ label: String) throws {
    #expect(try today(locale, try facts([.succeeded])).sync.label == label)
  }

  @Test(
    "offline",
    arguments: [
      ("pl", "Praca offline", "Zapisano lokalnie"), ("de", "Sie arbeiten offline", "Lokal gespeichert"),
      ("ru", "Работа без сети", "Сохранено локально"),
    ])
  func offline(_ locale: String, _ banner: String, _ label: String) throws {
    let view = try today(locale, try facts([.unreachable]))
    #expect((view.banner?.message, view.sync.label) == (banner, label))
  }

  @Test(
    "sync failed, with a count down",
    arguments: [
      (
        "pl", "Błąd synchronizacji",
        "Synchronizacja nie powiodła się. Ponowna próba za 30 sekund. Dotknij, aby spróbować teraz."
      ),
      (
        "de", "Sync fehlgeschlagen",
        "Synchronisierung fehlgeschlagen. Neuer Versuch in 30 Sekunden. Tippen Sie, um es jetzt zu versuchen."
      ),
      (
        "ru", "Сбой синхронизации",
        "Не удалось синхронизировать данные. Новая попытка через 30 секунд. Нажмите, чтобы повторить сейчас."
      ),
    ])
  func failed(_ locale: String, _ label: String, _ banner: String) throws {
    let failed = RunOutcome.failed(.server)
    let view = try today(locale, try facts([failed, failed, failed]))
    #expect((view.sync.label, view.banner?.message) == (label, banner))
  }

  @Test(
    "a card has its times as they are written there",
    arguments: [
      ("pl", "10:00 - 11:00", "Zaplanowana"), ("de", "10:00 - 11:00", "Geplant"),
      ("ru", "10:00 - 11:00", "Запланирован"),
    ])
  func card(_ locale: String, _ time: String, _ status: String) throws {
    let card = try #require(try today(locale, visits: [sarahs.visit()]).cards.first)
    #expect(card.time == time)
    #expect(card.accessibilityLabel.contains(status))
  }
}
