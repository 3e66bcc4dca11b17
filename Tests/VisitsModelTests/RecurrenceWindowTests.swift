import Testing
import VisitsModel

@Suite("A window of a series")
struct RecurrenceWindowTests {
  /// A source of numbers that repeats itself.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % range.count
    }
  }

  /// A rule of any kind, sound more often than not.
  private func rule(_ dice: inout Dice) -> RecurrenceRule? {
    let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"][dice.roll(0...3)]
    var parts = ["FREQ=\(frequency)", "INTERVAL=\(dice.roll(1...4))", "WKST=\(names[dice.roll(0...6)])"]
    func some(_ dice: inout Dice, _ item: (inout Dice) -> String) -> String {
      (0...dice.roll(0...2)).map { _ in item(&dice) }.joined(separator: ",")
    }
    if dice.roll(0...1) == 0 {
      let isNumbered = ["MONTHLY", "YEARLY"].contains(frequency) && dice.roll(0...1) == 0
      let days = some(&dice) { dice in
        (isNumbered ? ["1", "2", "4", "-1", "-2"][dice.roll(0...4)] : "") + names[dice.roll(0...6)]
      }
      parts.append("BYDAY=\(days)")
    }
    if dice.roll(0...3) == 0 { parts.append("BYMONTHDAY=\(some(&dice) { String($0.roll(-31...31)) })") }
    if dice.roll(0...4) == 0 { parts.append("BYMONTH=\(some(&dice) { String($0.roll(1...12)) })") }
    if dice.roll(0...4) == 0 { parts.append("BYSETPOS=\(some(&dice) { String($0.roll(-3...3)) })") }
    switch dice.roll(0...2) {
    case 0: parts.append("COUNT=\(dice.roll(1...40))")
    case 1: parts.append("UNTIL=\(dice.roll(2026...2031))0715T140000Z")
    default: break
    }
    return try? RecurrenceRule(parts.joined(separator: ";"))
  }

  @Test("holds what the whole series holds there, whatever the rule, and the rule's text means the same")
  func windows() throws {
    let zone = try #require(Zone("America/Edmonton"))
    var dice = Dice(state: 5545)
    var tried = 0
    while tried < 600 {
      guard let rule = rule(&dice) else { continue }
      tried += 1
      #expect(try RecurrenceRule(rule.text) == rule)
      let day = try #require(CareDay(year: 2026, month: dice.roll(1...12), day: dice.roll(1...28)))
      let start = LocalTime(day: day, hour: dice.roll(0...23), minute: dice.roll(0...59))
      let series = Recurrence(from: start, by: rule, includesStart: dice.roll(0...1) == 0)
      let whole = zone.start(of: day)..<zone.start(of: day.adding(days: 366 * 6))
      let all = series.occurrences(within: whole, on: zone)
      #expect(all.map(\.start) == all.map(\.start).sorted() && Set(all.map(\.original)).count == all.count)
      for _ in 0..<8 {
        let from = whole.lowerBound.adding(minutes: Int64(dice.roll(-100_000...3_000_000)))
        let window = from..<min(from.adding(minutes: Int64(dice.roll(1...200_000))), whole.upperBound)
        guard window.lowerBound < window.upperBound else { continue }
        #expect(
          series.occurrences(within: window, on: zone) == all.filter { window.contains($0.start) },
          "\(rule.text) from \(start.basicText)")
      }
      let middle = day.adding(days: dice.roll(0...1000))
      #expect(series.count(before: middle, on: zone) == all.count { $0.original.day < middle })
      if let first = all.first { #expect(series.first(on: zone) == first) }
      let before = series.ending(before: middle, on: zone)?.occurrences(within: whole, on: zone) ?? []
      let after = series.following(from: middle, on: zone)?.occurrences(within: whole, on: zone) ?? []
      #expect(before == all.filter { $0.original.day < middle }, "\(rule.text) before \(middle.text)")
      #expect(after == all.filter { $0.original.day >= middle }, "\(rule.text) from \(middle.text)")
    }
  }

  @Test("keeps the time on the wall when clocks change, and moves a skipped time forward by the gap")
  func clockChanges() throws {
    let zone = try #require(Zone("America/Edmonton"))
    let rule = try RecurrenceRule("FREQ=DAILY")
    func times(_ start: String, days: Int) throws -> [String] {
      let start = try #require(LocalTime(basic: start[...]))
      let window = zone.start(of: start.day)..<zone.start(of: start.day.adding(days: days))
      return Recurrence(from: start, by: rule).occurrences(within: window, on: zone).map {
        "\($0.original.basicText) is \(Zone.utc.local($0.start).basicText)Z\($0.isMoved ? ", moved" : "")"
      }
    }
    // March 8: 2:30 does not exist, and is 3:30 MDT.
    #expect(
      try times("20260307T023000", days: 3) == [
        "20260307T023000 is 20260307T093000Z", "20260308T023000 is 20260308T093000Z, moved",
        "20260309T023000 is 20260309T083000Z",
      ])
    // November 1: 1:30 is there twice, and is the first, MDT.
    #expect(
      try times("20261031T013000", days: 3) == [
        "20261031T013000 is 20261031T073000Z", "20261101T013000 is 20261101T073000Z",
        "20261102T013000 is 20261102T083000Z",
      ])
  }

  @Test("a moment that midnight's clock change moves into the next day is found there")
  func skippedDay() throws {
    // Samoa left out December 30, 2011.
    let zone = try #require(Zone("Pacific/Apia"))
    let start = try #require(LocalTime(basic: "20111229T080000"))
    let series = Recurrence(from: start, by: try RecurrenceRule("FREQ=DAILY"))
    let day = try #require(CareDay("2011-12-31"))
    let there = series.occurrences(within: zone.bounds(of: day), on: zone)
    #expect(there.map(\.original.basicText) == ["20111230T080000", "20111231T080000"])
    #expect(there.map(\.isMoved) == [true, false])
    #expect(there[0].start == there[1].start)
  }

  @Test("a start that the rule does not give counts only where calendars say so, and is then the first of COUNT")
  func start() throws {
    let start = try #require(LocalTime(basic: "20261117T080000"))
    let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=FR;COUNT=3")
    let window = Zone.utc.start(of: start.day)..<Zone.utc.start(of: start.day.adding(days: 60))
    func days(_ series: Recurrence) -> [Int] {
      series.occurrences(within: window, on: Zone.utc).map(\.original.day.day)
    }
    #expect(days(Recurrence(from: start, by: rule)) == [20, 27, 4])
    #expect(days(Recurrence(from: start, by: rule, includesStart: true)) == [17, 20, 27])
  }

  @Test("a series is divided at a day: its end is told, what is left of COUNT too, and every second week stays that")
  func divided() throws {
    func parts(_ rule: String) throws -> [String?] {
      let start = try #require(LocalTime(basic: "20261117T080000"))
      let day = try #require(CareDay("2026-12-02"))
      let series = Recurrence(from: start, by: try RecurrenceRule(rule))
      return [series.ending(before: day, on: Zone.utc), series.following(from: day, on: Zone.utc)]
        .map { $0.map { "\($0.start.day.text) \($0.rule.text)" } }
    }
    #expect(
      try parts("FREQ=WEEKLY;INTERVAL=2")
        == ["2026-11-17 FREQ=WEEKLY;INTERVAL=2;UNTIL=20261201", "2026-12-15 FREQ=WEEKLY;INTERVAL=2"])
    #expect(
      try parts("FREQ=DAILY;COUNT=20") == ["2026-11-17 FREQ=DAILY;COUNT=15", "2026-12-02 FREQ=DAILY;COUNT=5"])
    #expect(try parts("FREQ=DAILY;COUNT=15") == ["2026-11-17 FREQ=DAILY;COUNT=15", nil])
    #expect(try parts("FREQ=DAILY;UNTIL=20261125") == ["2026-11-17 FREQ=DAILY;UNTIL=20261125", nil])
    #expect(
      try parts("FREQ=YEARLY;BYMONTH=12") == [nil, "2026-12-17 FREQ=YEARLY;BYMONTH=12"])
  }

  @Test("a rule that gives no day ever has no first")
  func never() throws {
    let start = try #require(LocalTime(basic: "20261117T080000"))
    let rule = try RecurrenceRule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
    #expect(Recurrence(from: start, by: rule).first(on: Zone.utc) == nil)
  }
}
