import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

/// What a person reads of Margaret Chen's checklist around Friday, November 20, 2026, in one language.
struct ChecklistWords: Sendable, CustomTestStringConvertible {
  let locale: String
  /// Thursday, Friday and Saturday.
  let headings: [String]
  let today: (indicator: String, button: String, hint: String)
  /// The buttons beside Friday, and what they do.
  let neighbours: [String]
  /// Of 0, 6 and 9 of 9 completed.
  let spoken: [String]
  /// Breakfast, open and done at half past ten.
  let breakfast: (open: String, done: String, chip: String)
  /// Lunch, refused and entered late.
  let refusedLate: String
  /// Taps on a row that can be checked, and on one that is done or cannot be.
  let hints: (complete: String, menu: String)
  let loading: String

  var testDescription: String { locale }

  static let all = [english, german, polish, russian]

  static let english = ChecklistWords(
    locale: "en", headings: ["Thursday, November 19", "Friday, November 20", "Saturday, November 21"],
    today: ("(Today)", "Today", "Shows today."),
    neighbours: [
      "Previous day", "Shows Thursday, November 19.", "Next day", "Shows Saturday, November 21.",
    ],
    spoken: ["0 of 9 completed", "6 of 9 completed", "9 of 9 completed"],
    breakfast: ("Breakfast, not completed, no time set", "Breakfast, completed, 10:30 AM", "10:30 AM"),
    refusedLate: "Lunch, refused, no time set, entered late",
    hints: ("Double tap and hold to complete", "Double tap to open task menu"), loading: "Loading care tasks...")

  static let german = ChecklistWords(
    locale: "de", headings: ["Donnerstag, 19. November", "Freitag, 20. November", "Samstag, 21. November"],
    today: ("(Heute)", "Heute", "Zeigt den heutigen Tag."),
    neighbours: [
      "Vorheriger Tag", "Zeigt Donnerstag, 19. November.", "Nächster Tag", "Zeigt Samstag, 21. November.",
    ],
    spoken: ["0 von 9 erledigt", "6 von 9 erledigt", "9 von 9 erledigt"],
    breakfast: ("Frühstück, nicht erledigt, keine Uhrzeit angegeben", "Frühstück, erledigt, 10:30", "10:30"),
    refusedLate: "Mittagessen, abgelehnt, keine Uhrzeit angegeben, nachgetragen",
    hints: ("Zum Erledigen doppeltippen und halten", "Zum Öffnen des Aufgabenmenüs doppeltippen"),
    loading: "Pflegeaufgaben werden geladen...")

  static let polish = ChecklistWords(
    locale: "pl", headings: ["czwartek, 19 listopada", "piątek, 20 listopada", "sobota, 21 listopada"],
    today: ("(Dzisiaj)", "Dzisiaj", "Pokazuje dzisiejszy dzień."),
    neighbours: [
      "Poprzedni dzień", "Pokazuje dzień: czwartek, 19 listopada.", "Następny dzień",
      "Pokazuje dzień: sobota, 21 listopada.",
    ],
    spoken: ["Wykonano 0 z 9", "Wykonano 6 z 9", "Wykonano 9 z 9"],
    breakfast: ("Śniadanie, niewykonane, nie podano godziny", "Śniadanie, wykonane, 10:30", "10:30"),
    refusedLate: "Obiad, odmowa, nie podano godziny, wpisane później",
    hints: (
      "Dotknij dwukrotnie i przytrzymaj, aby oznaczyć jako wykonane", "Dotknij dwukrotnie, aby otworzyć menu zadania"
    ),
    loading: "Ładowanie zadań opiekuńczych...")

  static let russian = ChecklistWords(
    locale: "ru", headings: ["четверг, 19 ноября", "пятница, 20 ноября", "суббота, 21 ноября"],
    today: ("(Сегодня)", "Сегодня", "Показывает сегодняшний день."),
    neighbours: [
      "Предыдущий день", "Показывает день (четверг, 19 ноября).", "Следующий день",
      "Показывает день (суббота, 21 ноября).",
    ],
    spoken: ["Выполнено 0 из 9", "Выполнено 6 из 9", "Выполнено 9 из 9"],
    breakfast: ("Завтрак, не выполнено, время не указано", "Завтрак, выполнено, 10:30", "10:30"),
    refusedLate: "Обед, отказ, время не указано, внесено позже",
    hints: ("Нажмите дважды и удерживайте, чтобы отметить выполнение", "Нажмите дважды, чтобы открыть меню задачи"),
    loading: "Загрузка задач по уходу...")
}

/// The State Table of seed 000, row by row.
@Suite("The states of a client's checklist")
struct TaskStateTests {
  let sarahs: SarahsDay
  let margaret: Client
  let tasks: [CareTask]

  init() throws {
    sarahs = try SarahsDay()
    let friday = sarahs.friday
    let client = Client(
      id: try #require(ClientID(rawValue: "margaret-chen")), key: PersonKey(rawValue: "k-3"), name: "Margaret Chen",
      zone: sarahs.edmonton)
    margaret = client
    tasks = TaskPreset.allCases.prefix(9).map { preset in
      CareTask(
        id: CareTaskID(rawValue: preset.rawValue), client: client.id, name: .preset(preset), category: preset.category,
        tracksTime: preset.tracksTime, accent: preset.accent, symbol: preset.symbol, rank: 0,
        phases: [TaskPhase(from: friday.adding(days: -30), condition: .always)])
    }
  }

  /// So many days from Friday, with the first so many of the nine tasks done, those with a time at half past ten.
  private func view(
    _ words: ChecklistWords, done: Int, days: Int = 0, change: (inout [CareTaskRecord]) -> Void = { _ in }
  ) throws -> TaskDayView {
    let day = sarahs.friday.adding(days: days)
    let at = try sarahs.at("2026-11-20T09:00")
    var records = tasks.prefix(done).map { task in
      CareTaskRecord(
        id: TaskRecordID(rawValue: "r-\(task.id.rawValue)"), task: task.id, client: margaret.id, day: day,
        isDone: true, secondOfDay: task.tracksTime ? 37_800 : nil, by: "sarah", at: at, version: 1)
    }
    change(&records)
    let list = CareTaskDay(day, today: sarahs.friday, tasks: tasks, records: records)
    return .compose(list, of: margaret, for: nil, in: try sarahs.context(locale: words.locale))
  }

  private func expectToday(_ view: TaskDayView, _ words: ChecklistWords) {
    #expect(view.header.heading == words.headings[1])
    #expect(view.header.indicator == words.today.indicator)
    #expect(view.header.isToday)
    let (previous, next) = (view.header.previous, view.header.next)
    #expect([previous.label, previous.hint, next.label, next.hint] == words.neighbours)
    #expect(!view.showsTodayButton)
    #expect(view.message == nil)
  }

  @Test("Empty: the date, all unchecked, 0/9, and no button on today", arguments: ChecklistWords.all)
  func empty(_ words: ChecklistWords) throws {
    let view = try view(words, done: 0)
    #expect(view.state == .empty)
    expectToday(view, words)
    #expect(view.rows.count == 9)
    #expect(view.rows.allSatisfy { !$0.checked && $0.mark == "○" })
    #expect(view.rows[1].accessibilityLabel == words.breakfast.open)
    #expect(view.rows[1].accessibilityHint == words.hints.complete)
    #expect(view.rows.map(\.time) == [nil, "--:--", "--:--", "--:--", "--:--", nil, nil, nil, nil])
    #expect(view.counter == "0/9")
    #expect(view.counterSpoken == words.spoken[0])
  }

  @Test("Partial: some checked with their times, 6/9", arguments: ChecklistWords.all)
  func partial(_ words: ChecklistWords) throws {
    let view = try view(words, done: 6)
    #expect(view.state == .partial)
    expectToday(view, words)
    #expect(view.rows.map(\.checked) == [true, true, true, true, true, true, false, false, false])
    #expect(view.rows[1].accessibilityLabel == words.breakfast.done)
    #expect(view.rows[1].accessibilityHint == words.hints.menu)
    #expect(view.rows[1].time == words.breakfast.chip)
    #expect(view.counter == "6/9")
    #expect(view.counterSpoken == words.spoken[1])
  }

  @Test("Complete: all checked, 9/9", arguments: ChecklistWords.all)
  func complete(_ words: ChecklistWords) throws {
    let view = try view(words, done: 9)
    #expect(view.state == .complete)
    expectToday(view, words)
    #expect(view.rows.allSatisfy { $0.checked && $0.mark == "✓" })
    #expect(view.counter == "9/9")
    #expect(view.counterSpoken == words.spoken[2])
  }

  @Test("Past Day: its date, its history, its count, and the way back to today", arguments: ChecklistWords.all)
  func past(_ words: ChecklistWords) throws {
    let view = try view(words, done: 9, days: -1) { records in
      records[2].isDone = false
      records[2].outcome = .refused
      records[2].secondOfDay = nil
      records[2].isLate = true
      records.removeLast(2)
    }
    #expect(view.state == .pastDay)
    #expect(view.header.heading == words.headings[0])
    #expect(view.header.indicator == nil)
    #expect(view.rows.map(\.mark) == ["✓", "✓", "✗", "✓", "✓", "✓", "✓", "○", "○"])
    #expect(view.rows[1].accessibilityLabel == words.breakfast.done)
    #expect(view.rows[2].accessibilityLabel == words.refusedLate)
    #expect(view.rows[8].accessibilityHint == words.hints.complete, "it can still be recorded")
    #expect(view.counter == "6/9")
    #expect(view.counterSpoken == words.spoken[1])
    #expect(view.showsTodayButton)
    #expect(view.todayButton.label == words.today.button)
    #expect(view.todayButton.hint == words.today.hint)
    #expect(try self.view(words, done: 9, days: -1).state == .pastDay, "past outranks complete")
  }

  @Test(
    "Future Day: its date, all unchecked whatever is recorded, 0/9, and the way back", arguments: ChecklistWords.all)
  func future(_ words: ChecklistWords) throws {
    let view = try view(words, done: 9, days: 1)
    #expect(view.state == .futureDay)
    #expect(view.header.heading == words.headings[2])
    #expect(view.header.indicator == nil)
    #expect(view.rows.count == 9)
    #expect(view.rows.allSatisfy { !$0.checked && $0.accessibilityHint == words.hints.menu })
    #expect(view.rows[1].accessibilityLabel == words.breakfast.open)
    #expect(view.counter == "0/9")
    #expect(view.counterSpoken == words.spoken[0])
    #expect(view.showsTodayButton)
    #expect(view.todayButton.label == words.today.button)
  }

  @Test("Loading: the date, three dots for a counter, and what is waited for", arguments: ChecklistWords.all)
  func loading(_ words: ChecklistWords) throws {
    let view = TaskDayView.loading(
      sarahs.friday, today: sarahs.friday, client: "margaret-chen", in: try sarahs.context(locale: words.locale))
    #expect(view.state == .loading)
    #expect(view.header.heading == words.headings[1])
    #expect(view.header.indicator == words.today.indicator)
    #expect(view.rows.isEmpty)
    #expect(view.counter == "...")
    #expect(view.counterSpoken == words.loading)
    #expect(view.message == words.loading)
    #expect(!view.showsTodayButton)
    let other = TaskDayView.loading(
      sarahs.friday.adding(days: 1), today: sarahs.friday, client: "margaret-chen",
      in: try sarahs.context(locale: words.locale))
    #expect(other.showsTodayButton)
    #expect(other.header.heading == words.headings[2])
  }

  @Test(
    "Percents are written as each language writes them",
    arguments: [
      ("en", "83%"), ("es", "83\u{A0}%"), ("pt-BR", "83%"), ("fr", "83\u{202F}%"), ("de", "83\u{A0}%"), ("it", "83%"),
      ("nl", "83%"), ("id", "83%"), ("tr", "%83"), ("vi", "83%"), ("pl", "83%"), ("ru", "83\u{A0}%"),
    ])
  func percents(_ locale: String, _ written: String) throws {
    var task = tasks[0]
    let first = sarahs.friday.adding(days: -6)
    task.phases = [TaskPhase(from: first, condition: .always)]
    var done = DayFlags(from: first, through: sarahs.friday)
    // Today, which is not over, does not count yet: 5 of 6.
    for day in 0..<5 { done.set(first.adding(days: day)) }
    let statistics = TaskStatistics.of(
      [task], done: [done], until: sarahs.friday, today: sarahs.friday, length: 7
    ).all
    let view = TaskStatsView.compose(
      of: margaret, all: statistics, tasks: [], until: sarahs.friday, in: try sarahs.context(locale: locale))
    #expect(view.all.rate7.label == written)
    #expect(view.all.spoken.contains(written))
  }
}
