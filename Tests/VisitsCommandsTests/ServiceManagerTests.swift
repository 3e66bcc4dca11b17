import JSONRPC
import Testing

@testable import VisitsCommands

/// What systemd says of a daemon that does not answer.
@Suite struct ServiceManagerTests {
  private static let path = "/run/visitsd/visitsd.sock"

  @Test(
    "a unit that has failed is named with its last lines, whatever is left of its socket",
    arguments: [
      (RPCClientError.noSocket(path: path), "there is no socket at /run/visitsd/visitsd.sock"),
      (.nobodyListening(path: path), "nobody listens on /run/visitsd/visitsd.sock"),
      (.closed, "the connection to /run/visitsd/visitsd.sock was closed before the answer"),
    ] as [(RPCClientError, String)])
  func failed(error: RPCClientError, what: String) {
    let machine = TestMachine([.noConnection(error)])
    machine.programs = ["systemctl": "failed\n", "journalctl": "visitsd is starting.\nDisk \u{1B}[2Jfull.\n"]
    let run = machine.visits("status", "--json")
    #expect(run.status == 69)
    #expect(
      run.errors == """
        visits: visitsd has failed, and systemd does not start it again: \(what).
          Its last lines in the journal:
            visitsd is starting.
            Disk [2Jfull.
          Correct that, then start it: sudo systemctl restart visitsd

        """)
    #expect(run.output.contains(#""kind":"unitFailed","journal":["visitsd is starting.","#))
  }

  @Test(
    "a unit that has failed again and again, by itself or for those who called, starts only once that is taken back",
    arguments: [("failed\nactive\n", "5\n"), ("failed\nfailed\n", "0\n")])
  func givenUp(units: String, restarts: String) {
    let machine = TestMachine([.noConnection(.nobodyListening(path: Self.path))])
    machine.programs = [
      "systemctl": units, "systemctl show visitsd --property NRestarts --value": restarts, "journalctl": "",
    ]
    let run = machine.visits("status")
    #expect(run.status == 69)
    #expect(
      run.errors.hasSuffix(
        """
        \n  Correct that, then start it: sudo systemctl reset-failed visitsd visitsd.socket && sudo systemctl start visitsd

        """))
  }

  @Test("a journal that this user may not read is one for an administrator")
  func noJournal() {
    let machine = TestMachine([.noConnection(.nobodyListening(path: Self.path))])
    machine.programs = ["systemctl": "failed\n", "journalctl": ""]
    let errors = machine.visits("status").errors
    #expect(errors.contains("\n  See why: sudo journalctl -u visitsd -n 20\n  Correct that"))
  }

  @Test("a unit that is being started is to be waited for")
  func starting() {
    let machine = TestMachine([.noConnection(.noSocket(path: Self.path))])
    machine.programs = ["systemctl": "activating\n", "journalctl": "Checking the database.\n"]
    let run = machine.visits("status")
    #expect(run.status == 75)
    #expect(run.errors.hasPrefix("visits: systemd is starting visitsd, which does not answer yet: there is no socket"))
    #expect(run.errors.hasSuffix("    Checking the database.\n  See its progress: systemctl status visitsd\n"))
  }

  @Test("a unit that runs, is stopped or does not exist explains nothing", arguments: ["active", "inactive", ""])
  func other(state: String) {
    let machine = TestMachine([.noConnection(.noSocket(path: Self.path))])
    machine.programs = ["systemctl": state]
    #expect(machine.visits("status").errors.hasPrefix("visits: visitsd is not running: there is no socket"))
  }

  @Test("a program's output is read whatever its exit status; none is none, and one that hangs is ended")
  func programs() {
    let host = Host()
    #expect(host.output(of: ["sh", "-c", "echo failed; echo no >&2; exit 3"], milliseconds: 10_000) == "failed\n")
    #expect(host.output(of: ["no-such-program"], milliseconds: 10_000) == nil)
    #expect(host.output(of: ["sh", "-c", "echo begun; exec sleep 600"], milliseconds: 50) == nil)
  }
}
