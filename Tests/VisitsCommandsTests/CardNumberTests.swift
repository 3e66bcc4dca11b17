import Glibc
import JSON
import JSONRPC
import Testing
import VisitsCommands

@Suite struct CardNumberTests {
  private let machine = TestMachine([.answer(Sample.today)])

  @Test("a number is the card that was printed last, and its change expects the version that was printed")
  func byNumber() {
    _ = machine.visits("today", "--worker", "sarah")
    machine.then(
      .answer(["visit": Sample.john]),
      .answer(["visit": Sample.johnNow("completed", "Completed"), "card": [:], "toast": "Visit completed"]))
    let run = machine.visits("complete", "2", "--worker", "sarah")
    #expect(
      run.output == """
        ✓ John Smith: Completed
          Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson
          Undo: visits reopen 000000a2 --reason 'Completed by mistake'

        """)
    #expect(
      machine.calls.last
        == .init(
          method: "visit.complete",
          params: [
            "visit": .string(Sample.johnID), "expectedVersion": 3,
            "requestId": .string(String(repeating: "00", count: 16)),
          ]))
  }

  @Test("a visit that has changed since is left as it is")
  func changedSince() {
    _ = machine.visits("today", "--worker", "sarah")
    let now = Sample.johnNow("cancelled", "Cancelled", version: 7)
    machine.then(
      .answer(["visit": now]),
      .refuse(RPCError(code: 1409, kind: "versionConflict", message: "Changed.", data: ["current": now])))
    let run = machine.visits("complete", "2", "--worker", "sarah")
    #expect(machine.calls.last?.params["expectedVersion"] == 3)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.errors == """
        visits: Number 2 of sarah has changed since `visits today` printed it, and was left as it is.
          Now: John Smith, Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson: Cancelled
          See the current list: visits today --worker sarah

        """)
  }

  @Test("one's own change keeps the number good for the next")
  func twice() {
    _ = machine.visits("today", "--worker", "sarah")
    let started = Sample.johnNow("inProgress", "In progress", version: 4)
    machine.then(.answer(["visit": Sample.john]), .answer(["visit": started]))
    _ = machine.visits("start", "2", "--worker", "sarah")
    machine.then(.answer(["visit": started]), .answer(["visit": Sample.johnNow("completed", "Completed", version: 5)]))
    let run = machine.visits("complete", "2", "--worker", "sarah")
    #expect(machine.calls.last?.params["expectedVersion"] == 4)
    #expect(run.output.contains("Undo: visits reopen 000000a2 --reason 'Completed by mistake' --to inProgress\n"))
  }

  @Test("without a printed list a number is refused, with what to do")
  func noList() {
    let machine = TestMachine([.answer(["worker": ["id": "sarah"]])])
    let run = machine.visits("complete", "2", "--worker", "sarah")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        visits: No list of sarah was printed here, so number 2 is unknown.
          Print it first: visits today --worker sarah

        """)
    #expect(machine.calls.map(\.method) == ["worker.show"])
  }

  @Test("a number beyond the list is refused")
  func beyond() {
    _ = machine.visits("today", "--worker", "sarah")
    let run = machine.visits("complete", "3", "--worker", "sarah")
    #expect(run.status == 64)
    #expect(run.errors.contains("printed last (Today) has 2 cards; there is no number 3."))
  }

  @Test("an empty day has no numbers, and the refusal names that day")
  func emptyDay() {
    let heading: JSONObject = ["heading": "Saturday, November 21", "empty": ["title": "No visits"]]
    let machine = TestMachine([.answer(Sample.today), .answer(Sample.day([], heading))])
    _ = machine.visits("today", "--worker", "sarah")
    _ = machine.visits("today", "--worker", "sarah", "--date", "tomorrow")
    let run = machine.visits("complete", "2", "--worker", "sarah")
    #expect(run.status == 64)
    #expect(run.errors.contains("printed last (Saturday, November 21) has no cards; there is no number 2."))
  }

  @Test("a number needs a worker")
  func whose() {
    let run = machine.visits("complete", "2")
    #expect(run.status == 64)
    #expect(run.errors.contains("name the worker whose list it is in, with --worker W or VISITS_WORKER"))
    // There --worker is whoever gets the visit.
    let assigning = machine.visits("assign", "2", "--worker", "linh")
    #expect(assigning.errors.contains("name the worker whose list it is in, with --from W or VISITS_WORKER"))
  }

  @Test("the list of another daemon is another list")
  func anotherSocket() {
    _ = machine.visits("today", "--worker", "sarah")
    machine.then(.answer(["worker": ["id": "sarah"]]))
    let run = machine.visits("complete", "2", "--worker", "sarah", "--socket", "/tmp/other.sock")
    #expect(run.status == 64)
  }

  @Test("JSON prints no numbers, and so changes none")
  func jsonRemembersNothing() {
    _ = machine.visits("today", "--worker", "sarah", "--json")
    machine.then(.answer(["worker": ["id": "sarah"]]))
    #expect(machine.visits("complete", "2", "--worker", "sarah").status == 64)
  }

  @Test("what is remembered is for this user alone")
  func modes() throws {
    _ = machine.visits("today", "--worker", "sarah")
    let folder = try #require(machine.environment["XDG_STATE_HOME"]) + "/visits"
    var status = stat()
    #expect(stat(folder, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    let directory = try #require(opendir(folder))
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { names.append(String(cString: $0)) }
      }
    }
    let files = names.filter { !$0.hasPrefix(".") }
    #expect(files.count == 1)
    let file = try #require(files.first)
    #expect(!file.contains("sarah"))
    #expect(stat("\(folder)/\(file)", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test("a day that cannot be remembered can still be read")
  func readOnlyHome() {
    let machine = TestMachine([.answer(Sample.today)], environment: ["XDG_STATE_HOME": "/proc/nowhere"])
    let run = machine.visits("today", "--worker", "sarah")
    #expect(run.status == 0)
    #expect(run.output.contains("Margaret Chen"))
    #expect(run.errors.contains("cannot be remembered"))
  }
}
