import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("A session and Home, in the words of several languages")
struct SessionTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  /// Sarah with Margaret Chen, from 10:15, for so many minutes, with so many of the trials a success.
  private func session(
    _ successes: Int, of trials: Int, minutes: Int64? = 12, seconds: Int64 = 0
  ) throws -> PlacedSession {
    let start = try sarahs.at("2026-11-20T10:15")
    func mark(_ at: Instant) -> GoalSession.Mark {
      GoalSession.Mark(at: at, receivedAt: at, method: .office, by: "anna")
    }
    let client = Client(
      id: try #require(ClientID(rawValue: "margaret-chen")), key: PersonKey(rawValue: "k-3"), name: "Margaret Chen",
      birthDate: CareDay("1944-05-01"))
    let goal = Goal(
      id: GoalID(rawValue: "g-1"), client: client.id, title: "Stand up unaided", setAt: start, statusAt: start)
    let worker = Worker(
      id: try #require(WorkerID(rawValue: "sarah")), key: PersonKey(rawValue: "k-1"), name: "Sarah Miller")
    return PlacedSession(
      session: GoalSession(
        id: SessionID(rawValue: "s-1"), worker: worker.id, client: client.id, goal: goal.id, start: mark(start),
        end: minutes.map {
          GoalSession.End(mark(Instant(milliseconds: start.milliseconds + ($0 * 60 + seconds) * 1000)))
        }, trials: trials, successes: successes),
      worker: worker, client: client, goal: goal)
  }

  private func display(_ placed: PlacedSession, _ locale: String) throws -> SessionView.Display {
    SessionView.compose(placed, in: try sarahs.context("2026-11-20T12:00", locale: locale)).display
  }

  @Test(
    "counts as the language does",
    arguments: [
      ("en", "1 of 1 trial successful (100%)", "1 of 8 trials successful (13%)"),
      ("de", "1 von 1 Versuch gelungen (100\u{A0}%)", "1 von 8 Versuchen gelungen (13\u{A0}%)"),
      ("pl", "Udane próby: 1 z 1 (100%)", "Udane próby: 1 z 8 (13%)"),
      ("tr", "1 denemeden 1 tanesi başarılı (%100)", "8 denemeden 1 tanesi başarılı (%13)"),
    ])
  func result(_ locale: String, _ one: String, _ eight: String) throws {
    #expect(try display(session(1, of: 1), locale).result == one)
    #expect(try display(session(1, of: 8), locale).result == eight)
  }

  @Test("lasts seconds, minutes or hours, and without trials it has no rate")
  func duration() throws {
    #expect(try display(session(0, of: 0, minutes: 0, seconds: 45), "en").duration == "45 s")
    #expect(try display(session(0, of: 0, minutes: 65), "en").duration == "1 h 5 min")
    #expect(try display(session(0, of: 0), "ru").duration == "12 мин")
    #expect(try display(session(0, of: 0), "en").rate == "–")
    #expect(try display(session(0, of: 0), "fr").result == "Aucun essai")
  }

  @Test("is said whole")
  func spoken() throws {
    #expect(
      try display(session(8, of: 10), "en").spoken == """
        Margaret Chen, Stand up unaided, November 20, 10:15 AM to 10:27 AM, Ended, 8 of 10 trials successful (80%), \
        12 minutes
        """)
    #expect(try display(session(0, of: 0, minutes: nil), "de").time == "Seit 10:15")
    #expect(try display(session(0, of: 0, minutes: nil), "de").began == "10:15")
  }

  @Test(
    "a duration is said in words, in the form of its number",
    arguments: [
      ("en", 1, "1 second"), ("en", 3900, "1 hour 5 minutes"), ("de", 60, "1 Minute"), ("pl", 120, "2 minuty"),
      ("pl", 7200, "2 godziny"), ("ru", 45, "45 секунд"), ("ru", 21 * 60, "21 минута"), ("es", 0, "0 segundos"),
    ])
  func spokenDuration(_ locale: String, _ seconds: Int, _ words: String) throws {
    #expect(try sarahs.context("2026-11-20T12:00", locale: locale).spokenDuration(seconds: seconds) == words)
  }

  @Test(
    "stands on Home as a native would write it, with the plural forms of Polish and Russian",
    arguments: [
      (
        "de", 2, "2 Ziele in Arbeit", "Letzte Übung", "82 Jahre alt, letzte Übung: 20. November",
        "Heute noch 2 Einsätze"
      ),
      (
        "pl", 5, "5 dostępnych celów", "Ostatnia sesja", "82 lata, ostatnia sesja: 20 listopada",
        "Dzisiaj jeszcze 2 wizyty"
      ),
      (
        "ru", 21, "21 доступная цель", "Последнее занятие", "82 года, последнее занятие: 20 ноября",
        "Сегодня ещё 2 визита"
      ),
    ])
  func home(
    _ locale: String, _ goals: Int, _ bank: String, _ title: String, _ row: String, _ visits: String
  ) throws {
    let last = try session(8, of: 10)
    let home = WorkerHome(
      worker: last.worker, day: sarahs.friday, lastSession: last, running: nil, goals: goals, clientCount: 1,
      clients: [WorkerHome.OwnClient(client: last.client, lastSession: last.session.start.at)], visitsLeft: 2)
    let view = HomeView.compose(
      home, emergencies: [], canRaise: true, in: try sarahs.context("2026-11-20T12:00", locale: locale)
    ).view
    #expect(view.cards.goalBank.details == bank)
    #expect(view.cards.lastSession.title == title)
    #expect(view.clients.first?.details == row)
    #expect(view.visitsLeftLabel == visits)
  }
}
