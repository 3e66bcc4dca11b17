import JSON
import Testing
import VisitsCommands

@Suite("visits sync status")
struct SyncStatusTests {
  private func status(_ members: JSONObject) -> JSONValue {
    var status: JSONObject = [
      "state": "synced", "label": "Synced", "configured": true, "outcome": "synced", "text": "Synced", "pending": 0,
      "parked": 0, "address": "https://ehr.example/fhir", "problems": ["parked": 0, "overruled": 0, "unread": 0],
      "display": ["lastSynced": "8:02 AM"],
    ]
    for member in members.members { status[member.name] = member.value }
    return .object(status)
  }

  @Test("is short where all is in step, and names the server")
  func synced() {
    let run = TestMachine([.answer(status([:]))]).visits("sync", "status")
    #expect(
      run.output == """
        Synced ✓

        Address      https://ehr.example/fhir
        Last synced  8:02 AM

        """)
    #expect((run.status, run.errors) == (0, ""))
  }

  @Test("says what came between, when it is tried again, and what of each kind waits for a person")
  func failing() {
    let failing = status([
      "state": "failed", "label": "Sync failed", "outcome": "failed",
      "text": "Sync failed. Will retry in 29 seconds.", "pending": 1_204, "parked": 1,
      "problem": "The agency's system has trouble of its own. It answered with HTTP status 503.",
      "retryInSeconds": 29, "problems": ["parked": 1, "overruled": 3, "unread": 132],
      "display": ["lastSynced": "8:02 AM", "nextAttempt": "8:15 AM"],
    ])
    let run = TestMachine([.answer(failing)]).visits("sync", "status")
    #expect(
      run.output == """
        ⚠ Sync failed. Will retry in 29 seconds.

        Address       https://ehr.example/fhir
        Last synced   8:02 AM
        Next attempt  8:15 AM, in 29 s
        Waiting       1,204
        Parked        1
        Overruled     3
        Unread        132

        The agency's system has trouble of its own. It answered with HTTP status 503.

        See each: visits sync problems

        """)
    #expect(run.status == 0)
  }

  @Test("is one line for whoever watches")
  func watch() {
    let parked = status([
      "state": "failed", "label": "Sync failed", "outcome": "incomplete", "text": "Synced but for 1 change",
      "parked": 1, "problems": ["parked": 1, "overruled": 0, "unread": 2],
    ])
    let run = TestMachine([.answer(parked)]).visits("sync", "status", "--watch")
    #expect(run.output == "Synced but for 1 change ⚠  1 parked  2 unread\n")
  }
}
