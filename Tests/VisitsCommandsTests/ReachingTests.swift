import JSON
import JSONRPC
import Testing
import VisitsCommands

/// How the daemon is reached, and what is said when it is not.
@Suite struct ReachingTests {
  private static let path = "/run/visitsd/visitsd.sock"
  /// In a line of its own, whatever a progress has drawn there.
  private static let waitingLine = "\r\u{1B}[KWaiting for visitsd at \(path) …\n"

  @Test(
    "each reason has its own words, next command and exit status",
    arguments: [
      (
        RPCClientError.noSocket(path: path), 69, "noSocket",
        """
        visits: visitsd is not running: there is no socket at /run/visitsd/visitsd.sock.
          Is it installed and running? systemctl status visitsd
          Start it: sudo systemctl start visitsd, or scripts/run from a checkout

        """
      ),
      (
        .nobodyListening(path: path), 69, "nobodyListening",
        """
        visits: Nobody listens on /run/visitsd/visitsd.sock: visitsd has stopped and left its socket behind.
          Is it installed and running? systemctl status visitsd
          Start it: sudo systemctl start visitsd, or scripts/run from a checkout

        """
      ),
      (
        .permission(path: path), 77, "noPermission",
        """
        visits: This user may not open /run/visitsd/visitsd.sock; it belongs to the group visits.
          Join its group, then log in again: sudo usermod -aG visits $USER

        """
      ),
      (
        .notASocket(path: path), 69, "notASocket",
        """
        visits: /run/visitsd/visitsd.sock is not a socket that visitsd could listen on.
          Name the right one: visits --socket PATH, or VISITS_SOCKET.

        """
      ),
      (
        .pathTooLong(path: path, limit: 107), 69, "pathTooLong",
        """
        visits: The socket path is longer than 107 bytes: /run/visitsd/visitsd.sock
          Name a shorter one: visits --socket PATH, or VISITS_SOCKET.

        """
      ),
      (
        .timeout(.connecting), 75, "timeout",
        """
        visits: visitsd at /run/visitsd/visitsd.sock did not answer within 10 s.
          Wait longer: --timeout 60
          See what it does: systemctl status visitsd

        """
      ),
      (
        .notAnAnswer("The text is empty."), 69, "notAnAnswer",
        """
        visits: The program that listens on /run/visitsd/visitsd.sock does not answer as visitsd does. The text is empty.
          See what it is: ss -xlp src /run/visitsd/visitsd.sock

        """
      ),
      (
        .system(operation: "socket", errno: 24), 69, "connectionFailed",
        """
        visits: /run/visitsd/visitsd.sock cannot be reached: socket: Too many open files.
          Is it installed and running? systemctl status visitsd
          Start it: sudo systemctl start visitsd, or scripts/run from a checkout

        """
      ),
    ] as [(RPCClientError, Int32, String, String)])
  func unreachable(error: RPCClientError, status: Int32, kind: String, words: String) {
    let run = TestMachine([.noConnection(error)]).visits("status", "--json")
    #expect(run.status == status)
    #expect(run.errors == words)
    #expect(run.output.hasPrefix("{\"error\":{\"code\":-32000,"))
    #expect(run.output.hasSuffix("\"data\":{\"kind\":\"\(kind)\"}}}\n"))
  }

  @Test("a daemon that is being restarted is waited for, and a change keeps its requestId")
  func restart() {
    let machine = TestMachine([
      .answer(["visit": Sample.john]), .fail(.closed), .noConnection(.noSocket(path: Self.path)),
      .noConnection(.nobodyListening(path: Self.path)),
      .refuse(.unavailable(reason: "shuttingDown", "Shutting down.")),
      .answer(["visit": Sample.johnNow("completed", "Completed")]),
    ])
    let run = machine.visits("complete", Sample.johnID)
    #expect(run.status == 0)
    #expect(machine.naps == [100, 100, 100, 100])
    let changes = machine.calls.filter { $0.method == "visit.complete" }
    #expect(changes.count == 3)
    #expect(Set(changes.map(\.params)).count == 1)
  }

  @Test("after five seconds it is no restart any more")
  func patience() {
    let machine = TestMachine([.noConnection(.nobodyListening(path: Self.path))])
    let run = machine.visits("status", columns: 80)
    #expect(run.status == 69)
    #expect(machine.milliseconds == 5000)
    #expect(run.errors.hasPrefix(Self.waitingLine + "visits: Nobody listens"))
  }

  @Test("a daemon that is not there is waited for aloud, from the first moment")
  func waiting() {
    let machine = TestMachine([.noConnection(.nobodyListening(path: Self.path)), .answer([:])])
    #expect(machine.visits("status", columns: 80).errors == Self.waitingLine)
    let piped = TestMachine([.noConnection(.nobodyListening(path: Self.path)), .answer([:])])
    #expect(piped.visits("status").errors == "")
  }

  @Test("a change that got no answer says that it may have been done, and how it is sent again")
  func unconfirmed() {
    let machine = TestMachine([.answer(["visit": Sample.john]), .fail(.timeout(.receiving))])
    let run = machine.visits("cancel", Sample.johnID, "--reason", "It's late")
    #expect(run.status == 75)
    #expect(
      run.errors == """
        visits: visitsd at /run/visitsd/visitsd.sock did not answer within 10 s.
          It is unknown whether the change was made. Sent again unchanged, it is made only once:
            visits call visit.cancel '{"reason":"It'\\''s late","visit":"\(Sample.johnID)","expectedVersion":3,\
        "requestId":"\(String(repeating: "00", count: 16))"}'
          See whether it was made: visits show 000000a2
          Wait longer: --timeout 60
          See what it does: systemctl status visitsd

        """)
  }

  @Test("a change that reached nobody says that nothing was changed")
  func unsent() {
    let run = TestMachine([.noConnection(.permission(path: Self.path))])
      .visits("workers", "add", "mia", "--name", "Mia")
    #expect(run.errors.contains("\n  Nothing was changed.\n"))
    let read = TestMachine([.noConnection(.permission(path: Self.path))]).visits("status")
    #expect(!read.errors.contains("Nothing was changed"))
  }

  @Test("a shorter deadline is kept while waiting")
  func deadline() {
    let machine = TestMachine([.noConnection(.nobodyListening(path: Self.path))])
    _ = machine.visits("status", "--timeout", "0.35")
    #expect(machine.naps == [100, 100, 100])
  }

  @Test("where not even the folder exists nobody is waited for")
  func noFolder() {
    let machine = TestMachine([.noConnection(.noSocket(path: "/nowhere/v.sock"))])
    let run = machine.visits("status", "--socket", "/nowhere/v.sock")
    #expect(run.status == 69)
    #expect(machine.naps == [])
  }

  @Test(
    "the socket is the option's, else the environment's, else the system's, else the user's",
    arguments: [
      (["--socket", "/a"], ["VISITS_SOCKET": "/b"], true, "/a"),
      ([], ["VISITS_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/7"], true, "/b"),
      ([], ["XDG_RUNTIME_DIR": "/run/user/7"], true, "/run/visitsd/visitsd.sock"),
      ([], ["XDG_RUNTIME_DIR": "/run/user/7"], false, "/run/user/7/visitsd/visitsd.sock"),
      ([], [:], false, "/run/visitsd/visitsd.sock"),
    ] as [([String], [String: String], Bool, String)])
  func socket(words: [String], environment: [String: String], hasSystem: Bool, path: String) {
    let machine = TestMachine([.answer([:])], environment: environment)
    if !hasSystem { machine.existing = [] }
    _ = VisitsCommand.run(["status"] + words, on: machine, output: KeptOutput(), errors: KeptOutput())
    #expect(machine.paths == [path])
  }

  @Test("a method that an older daemon does not know is a matter of versions")
  func olderDaemon() {
    let run = TestMachine([.refuse(.methodNotFound("system.status"))]).visits("status")
    #expect(run.status == 69)
    #expect(run.errors.hasPrefix("visits: This visitsd does not know \"system.status\": it is older than this visits"))
  }

  @Test(
    "what the daemon refuses ends with the status of its kind",
    arguments: [
      (RPCError(code: 1422, kind: "invalidTransition", message: "It is completed."), 1),
      (RPCError(code: 1423, kind: "overlap", message: "In the way."), 1),
      (RPCError(code: 1426, kind: "absent", message: "Away."), 1),
      (RPCError(code: 1424, kind: "requestIdReused", message: "Reused."), 1),
      (RPCError(code: 1403, kind: "forbidden", message: "Not you."), 77),
      (.busy(retryAfter: 2, "Later."), 75), (.unavailable(reason: "diskFull", "Full."), 75),
      (.internalError(reference: "7"), 70), (.invalidParams(field: "at", "Wrong."), 64),
      // Another server's error, without a kind.
      (RPCError(code: 1404, kind: "", message: "None."), 1), (RPCError(code: 7, kind: "", message: "?"), 70),
    ] as [(RPCError, Int32)])
  func statuses(error: RPCError, status: Int32) {
    let run = TestMachine([.refuse(error)]).visits("status", "--json")
    #expect(run.status == status)
    #expect(run.output == "{\"error\":\(String(decoding: error.bytes, as: UTF8.self))}\n")
    #expect(run.errors == "visits: \(error.message)\n")
  }

  @Test(
    "the environment's locale becomes a language tag",
    arguments: [
      (["LANG": "en_US.UTF-8"], "en-US"), (["LANG": "de"], "de"), (["LC_ALL": "C", "LANG": "de_DE"], nil),
      (["LC_ALL": "", "LC_MESSAGES": "ru_RU@euro", "LANG": "de_DE"], "ru-RU"), (["LANG": "POSIX"], nil),
      (["LANG": "C.UTF-8"], nil), (["LANG": "no such thing"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func locale(environment: [String: String], tag: String?) {
    let machine = TestMachine([.answer([:])], environment: environment)
    _ = machine.visits("status")
    #expect(machine.calls.first?.params["locale"] == tag.map { .string($0) })
  }
}
