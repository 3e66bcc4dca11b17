import Testing

@testable import Systemd

@Suite("What a log said, remembered")
struct LogMemoryTests {
  private func entry(_ id: String, _ priority: Priority, _ message: String = "x") -> LogEntry {
    LogEntry(priority: priority, message: message, messageID: id)
  }

  @Test("is each event at warning or worse once, with its last words, the latest first")
  func events() {
    let memory = LogMemory()
    memory.note(entry("a", .warning, "first"), at: 1)
    memory.note(entry("b", .error), at: 2)
    memory.note(entry("c", .notice), at: 3)
    memory.note(entry("a", .warning, "second"), at: 4)
    memory.note(LogEntry(priority: .error, message: "of no event"), at: 5)
    #expect(
      memory.events == [
        .init(id: "a", priority: .warning, message: "second", at: 4, count: 2),
        .init(id: "b", priority: .error, message: "x", at: 2, count: 1),
      ])
    #expect(memory.counts == [.warning: 2, .error: 1])
  }

  @Test("is ten events at most, and those the latest")
  func room() {
    let memory = LogMemory()
    for number in 1...12 { memory.note(entry("\(number)", .critical), at: Int64(number)) }
    #expect(memory.events.map(\.id) == ["12", "11", "10", "9", "8", "7", "6", "5", "4", "3"])
    #expect(memory.counts == [.critical: 12])
  }

  @Test("is what was written, at the log's own time, and nothing that its level left out")
  func written() {
    let output = LogOutput(to: .stream(descriptor: -1, colour: false), identifier: "visitsd") { 7 }
    let log = Log(to: output, least: .error)
    log(JournalEvent("8cac463148b347d7a461fc4772f878e7", .error, "Sync fails: {VISITS_CODE}."), ["VISITS_CODE": 401])
    log(JournalEvent("b2cab8337f954b458fe53cfa1ba16451", .warning, "Upstream cannot be reached."))
    #expect(
      log.memory.events == [
        .init(id: "8cac463148b347d7a461fc4772f878e7", priority: .error, message: "Sync fails: 401.", at: 7, count: 1)
      ])
  }
}
