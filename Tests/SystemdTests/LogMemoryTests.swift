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

  @Test("forgets an event when another says that it is over, for everything that it told of")
  func mended() {
    let output = LogOutput(to: .stream(descriptor: -1, colour: false), identifier: "visitsd") { 7 }
    let full = JournalEvent("908c9b49b2bd4027b790383419a46a52", .critical, "No changes are taken.")
    let raised = JournalEvent(
      "3dc04f2a3ee64b469512bffcbf6a3665", .alert, "Help: {VISITS_EMERGENCY}", about: "VISITS_EMERGENCY")
    let writable = JournalEvent("1c374996aaf64182aa72dee7e2523076", .notice, "Changes are taken.", mends: [full])
    let over = JournalEvent(
      "bfdd6e92caa642dbb14ca55a1b0b5c78", .notice, "Over: {VISITS_EMERGENCY}", about: "VISITS_EMERGENCY",
      mends: [raised])
    // What is over is known even where the log does not write it.
    let log = Log(to: output, least: .error)
    log(full)
    log(full)
    log(raised, ["VISITS_EMERGENCY": 1])
    log(raised, ["VISITS_EMERGENCY": 2])
    log(writable)
    #expect(log.memory.events.map(\.message) == ["Help: 2"])
    log(over, ["VISITS_EMERGENCY": 2])
    #expect(log.memory.events.map(\.message) == ["Help: 1"], "the first still needs help")
    log(over, ["VISITS_EMERGENCY": 1])
    #expect(log.memory.events == [])
    // It begins to count anew; the metrics count on.
    log(full)
    #expect(log.memory.events.map(\.count) == [1])
    #expect(log.memory.counts == [.critical: 3, .alert: 2])
  }

  @Test("says of an event that told of several things what it said of those that are left, and where that stood")
  func left() {
    let memory = LogMemory()
    func raised(_ subject: String) -> LogEntry {
      LogEntry(priority: .alert, message: "Help: \(subject)", messageID: "r", subject: subject)
    }
    memory.note(raised("1"), at: 1)
    memory.note(raised("1"), at: 2)
    memory.note(entry("b", .error), at: 3)
    memory.note(raised("2"), at: 4)
    #expect(memory.events.first == .init(id: "r", priority: .alert, message: "Help: 2", at: 4, count: 3))
    memory.mend(LogEntry(priority: .notice, message: "Over: 2", messageID: "o", subject: "2", mends: ["r"]))
    #expect(
      memory.events == [
        .init(id: "b", priority: .error, message: "x", at: 3, count: 1),
        .init(id: "r", priority: .alert, message: "Help: 1", at: 2, count: 2),
      ])
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
