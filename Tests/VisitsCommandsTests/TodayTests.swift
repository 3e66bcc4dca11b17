import JSON
import Testing
import VisitsCommands

@Suite struct TodayTests {
  @Test("a pipe gets the cards without colour")
  func plain() {
    let machine = TestMachine([.answer(Sample.today)])
    let run = machine.visits("today", "--worker", "sarah")
    #expect(
      run.output == """
        Today  1/2                                                          Synced ✓   ⚠

         1  ✓  Margaret Chen
               8:00 AM - 9:00 AM     123 Oak St, Edmonton

         2  ○  John Smith
               10:00 AM - 11:00 AM   456 Maple Ave, Edmonton
               ⚠ Late since 10:15 AM

        """)
    #expect(run.errors == "")
    #expect(run.status == 0)
    #expect(machine.calls == [.init(method: "today", params: ["worker": "sarah"])])
  }

  @Test("a card names each visit that it overlaps, below its time")
  func overlaps() {
    let plain = Sample.card(1, "John Smith", "11:00 AM - 12:00 PM", "456 Maple Ave, Edmonton", "scheduled", "○")
    guard case .object(var card) = plain else { return #expect(Bool(false), "a card is an object") }
    card["overlaps"] = [["text": "Overlaps Agnes Kowalchuk 11:30 AM"], ["text": "Overlaps Margaret Chen 11:45 AM"]]
    let run = TestMachine([.answer(Sample.day([.object(card)]))]).visits("today", "--worker", "sarah")
    #expect(
      run.output.hasSuffix(
        """
         1  ○  John Smith
               11:00 AM - 12:00 PM   456 Maple Ave, Edmonton
               ⚠ Overlaps Agnes Kowalchuk 11:30 AM
               ⚠ Overlaps Margaret Chen 11:45 AM

        """))
  }

  @Test("a terminal of 80 columns gets colour beside words and signs")
  func coloured() {
    let run = TestMachine([.answer(Sample.today)]).visits("today", "--worker", "sarah", columns: 80)
    #expect(
      run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == [
        "\u{1B}[1mToday\u{1B}[0m\u{1B}[2m  1/2\u{1B}[0m" + String(repeating: " ", count: 58)
          + "\u{1B}[32mSynced ✓\u{1B}[0m   \u{1B}[2m⚠\u{1B}[0m",
        "",
        "\u{1B}[2m 1\u{1B}[0m  \u{1B}[32m✓\u{1B}[0m  \u{1B}[1mMargaret Chen\u{1B}[0m",
        "       8:00 AM - 9:00 AM     \u{1B}[2m123 Oak St, Edmonton\u{1B}[0m",
        "",
        "\u{1B}[2m 2\u{1B}[0m  ○  \u{1B}[1mJohn Smith\u{1B}[0m",
        "       10:00 AM - 11:00 AM   \u{1B}[2m456 Maple Ave, Edmonton\u{1B}[0m",
        "       \u{1B}[31m⚠ Late since 10:15 AM\u{1B}[0m",
        "",
      ])
  }

  @Test("no colour with NO_COLOR or on a dumb terminal", arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func colourless(environment: [String: String]) {
    let machine = TestMachine([.answer(Sample.today)], environment: environment)
    let run = machine.visits("today", "--worker", "sarah", columns: 80)
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test("a terminal of 40 columns wraps at words, and nothing is wider than it")
  func narrow() {
    let view = Sample.day([
      Sample.card(1, "Margaret Chen", "8:00 AM - 9:00 AM", "123 Oak St, Edmonton", "completed", "✓"),
      Sample.card(
        2, "田中 美咲 von und zu Westernhagen-Hohenstein", "10:00 AM - 11:00 AM",
        "Apartment 1204, 98 Whyte Avenue North-West, Edmonton", "scheduled", "○"),
    ])
    let machine = TestMachine([.answer(view)], environment: ["NO_COLOR": "1"])
    let run = machine.visits("today", "--worker", "sarah", columns: 40)
    #expect(
      run.output == """
        Today  1/2                  Synced ✓   ⚠

         1  ✓  Margaret Chen
               8:00 AM - 9:00 AM
               123 Oak St, Edmonton

         2  ○  田中 美咲 von und zu
               Westernhagen-Hohenstein
               10:00 AM - 11:00 AM
               Apartment 1204, 98 Whyte Avenue
               North-West, Edmonton

        """)
  }

  @Test("a heading that leaves no room puts the indicator above it")
  func longHeading() {
    let view = Sample.day([], ["heading": "Wednesday, November 25, 2026", "empty": ["title": "No visits"]])
    let run = TestMachine([.answer(view)]).visits("today", "--worker", "sarah", columns: 40)
    #expect(run.output.hasPrefix(String(repeating: " ", count: 28) + "\u{1B}[32mSynced ✓"))
  }

  @Test("a day off says so")
  func empty() {
    let view = Sample.day(
      [], ["state": "empty", "empty": ["title": "No visits today", "message": "Enjoy your day off!"]])
    let run = TestMachine([.answer(view)]).visits("today", "--worker", "sarah")
    #expect(run.output.hasSuffix("⚠\n\n  No visits today\n  Enjoy your day off!\n"))
    #expect(!run.output.contains("1/2"))
  }

  @Test("a banner stands above all, in words")
  func banner() {
    let view = Sample.day(
      [],
      [
        "state": "error", "sync": ["state": "failed", "label": "Sync failed"],
        "banner": ["kind": "error", "message": "Sync failed. Will retry in 30 seconds. Tap to retry now."],
        "empty": ["title": "No visits"],
      ])
    let machine = TestMachine([.answer(view)], environment: ["COLUMNS": "40"])
    let run = machine.visits("today", "--worker", "sarah")
    #expect(
      run.output == """
        ⚠ Sync failed. Will retry in 30 seconds.
          Tap to retry now.

        Today                  Sync failed ⚠   ⚠

          No visits

        """)
  }

  @Test("a name cannot command the terminal")
  func hostileName() {
    let card = Sample.card(1, "Eve\u{1B}]0;x\u{7}\n\u{202E}Doe", "8:00", "\u{9B}2J Oak St", "scheduled", "○")
    let run = TestMachine([.answer(Sample.day([card]))]).visits("today", "--worker", "sarah")
    #expect(run.output.contains(" 1  ○  Eve]0;x Doe\n"))
    #expect(run.output.contains("2J Oak St"))
    #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x80..<0xA0).contains($0.value) })
  }

  @Test("spoken, each card is a line as a screen reader says it")
  func spoken() {
    let run = TestMachine([.answer(Sample.today)]).visits("today", "--worker", "sarah", "--spoken")
    #expect(
      run.output == """
        Margaret Chen, 123 Oak St, Edmonton. Button.
        John Smith, 456 Maple Ave, Edmonton. Button.

        """)
  }

  @Test("JSON is the API's result as it is")
  func json() {
    let run = TestMachine([.answer(["heading": "Today", "cards": []])]).visits("today", "-w", "sarah", "--json")
    #expect(run.output == "{\"heading\":\"Today\",\"cards\":[]}\n")
  }

  @Test("a day is sent as typed, a date as a date, the language from the environment")
  func parameters() {
    let machine = TestMachine(
      [.answer(Sample.today), .answer(Sample.today), .answer(["languages": ["en", "fr"]])],
      environment: ["LANG": "pt_BR.UTF-8", "VISITS_WORKER": "sarah"])
    _ = machine.visits("today", "--date", "tomorrow")
    _ = machine.visits("today", "--date", "2026-11-21", "--locale", "fr")
    #expect(
      machine.calls.map(\.params) == [
        ["worker": "sarah", "localDate": "tomorrow", "locale": "pt-BR"],
        ["worker": "sarah", "date": "2026-11-21", "locale": "fr"], ["locale": "fr"],
      ])
  }

  @Test("a language that there are no texts in is told, not passed over", arguments: [("fr-CA", ""), ("tlh", "tlh")])
  func language(asked: String, missing: String) {
    let machine = TestMachine([.answer(Sample.today), .answer(["languages": ["en", "fr"]])])
    let run = machine.visits("today", "--worker", "sarah", "--locale", asked)
    #expect(run.status == 0)
    #expect(
      run.errors
        == (missing.isEmpty
          ? "" : "visits: There are no texts in \"\(missing)\": these are in English. Available: en, fr\n"))
  }

  @Test("without a worker it asks whose day")
  func nobody() {
    let machine = TestMachine([])
    let run = machine.visits("today")
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(
      run.errors
        == "visits: Which worker? Name one: --worker W, or set VISITS_WORKER.\n  List workers: visits workers\n")
  }
}
