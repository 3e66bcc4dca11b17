import JSON
import JSONRPC
import Testing
import VisitsCommands

/// Two programs of different versions.
@Suite struct VersionTests {
  @Test(
    "a method that the daemon does not know: which of the two is older, and what to do about that one",
    arguments: [
      (
        "0.0.9",
        """
        visits: This visitsd (0.0.9) does not know "today": it is older than this visits (0.1.0).
          Restart it after the upgrade: sudo systemctl restart visitsd

        """
      ),
      (
        "0.10.0",
        """
        visits: This visitsd (0.10.0) does not know "today": it is newer than this visits (0.1.0).
          Upgrade visits to 0.10.0 on this machine, and see whether an older one comes first: type -a visits

        """
      ),
    ])
  func unknownMethod(daemon: String, words: String) {
    let run = TestMachine([.refuse(.methodNotFound("today")), .answer(["version": .string(daemon)])])
      .visits("today", "--worker", "sarah")
    #expect(run.status == 69)
    #expect(run.errors == words)
  }

  @Test("an answer of another form from a daemon of another version is a matter of versions")
  func unfit() {
    let run = TestMachine([.answer(["visits": 7]), .answer(["version": "0.2.0-rc.1"])])
      .visits("show", Sample.johnID, "--json")
    #expect(run.status == 69)
    #expect(
      run.errors == """
        visits: The answer to "visit.show" is not what this visits expects. visitsd 0.2.0-rc.1 is newer than this \
        visits (0.1.0).
          Upgrade visits to 0.2.0-rc.1 on this machine, and see whether an older one comes first: type -a visits

        """)
    #expect(run.output.contains(#""data":{"kind":"versionMismatch","daemon":"0.2.0-rc.1","client":"0.1.0"}"#))
  }

  @Test("an answer of another form from a daemon of the same version stays what it is")
  func unfitAndEqual() {
    let run = TestMachine([.answer(["visits": 7]), .answer(["version": "0.1.0"])]).visits("workers", "show", "sarah")
    #expect(run.errors.hasSuffix("\n  Compare the versions: visits status, visits --version\n"))
  }

  @Test("a parameter that another version refuses is told with the versions; a wrong value of the same is not")
  func parameter() {
    let refusal = RPCError.invalidParams(field: "worker", "Unknown parameter \"worker\".")
    let apart = TestMachine([.refuse(refusal), .answer(["version": "0.0.9"])]).visits("today", "--worker", "sarah")
    #expect(apart.status == 64)
    #expect(
      apart.errors.hasSuffix(
        """

          That may be why: visitsd 0.0.9 is older than this visits (0.1.0).
          Restart it after the upgrade: sudo systemctl restart visitsd

        """))
    let equal = TestMachine([.refuse(refusal), .answer(["version": "0.1.0"])]).visits("today", "--worker", "sarah")
    #expect(equal.errors == "visits: Unknown parameter --worker.\n")
  }
}
