import JSON
import Testing
import VisitsCommands

@Suite("The seconds until sync is tried again")
struct CountdownTests {
  private func failing(_ seconds: Int64, etag: String = "e1") -> JSONValue {
    Sample.day(
      [],
      [
        "state": "error", "etag": .string(etag),
        "sync": ["state": "failed", "label": "Sync failed", "retryInSeconds": .integer(seconds)],
        "banner": [
          "kind": "error", "action": "retry", "retryAt": "2026-11-20T15:00:29Z",
          "message": .string("Sync failed. Will retry in \(seconds) seconds. Tap to retry now."),
          "statement": .string("Sync failed. Will retry in \(seconds) seconds."),
          "countdown": [
            "language": "en", "over": "Sync failed.",
            "forms": [
              "one": "Sync failed. Will retry in {seconds} second.",
              "other": "Sync failed. Will retry in {seconds} seconds.",
            ],
          ],
        ], "empty": ["title": "No visits"],
      ])
  }

  @Test("are shown with the command that does not wait, since a terminal has nothing to tap")
  func once() {
    let run = TestMachine([.answer(failing(29))]).visits("today", "--worker", "sarah")
    #expect(run.output.hasPrefix("⚠ Sync failed. Will retry in 29 seconds. Retry now: visits sync\n"))
  }

  @Test("are counted down on a terminal, each by itself, without a question to the daemon")
  func terminal() {
    let machine = TestMachine(
      [.answer(failing(3)), .answer(["cursor": "1:6"]), .answer(["notModified": true, "etag": "e1"])],
      environment: ["NO_COLOR": "1"])
    machine.wakes = [.time, .time, .time]
    let run = machine.visits("today", "--worker", "sarah", "--watch", columns: 80, rows: 20)
    let banners = run.output.split(separator: "\u{1B}[H").dropFirst().map { frame in
      frame.drop { $0 != "⚠" }.prefix { $0 != "\r\n" && $0 != "\r" }
    }
    #expect(
      banners == [
        "⚠ Sync failed. Will retry in 3 seconds. Retry now: visits sync",
        "⚠ Sync failed. Will retry in 2 seconds. Retry now: visits sync",
        "⚠ Sync failed. Will retry in 1 second. Retry now: visits sync",
        "⚠ Sync failed. Retry now: visits sync",
      ])
    #expect(machine.waits.prefix(3) == [1000, 1000, 1000])
    #expect(machine.calls.map(\.method) == ["today", "event.subscribe", "today"])
  }

  @Test("are no reason to print a day once more where it is no terminal")
  func pipe() {
    let machine = TestMachine([
      .answer(failing(29)), .answer(["cursor": "1:6"]), .answer(failing(17, etag: "e2")),
    ])
    let run = machine.visits("today", "--worker", "sarah", "--watch")
    #expect(run.output.components(of: "Will retry in ") == 1)
    let program = TestMachine([
      .answer(failing(29)), .answer(["cursor": "1:6"]), .answer(failing(17, etag: "e2")),
    ])
    #expect(program.visits("today", "--worker", "sarah", "--watch", "--json").output.components(of: "\n") == 2)
  }
}
