import Testing
import VisitsTestSupport

@testable import Systemd

@Suite(.ownThread) struct JournalTests {
  private let journal: JournalRecorder
  private let output: LogOutput

  init() {
    let journal = JournalRecorder()
    self.journal = journal
    output = LogOutput(to: .journal(journal.send), identifier: "visitsd") { 0 }
  }

  private func write(_ messages: [String], _ priority: Priority = .info) {
    for message in messages { output.write(LogEntry(priority: priority, message: message)) }
  }

  private func fields(of entry: LogEntry) throws -> [String: String] {
    output.write(entry)
    try #require(output.settle())
    return try #require(journal.next())
  }

  @Test("an entry has its message, urgency, program, id and fields, in this order")
  func order() {
    let entry = LogEntry(
      priority: .notice, message: "Imported.", messageID: "f3cbe6fcf2e540e2a93e94ce7e7ea860",
      fields: [.init("VISITS_ADDED", "3"), .init("VISITS_METHOD", "import")])
    let fields = entry.journalFields(identifier: "visitsd")
    #expect(
      fields.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        "MESSAGE=Imported.", "PRIORITY=5", "SYSLOG_IDENTIFIER=visitsd", "MESSAGE_ID=f3cbe6fcf2e540e2a93e94ce7e7ea860",
        "VISITS_ADDED=3", "VISITS_METHOD=import",
      ])
  }

  @Test("a value with line breaks stays one field")
  func lineBreaks() throws {
    let forged = LogEntry(
      priority: .info, message: "one\nPRIORITY=0", fields: [.init("A", "x\n_UID=0\n"), .init("B", "")])
    #expect(
      try fields(of: forged) == [
        "MESSAGE": "one\nPRIORITY=0", "PRIORITY": "6", "SYSLOG_IDENTIFIER": "visitsd", "A": "x\n_UID=0\n", "B": "",
      ])
  }

  @Test("nothing in a message or a value acts on the terminal on which the journal is read")
  func terminal() throws {
    let forged = LogEntry(
      priority: .info, message: "\u{1B}]0;x\u{7} \u{202E}b", fields: [.init("A", "\u{9B}2J\ny"), .init("B", "Zoë 👋")])
    let fields = try fields(of: forged)
    #expect(fields["MESSAGE"] == #"\u{1b}]0;x\u{7} \u{202e}b"#)
    #expect(fields["A"] == #"\u{9b}2J"# + "\ny")
    #expect(fields["B"] == "Zoë 👋")
  }

  @Test("a huge entry is cut: its values to 8192 bytes, and all of it to 49152")
  func hugeEntry() throws {
    let huge = LogEntry(
      priority: .info, message: String(repeating: "ü", count: 1_000_000),
      fields: (0..<100).map { .init(FieldName("F\($0)"), String(repeating: "x", count: 5000)) })
    let fields = huge.journalFields(identifier: "visitsd")
    #expect(fields.map(\.name.text) == ["MESSAGE", "PRIORITY", "SYSLOG_IDENTIFIER"] + (0..<8).map { "F\($0)" })
    #expect(fields.map(\.bytes.count).reduce(0, +) <= 49152)
    #expect(fields.first?.value == String(repeating: "ü", count: 4094) + "…")
    #expect(fields.last?.value == String(repeating: "x", count: 5000))
  }

  @Test("a journal that reads nothing holds up nobody, and hears afterwards how much it missed")
  func hungJournal() {
    journal.hang()
    write((1...1000).map { "entry \($0)" })
    #expect(!output.flush(within: .zero))
    #expect(journal.messages() == [])

    journal.goOn()
    #expect(output.settle())
    #expect(journal.messages() == (1...256).map { "entry \($0)" })
    output.write(LogEntry(priority: .info, message: "again"))
    #expect(output.settle())
    let notice = journal.next()
    #expect(notice?["MESSAGE"] == "744 log entries were lost: their reader was too slow.")
    #expect(notice?["PRIORITY"] == "4")
    #expect(notice?["MESSAGE_ID"] == "243a32c367424ac598009a544993f081")
    #expect(journal.messages() == ["again"])
  }

  @Test("an emergency keeps its place among the entries before and after it, and is counted when it is lost")
  func alertsInOrder() {
    journal.hang()
    write(["before"])
    write(["emergency"], .alert)
    write((1...254).map { "after \($0)" })
    write(["lost emergency"], .alert)
    journal.goOn()
    #expect(output.settle())
    #expect(journal.messages() == ["before", "emergency"] + (1...254).map { "after \($0)" })
    write(["next"])
    #expect(output.settle())
    #expect(journal.messages() == ["1 log entries were lost: their reader was too slow.", "next"])
  }

  @Test("an entry that the journal refuses is counted, and so is one whose notice of a loss is refused")
  func refusals() {
    journal.refuse(true)
    write(["one", "two"])
    #expect(output.settle())
    journal.refuse(false)
    write(["three", "four"])
    #expect(output.settle())
    #expect(journal.messages() == ["2 log entries were lost: their reader was too slow.", "three", "four"])
  }

  @Test("the last entries are sent before the program exits")
  func lastEntries() {
    journal.hang()
    write(["stopping", "stopped"])
    #expect(!output.flush(within: .zero))
    journal.goOn()
    #expect(output.settle())
    #expect(journal.messages() == ["stopping", "stopped"])
  }
}
