import Testing

@testable import Systemd

@Suite struct LogLineTests {
  /// 2026-11-21T08:00:00.123Z
  private let now: Int64 = 1_795_248_000_123

  private func line(_ entry: LogEntry, colour: Bool = false) -> String {
    String(decoding: LogLine(entry, at: now, colour: colour).bytes, as: UTF8.self)
  }

  @Test("an entry is one readable line")
  func readable() {
    let entry = LogEntry(
      priority: .info, message: "message", messageID: "292dc449885c411294d1aa13dfc84d6b",
      fields: [.init("VISITS_METHOD", "today"), .init("VISITS_SOCKET", "/run/x", isTold: true)])
    #expect(line(entry) == "2026-11-21T08:00:00.123Z info  message  VISITS_METHOD=today\n")
  }

  @Test(
    "each priority has its word",
    arguments: zip(
      Priority.allCases,
      [
        "alert m", "crit  m", "error m", "warn  m", "notice m", "info  m", "debug m",
      ]))
  func words(priority: Priority, expected: String) {
    #expect(line(LogEntry(priority: priority, message: "m")) == "2026-11-21T08:00:00.123Z \(expected)\n")
  }

  @Test(
    "nothing in an entry can end the line or move the cursor",
    arguments: [
      ("a\nb", #"a\nb"#), ("a\r\nb", #"a\r\nb"#), ("a\tb", #"a\tb"#), ("\u{1B}[2J", #"\u{1b}[2J"#),
      ("\u{9B}2J", #"\u{9b}2J"#), ("a\u{2028}b", #"a\u{2028}b"#), ("a\u{202E}b", #"a\u{202e}b"#),
      ("a\u{61C}b", #"a\u{61c}b"#), ("\0", #"\u{0}"#),
      ("Zoë 👋", "Zoë 👋"),
    ])
  func escapes(text: String, expected: String) {
    #expect(line(LogEntry(priority: .info, message: text)) == "2026-11-21T08:00:00.123Z info  \(expected)\n")
  }

  @Test(
    "a value that could be taken for more than one is quoted",
    arguments: [
      ("today", "today"), ("", #""""#), ("a b", #""a b""#), ("a=b", #""a=b""#), (#"say "x""#, #""say \"x\"""#),
      ("a\nb", #"a\nb"#),
    ])
  func quotes(value: String, expected: String) {
    let entry = LogEntry(priority: .info, message: "m", fields: [.init("F", value)])
    #expect(line(entry) == "2026-11-21T08:00:00.123Z info  m  F=\(expected)\n")
  }

  @Test("a line is never longer than a pipe takes at once, and is cut between characters")
  func cut() {
    let bytes = LogLine(LogEntry(priority: .info, message: String(repeating: "é", count: 5000)), at: now, colour: false)
      .bytes
    #expect((4090...4096).contains(bytes.count))
    #expect(String(validating: bytes, as: UTF8.self)?.hasSuffix("é…\n") == true)
  }

  @Test("colours are on the priority and end with it")
  func colours() {
    #expect(
      line(LogEntry(priority: .error, message: "m"), colour: true)
        == "\u{1B}[2m2026-11-21T08:00:00.123Z\u{1B}[0m \u{1B}[31merror\u{1B}[0m m\n")
  }

  @Test(
    "a timestamp is RFC 3339 in UTC, before 1970 too",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"), (-1000, "1969-12-31T23:59:59.000Z"),
      (1_772_323_199_999, "2026-02-28T23:59:59.999Z"), (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
    ] as [(Int64, String)])
  func timestamps(milliseconds: Int64, expected: String) {
    #expect(timestamp(milliseconds) == expected)
  }

  @Test("a pipe that nobody reads holds up nobody; it hears afterwards how much it missed, in whole lines")
  func fullPipe() throws {
    let pipe = try Pipe()
    let output = LogOutput(to: .stream(descriptor: pipe.writing, colour: false), identifier: "visitsd") {
      1_795_248_000_123
    }
    let entry = LogEntry(priority: .info, message: String(repeating: "x", count: 1000))
    for _ in 0..<100 { output.write(entry) }
    let kept = pipe.text().split(separator: "\n")
    #expect(kept.count > 10 && kept.count < 100)
    #expect(Set(kept).count == 1)
    output.write(LogEntry(priority: .info, message: "again"))
    #expect(
      pipe.text() == """
        2026-11-21T08:00:00.123Z warn  \(100 - kept.count) log entries were lost: their reader was too slow.
        2026-11-21T08:00:00.123Z info  again

        """)
  }
}
