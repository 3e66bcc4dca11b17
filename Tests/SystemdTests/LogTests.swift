import Logging
import Testing
import VisitsTestSupport

@testable import Systemd

@Suite(.ownThread) struct LogTests {
  private let journal: JournalRecorder
  private let output: LogOutput

  init() {
    let journal = JournalRecorder()
    self.journal = journal
    output = LogOutput(to: .journal(journal.send), identifier: "visitsd") { 0 }
  }

  private func next() throws -> [String: String]? {
    try #require(output.settle())
    return journal.next()
  }

  private func fields() throws -> [String: String] { try #require(try next()) }

  private let listening = JournalEvent("45b3e136bbbd46adb73a6e5284f328a9", .info, "Listening on {VISITS_SOCKET}.")

  @Test("an event says its fields in its words, and carries them")
  func event() throws {
    let log = Log(to: output, least: .info)
    log(listening, ["VISITS_SOCKET": Configured("/run/x.sock"), "VISITS_TRIES": 3])
    #expect(
      try fields() == [
        "MESSAGE": "Listening on /run/x.sock.", "PRIORITY": "6", "SYSLOG_IDENTIFIER": "visitsd",
        "MESSAGE_ID": "45b3e136bbbd46adb73a6e5284f328a9", "VISITS_SOCKET": "/run/x.sock", "VISITS_TRIES": "3",
      ])
  }

  @Test("a field that an event lacks leaves a dash, and braces in a value stay as they are")
  func missingField() throws {
    let log = Log(to: output, least: .info)
    log(listening)
    #expect(try fields()["MESSAGE"] == "Listening on –.")
    log(listening, ["VISITS_SOCKET": Configured("{VISITS_SOCKET}")])
    #expect(try fields()["MESSAGE"] == "Listening on {VISITS_SOCKET}.")
  }

  @Test("what is less urgent than the least is not written")
  func least() throws {
    let log = Log(to: output, least: .notice)
    log(listening)
    #expect(try next() == nil)
    log(JournalEvent("3d2ccd77035840938f99947f707be1a5", .alert, "x"))
    #expect(try fields()["PRIORITY"] == "1")
  }

  @Test("free text is not loggable, and what stands for it tells its length only")
  func redaction() {
    for text in ["Margaret Chen" as Any, "x".dropFirst(0) as Any, Character("x") as Any, [UInt8]() as Any] {
      #expect(!(text is any Loggable))
    }
    #expect(Redacted("123 Oak St, Edmonton").logText.text == "‹redacted 20 bytes›")
    #expect(Redacted("Zoë").logText.text == "‹redacted 4 bytes›")
  }

  @Test(
    "a token that is no token is redacted",
    arguments: [
      ("visit.complete", "visit.complete"),
      ("01936d3e-7c4a-7b1e-8f00-3c5a9b2d1e4f", "01936d3e-7c4a-7b1e-8f00-3c5a9b2d1e4f"),
      ("Margaret Chen", "‹redacted 13 bytes›"), ("a\nb", "‹redacted 3 bytes›"), ("", "‹redacted 0 bytes›"),
      ("zoë", "‹redacted 4 bytes›"), (String(repeating: "a", count: 65), "‹redacted 65 bytes›"),
    ])
  func tokens(text: String, expected: String) {
    #expect(LogText(token: text).text == expected)
  }

  @Test("loggable values are written so that a script can read them")
  func values() {
    let values: [(any Loggable, String)] = [
      (-3, "-3"), (Int64.max, "9223372036854775807"), (true, "true"), (false, "false"),
      ("visit" as StaticString, "visit"), (Duration.milliseconds(1250), "1.250s"), (Duration.zero, "0.000s"),
      (Duration.milliseconds(-5), "-0.005s"), (Duration.milliseconds(-1005), "-1.005s"),
      (SystemErrorNumber(28), "28 (No space left on device)"),
    ]
    for (value, expected) in values { #expect(value.logText.text == expected) }
  }

  @Test("a library's own words pass, its values do not unless they are harmless")
  func library() throws {
    struct Refused: Error { let name = "Margaret Chen" }
    var logger = Logger(label: "lifecycle") { [output] label in
      LibraryLogHandler(label: label, to: output, least: .debug, openKeys: ["sl-service"])
    }
    logger[metadataKey: "sl-service"] = "RPCServer"
    logger.error(
      "Service failed", error: Refused(),
      metadata: [
        "reason": "Margaret Chen", "tries": .stringConvertible(3), "priority": "0",
        "list": ["Margaret Chen"], "nested": ["name": "Margaret Chen"],
      ])
    let fields = try fields()
    let message = try #require(fields["MESSAGE"])
    #expect(message.hasPrefix("lifecycle: Service failed (Refused, list ‹redacted"))
    #expect(message.hasSuffix("reason ‹redacted 13 bytes›, sl-service RPCServer, tries 3)"))
    #expect(
      fields == [
        "MESSAGE": message, "PRIORITY": "3", "SYSLOG_IDENTIFIER": "visitsd", "LOGGER": "lifecycle",
        "ERROR_TYPE": "Refused", "META_SL_SERVICE": "RPCServer", "META_REASON": "‹redacted 13 bytes›",
        "META_TRIES": "3",
        "META_PRIORITY": "‹redacted 1 bytes›", "META_LIST": fields["META_LIST"] ?? "?",
        "META_NESTED": fields["META_NESTED"] ?? "?",
      ])
    #expect(!"\(fields)".contains("Margaret"))
  }

  @Test("a library's debug entries are left out at info, and its levels keep their urgency")
  func libraryLevels() throws {
    var logger = Logger(label: "nio") { [output] label in LibraryLogHandler(label: label, to: output, least: .info) }
    logger.debug("x")
    #expect(try next() == nil)
    logger.critical("x")
    #expect(try fields()["PRIORITY"] == "2")
    logger.logLevel = .trace
    logger.trace("x")
    #expect(try fields()["PRIORITY"] == "7")
  }
}
