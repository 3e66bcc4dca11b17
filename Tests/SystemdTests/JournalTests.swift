import Foundation
import Glibc
import Testing
import VisitsTestSupport

@testable import Systemd

@Suite struct JournalTests {
  private let entry = LogEntry(
    priority: .notice, message: "Imported.", messageID: "f3cbe6fcf2e540e2a93e94ce7e7ea860",
    fields: [.init("VISITS_ADDED", "3"), .init("VISITS_METHOD", "import")])

  @Test("an entry is written in the journal's native protocol")
  func nativeProtocol() {
    let text = String(decoding: JournalDatagram(entry, identifier: "visitsd").bytes, as: UTF8.self)
    #expect(
      text == """
        MESSAGE=Imported.
        PRIORITY=5
        SYSLOG_IDENTIFIER=visitsd
        MESSAGE_ID=f3cbe6fcf2e540e2a93e94ce7e7ea860
        VISITS_ADDED=3
        VISITS_METHOD=import

        """)
  }

  @Test("a value with line breaks cannot begin a field of its own")
  func lineBreaks() {
    let forged = LogEntry(
      priority: .info, message: "one\nPRIORITY=0", fields: [.init("A", "x\n_UID=0\n"), .init("B", "")])
    let bytes = JournalDatagram(forged, identifier: "visitsd").bytes
    #expect(bytes.starts(with: Array("MESSAGE\n".utf8) + [14, 0, 0, 0, 0, 0, 0, 0] + Array("one\nPRIORITY=0\n".utf8)))
    #expect(
      journalFields(bytes) == [
        "MESSAGE": "one\nPRIORITY=0", "PRIORITY": "6", "SYSLOG_IDENTIFIER": "visitsd", "A": "x\n_UID=0\n", "B": "",
      ])
  }

  @Test("nothing in a message or a value acts on the terminal on which the journal is read")
  func terminal() {
    let forged = LogEntry(
      priority: .info, message: "\u{1B}]0;x\u{7} \u{202E}b", fields: [.init("A", "\u{9B}2J\ny"), .init("B", "Zoë 👋")])
    let fields = journalFields(JournalDatagram(forged, identifier: "visitsd").bytes)
    #expect(fields?["MESSAGE"] == #"\u{1b}]0;x\u{7} \u{202e}b"#)
    #expect(fields?["A"] == #"\u{9b}2J"# + "\ny")
    #expect(fields?["B"] == "Zoë 👋")
  }

  @Test("a huge entry is cut so that it still fits one datagram")
  func hugeEntry() throws {
    let receiver = try DatagramReceiver()
    let sender = try #require(UnixDatagramSender(path: receiver.name))
    let huge = LogEntry(
      priority: .info, message: String(repeating: "ü", count: 1_000_000),
      fields: (0..<100).map { .init(FieldName("F\($0)"), String(repeating: "x", count: 5000)) })
    LogOutput(to: .journal(sender), identifier: "visitsd") { 0 }.write(huge)
    let datagram = try #require(receiver.received())
    #expect(datagram.count <= 49152)
    let fields = try #require(journalFields(datagram))
    #expect(fields["MESSAGE"] == String(repeating: "ü", count: 4094) + "…")
    #expect(fields["F0"]?.count == 5000)
    #expect(fields["PRIORITY"] == "6")
  }

  @Test("an entry reaches the journal's socket")
  func reachesTheSocket() throws {
    let receiver = try DatagramReceiver(inFolder: "/tmp")
    let sender = try #require(UnixDatagramSender(path: receiver.name))
    LogOutput(to: .journal(sender), identifier: "visitsd") { 0 }.write(entry)
    let fields = journalFields(try #require(receiver.received()))
    #expect(fields?["VISITS_ADDED"] == "3")
    #expect(fields?["PRIORITY"] == "5")
  }

  @Test("a journal that reads nothing holds up nobody, and hears afterwards how much it missed")
  func hungJournal() throws {
    let receiver = try DatagramReceiver()
    let sender = try #require(UnixDatagramSender(path: receiver.name))
    let output = LogOutput(to: .journal(sender), identifier: "visitsd") { 0 }
    let written = 5000
    let before = try voluntarySwitches()
    for _ in 0..<written { output.write(entry) }
    // Only the first entry that finds no room waits; a wait for each would be thousands.
    #expect(try voluntarySwitches() - before < 100)

    var kept = 0
    while receiver.received() != nil { kept += 1 }
    #expect(kept > 0 && kept < written)
    output.write(entry)
    let notice = journalFields(try #require(receiver.received()))
    #expect(notice?["MESSAGE"] == "\(written - kept) log entries were lost: their reader was too slow.")
    #expect(notice?["PRIORITY"] == "4")
    #expect(journalFields(try #require(receiver.received()))?["MESSAGE"] == "Imported.")
  }

  @Test(
    "a path that no socket can have is no destination",
    arguments: [
      "", "@", String(repeating: "x", count: 108), "/run/\0/socket",
    ])
  func impossiblePath(path: String) {
    #expect(UnixDatagramSender(path: path) == nil)
  }
}

/// How often this thread has blocked: its voluntary context switches (proc_pid_status(5)).
private func voluntarySwitches() throws -> Int {
  let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") })
  return try #require(Int(line.split(separator: "\t")[1]))
}
