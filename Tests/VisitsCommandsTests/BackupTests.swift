import JSON
import Testing

@testable import VisitsCommands

@Suite("visits backup")
struct BackupTests {
  private let answer: JSONValue = [
    "path": "/var/lib/visitsd/backups/monday.sqlite", "bytes": 1_234_567, "at": "2026-11-20T15:00:00Z",
  ]

  @Test("says where the backup is and how large")
  func words() {
    let run = TestMachine([.answer(answer)]).visits("backup", "--name", "monday.sqlite")
    #expect(run.status == 0)
    #expect(run.output == "Backed up: /var/lib/visitsd/backups/monday.sqlite (1.2 MB)\n")
  }

  @Test("prints the API's result with --json")
  func json() {
    let run = TestMachine([.answer(answer)]).visits("backup", "--json")
    #expect(
      run.output
        == #"{"path":"/var/lib/visitsd/backups/monday.sqlite","bytes":1234567,"at":"2026-11-20T15:00:00Z"}"# + "\n")
  }
}
