import JSON
import Testing
import VisitsCommands

@Suite("The coordinator's board, laid out")
struct BoardTests {
  @Test("attention first, then a row for each worker, the free ones on a line, and the open visits")
  func wide() {
    let machine = TestMachine([.answer(Sample.board)])
    let run = machine.visits("today", "--all")
    #expect(
      run.output == """
        Today  3/9                                                              Synced ✓

        ⚠  Needs attention
           John Smith  Sarah Miller  Late since 10:15 AM  000000a2

        ◐  James Okafor  2/4  Agnes Kowalchuk until 12:15 PM  next Margaret Chen 2:00 PM
        ⚠  Sarah Miller  1/5  next Walter Berg 1:00 PM
        ✓  Tom Wu        3/3  Done

        –  Free  Anna Berg, Zoë Adams

        Open visits
        ○  Margaret Chen  4:00 PM - 5:00 PM  123 Oak St, Edmonton  000000a7

        """)
    #expect(machine.calls == [.init(method: "today", params: ["all": true])])
    #expect(run.status == 0)
  }

  @Test("visits of a worker that overlap stand below what is next, each with the other")
  func overlaps() throws {
    guard case .object(var board) = Sample.board, var rows = board["rows"]?.array,
      case .object(var row) = rows[1]
    else { return #expect(Bool(false), "the board has rows") }
    row["overlaps"] = [
      ["title": "Margaret Chen", "time": "2:00 PM - 3:00 PM", "text": "Overlaps Agnes Kowalchuk 2:30 PM"],
      ["title": "Agnes Kowalchuk", "time": "2:30 PM - 3:30 PM", "text": "Overlaps Margaret Chen 2:00 PM"],
    ]
    rows[1] = .object(row)
    board["rows"] = .array(rows)
    #expect(
      TestMachine([.answer(.object(board))]).visits("today", "--all").output.contains(
        """
        ◐  James Okafor  2/4  Agnes Kowalchuk until 12:15 PM  next Margaret Chen 2:00 PM
                              ⚠ Margaret Chen  2:00 PM - 3:00 PM  Overlaps Agnes Kowalchuk 2:30 PM
                              ⚠ Agnes Kowalchuk  2:30 PM - 3:30 PM  Overlaps Margaret Chen 2:00 PM
        ⚠  Sarah Miller  1/5  next Walter Berg 1:00 PM

        """))
    let narrow = TestMachine([.answer(.object(board))], environment: ["NO_COLOR": "1"])
      .visits("today", "--all", columns: 40).output
    #expect(narrow.contains("\n   ⚠ Margaret Chen 2:00 PM - 3:00 PM\n   Overlaps Agnes Kowalchuk 2:30 PM\n"))
  }

  @Test("the date stands beside the heading, below the signs where the screen is narrow", arguments: [100, 40, 20])
  func date(columns: Int) throws {
    guard case .object(var board) = Sample.board else { return #expect(Bool(false), "the board is an object") }
    board["dateLabel"] = "Friday, November 20"
    let run = TestMachine([.answer(.object(board))], environment: ["NO_COLOR": "1"])
      .visits("today", "--all", columns: columns)
    let head = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .prefix { !$0.isEmpty }
    switch columns {
    case 100:
      #expect(head == ["Today  Friday, November 20  3/9                                         Synced ✓"])
    case 40: #expect(head == ["                                Synced ✓", "Today  Friday, November 20", "3/9"])
    default: #expect(head == ["            Synced ✓", "Today", "Friday, November 20", "3/9"])
    }
  }

  @Test("40 columns hold all of it, and nothing is wider")
  func narrow() {
    let run = TestMachine([.answer(Sample.board)], environment: ["NO_COLOR": "1"])
      .visits("today", "--all", columns: 40)
    #expect(
      run.output == """
        Today  3/9                      Synced ✓

        ⚠  Needs attention
           John Smith  000000a2
             Sarah Miller  Late since 10:15 AM

        ◐  James Okafor  2/4
           Agnes Kowalchuk until 12:15 PM
           next Margaret Chen 2:00 PM
        ⚠  Sarah Miller  1/5
           next Walter Berg 1:00 PM
        ✓  Tom Wu  3/3
           Done

        –  Free  Anna Berg, Zoë Adams

        Open visits
        ○  Margaret Chen  000000a7
           4:00 PM - 5:00 PM
           123 Oak St, Edmonton

        """)
  }

  @Test("colour stands beside words and signs, on a terminal alone")
  func coloured() {
    let lines = TestMachine([.answer(Sample.board)]).visits("today", "--all", columns: 80).output
      .split(separator: "\n").map(String.init)
    #expect(lines[1] == "\u{1B}[1;31m⚠  \u{1B}[0m\u{1B}[1;31mNeeds attention\u{1B}[0m")
    #expect(lines.contains { $0.hasPrefix("\u{1B}[33m◐\u{1B}[0m  \u{1B}[1mJames Okafor\u{1B}[0m") })
  }

  @Test("a screen reader gets a sentence for each alert, worker and open visit")
  func spoken() {
    let run = TestMachine([.answer(Sample.board)]).visits("today", "--all", "--spoken")
    #expect(
      run.output.split(separator: "\n") == [
        "John Smith, Sarah Miller, Late since 10:15 AM", "Anna Berg, Free", "James Okafor", "Sarah Miller", "Tom Wu",
        "Zoë Adams, Free", "Margaret Chen, 4:00 PM to 5:00 PM",
      ])
  }

  @Test("each emergency stands on top: who, since when, where, what was said last and the command that comes next")
  func emergency() {
    let run = TestMachine([.answer(Sample.alarm)]).visits("today", "--all")
    #expect(
      run.output.hasPrefix(
        """
        ⚠ Emergency: Sarah Miller, since 8:02 AM, Margaret Chen, 123 Oak St, Edmonton
          I cannot get up
          Acknowledge: visits emergency ack sarah
        ⚠ Emergency: Tom Wu, since 8:05 AM. Acknowledged by anna.
          \(String(repeating: "x", count: 160))…
          When it is over: visits emergency resolve tom --note "…"

        Today  3/9                                                          Synced ✓   ⚠

        """))
    let spoken = TestMachine([.answer(Sample.alarm)]).visits("today", "--all", "--spoken").output
    #expect(spoken.hasPrefix("Emergency of Sarah Miller, since 8:02 AM, Raised\nEmergency of Tom Wu"))
  }

  @Test("--all and --worker exclude each other, and $VISITS_WORKER is nobody's wish for one")
  func excluded() {
    let refused = TestMachine([]).visits("today", "--all", "--worker", "sarah")
    #expect(refused.status == 64)
    #expect(refused.errors.hasPrefix("visits: --worker and --all exclude each other: give one of them."))
    let machine = TestMachine([.answer(Sample.board)], environment: ["VISITS_WORKER": "sarah"])
    #expect(machine.visits("today", "--all").status == 0)
    #expect(machine.calls.map(\.params) == [["all": true]])
  }
}

@Suite("A week, laid out")
struct WeekTests {
  @Test("a day below the other, each with how much it holds and its visits")
  func week() {
    let machine = TestMachine([.answer(Sample.week)])
    let run = machine.visits("week", "--worker", "sarah", "--date", "+7")
    #expect(
      run.output == """
        Sarah Miller  Nov 16 - Nov 22                               1/2, 1 h 30 min open

        Friday, November 20 ←                                       1/2, 1 h 30 min open
        ✓  8:00 AM - 9:00 AM    Margaret Chen
        ○  10:00 AM - 11:00 AM  John Smith     ⚠ Late since 10:15 AM

        Saturday, November 21                                                  No visits

        """)
    #expect(machine.calls == [.init(method: "week", params: ["worker": "sarah", "localDate": "+7"])])
  }
}
