import Glibc
import Testing

@testable import Systemd

@Suite struct LogDestinationTests {
  private func isJournal(_ destination: LogDestination) -> Bool {
    if case .journal = destination { true } else { false }
  }

  @Test("the journal is chosen only when stderr is the stream that systemd made")
  func journalStream() throws {
    let pipe = try Pipe()
    var status = stat()
    #expect(fstat(pipe.writing, &status) == 0)
    let own = "\(status.st_dev):\(status.st_ino)"
    let chosen = { (stream: String?) in
      LogDestination.standardError(pipe.writing, environment: stream.map { ["JOURNAL_STREAM": $0] } ?? [:])
    }
    #expect(isJournal(chosen(own)))
    for other in [
      nil, "", ":", "1:2", "\(status.st_dev):", "\(own):0", "\(status.st_dev):\(status.st_ino + 1)", "-1:x",
    ] {
      #expect(!isJournal(chosen(other)), "\(other ?? "unset")")
    }
  }

  @Test("a pipe gets no colours")
  func noColourOnAPipe() throws {
    let pipe = try Pipe()
    guard case .stream(pipe.writing, colour: false) = LogDestination.standardError(pipe.writing, environment: [:])
    else {
      Issue.record("a pipe was taken for something else")
      return
    }
  }

  @Test("a terminal gets colours, unless NO_COLOR or a dumb terminal says no")
  func colourOnATerminal() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    let wanted = { (environment: [String: String]) in
      if case .stream(_, colour: true) = LogDestination.standardError(terminal, environment: environment) {
        true
      } else {
        false
      }
    }
    #expect(wanted(["TERM": "xterm"]))
    #expect(wanted(["NO_COLOR": ""]))
    #expect(!wanted(["NO_COLOR": "1"]))
    #expect(!wanted(["TERM": "dumb"]))
  }
}
