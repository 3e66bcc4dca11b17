import JSON
import Testing

@testable import VisitsCommands

@Suite("visits sync")
struct SyncTests {
  private func answer(_ outcome: String, _ text: String, _ problem: String? = nil, changed: Int64 = 0) -> JSONValue {
    var answer: JSONObject = [
      "sync": ["state": "synced", "label": "Synced", "symbol": "check", "pendingChanges": 0],
      "changed": .integer(changed), "outcome": .string(outcome), "text": .string(text),
    ]
    answer["problem"] = problem.map { .string($0) }
    return .object(answer)
  }

  private let refused = "The agency's system cannot be reached. Nobody listens there (connection refused)."

  @Test("says that all is synced, and what it has brought")
  func synced() {
    let machine = TestMachine([.answer(answer("synced", "Synced", changed: 1_200))])
    let run = machine.visits("sync")
    #expect(run.output == "Synced ✓  1,200 changed\n")
    #expect((run.status, run.errors) == (0, ""))
    #expect(machine.calls == [.init(method: "sync.now", params: ["wait": 9])])
  }

  @Test("does not take an answer for success that it does not understand")
  func foreign() {
    for outcome in [nil, "perfect"] {
      let answer: JSONObject = ["outcome": outcome.map { .string($0) } ?? .null, "text": "Perfect"]
      let run = TestMachine([.answer(.object(answer))]).visits("sync")
      #expect(run.output == "")
      #expect(run.status != 0)
    }
  }

  @Test("ends with 75 where upstream cannot be reached, and says why")
  func savedLocally() {
    let run = TestMachine([.answer(answer("savedLocally", "Saved locally", refused))]).visits("sync")
    #expect(run.output == "Saved locally ☁  \(refused)\n")
    #expect((run.status, run.errors) == (75, ""))
  }

  @Test("ends with 75 where it failed, and says when it is tried again and how at once")
  func failed() {
    let failed = answer(
      "failed", "Sync failed. Will retry in 29 seconds.", "The agency's system has trouble of its own.")
    let run = TestMachine([.answer(failed)]).visits("sync")
    #expect(
      run.output == """
        ⚠ Sync failed. Will retry in 29 seconds. Retry now: visits sync
          The agency's system has trouble of its own.

        """)
    #expect((run.status, run.errors) == (75, ""))
  }

  @Test("ends with 1 where a change is parked, and says how to see it")
  func incomplete() {
    let run = TestMachine([.answer(answer("incomplete", "Synced but for 1 change"))]).visits("sync")
    #expect(run.output == "Synced but for 1 change ⚠  See why: visits sync problems\n")
    #expect((run.status, run.errors) == (1, ""))
  }

  @Test("ends with 75 where nothing is even saved here")
  func notSaved() {
    let run = TestMachine([.answer(answer("notSaved", "Not saved", "The disk is full."))]).visits("sync")
    #expect(run.output == "⚠ Not saved\n  The disk is full.\n")
    #expect(run.status == 75)
  }

  @Test("a watch ends where there is nothing to sync with, since nothing will ever stand otherwise")
  func watchedAlone() {
    let words = "There is no system of record to sync with: visitsd works alone."
    let status: JSONValue = ["configured": false, "state": "synced", "outcome": "alone", "text": .string(words)]
    let run = TestMachine([.answer(["outcome": "alone"]), .answer(status)]).visits("sync", "--watch")
    #expect(run.output == words + "\n")
    #expect(run.status == 0)
  }

  @Test("says that there is nothing to sync with, which is no failure")
  func alone() {
    let words = "There is no system of record to sync with: visitsd works alone."
    let run = TestMachine([.answer(answer("alone", words))]).visits("sync")
    #expect(run.output == words + "\n")
    #expect((run.status, run.errors) == (0, ""))
  }

  @Test("a program gets the answer, once, and the same exit status")
  func json() {
    let failed = answer("failed", "Sync failed.", "The agency's system has trouble of its own.")
    let run = TestMachine([.answer(failed)]).visits("sync", "--json")
    #expect(run.output == failed.text + "\n")
    #expect(run.status == 75)
    #expect(
      run.errors == "visits: Sync failed. The agency's system has trouble of its own.\n  Retry now: visits sync\n")
  }

  @Test("waits no longer than it is told to, and says that the sync goes on without it")
  func timeout() {
    let syncing = answer("syncing", "Syncing...")
    let machine = TestMachine(
      Array(repeating: .answer(syncing), count: 5) + [.answer(["sync": ["state": "syncing"]])])
    let run = machine.visits("sync", "--timeout", "1")
    #expect(run.output == "Still syncing: visitsd continues in the background. See its progress: visits sync status\n")
    #expect((run.status, run.errors) == (75, ""))
    #expect(machine.calls.first == .init(method: "sync.now", params: ["wait": 0]))
    #expect(machine.naps == [300, 300, 300, 100])
    #expect(machine.milliseconds == 1_000)
  }

  @Test("on a terminal a long one is waited for as long as it gets further, and not longer")
  func long() {
    func far(_ fetched: Int64, pending: Int64 = 0) -> TestMachine.Step {
      .answer(["outcome": "syncing", "text": "Syncing...", "fetched": .integer(fetched), "pending": .integer(pending)])
    }
    let machine = TestMachine(
      [.answer(answer("syncing", "Syncing..."))] + [200, 400, 400, 400, 600].map { far($0) }
        + [far(600, pending: 9), far(600, pending: 9), far(600, pending: 8), far(600, pending: 8)]
        + [far(600, pending: 8), far(600, pending: 8), far(600, pending: 8), .answer(["sync": ["state": "syncing"]])])
    let run = machine.visits("sync", "--timeout", "1", columns: 100)
    #expect(run.output == "Still syncing: visitsd continues in the background. See its progress: visits sync status\n")
    #expect(run.errors.contains("\rSyncing: 600 records fetched, 8 changes to send\u{1B}[K"))
    #expect(run.status == 75)
    // A second after the last change that was sent.
    #expect(machine.milliseconds == 7 * 300 + 1_000)
  }

  @Test("an emergency that is not known there is told beside whatever came of the sync")
  func emergency() {
    let words =
      "The agency's system refuses an emergency. People who rely on that system do not see it: call them."
    let machine = TestMachine([.answer(answer("incomplete", "Synced but for 1 emergency", words))])
    let run = machine.visits("sync")
    #expect(
      run.output == """
        Synced but for 1 emergency ⚠  See why: visits sync problems
          The agency's system refuses an emergency. People who rely on that system do not see it: call them.

        """)
    #expect(run.status == 1)
    machine.then(.answer(answer("incomplete", "Synced but for 1 emergency", words)), .answer(Sample.today))
    let today = machine.visits("today", "--worker", "sarah", "--refresh")
    #expect(today.errors == "visits: Synced but for 1 emergency. \(words) See why: visits sync problems\n")
  }

  @Test("what comes while it is waited for is told as it is then")
  func later() {
    let machine = TestMachine([
      .answer(answer("syncing", "Syncing...", changed: 3)), .answer(answer("syncing", "Syncing...")),
      .answer(answer("synced", "Synced")), .answer(["sync": ["state": "synced", "label": "Synced"]]),
    ])
    let run = machine.visits("sync", "--json")
    #expect(
      run.output
        == #"{"sync":{"state":"synced","label":"Synced"},"changed":3,"outcome":"synced","text":"Synced"}"# + "\n")
    #expect(run.status == 0)
  }

  @Test("a Today that is refreshed is shown however that went, and the failure is told behind it")
  func refresh() {
    let machine = TestMachine([.answer(answer("savedLocally", "Saved locally", refused)), .answer(Sample.today)])
    let run = machine.visits("today", "--worker", "sarah", "--refresh")
    #expect(run.output.contains("Margaret Chen"))
    #expect(run.errors == "visits: Saved locally. \(refused)\n  Retry now: visits sync\n")
    #expect(run.status == 75)
    let synced = TestMachine([.answer(answer("synced", "Synced")), .answer(Sample.today)])
    let done = synced.visits("today", "--worker", "sarah", "--refresh")
    #expect((done.status, done.errors) == (0, ""))
  }
}
