import ArgumentParser
import JSON
import JSONRPC
import Testing

@testable import VisitsCommands

/// What is offered at the Tab key.
@Suite struct CompletionTests {
  private static let workers: JSONValue = [
    "workers": [
      ["id": "linh-tran", "name": "Linh: Tran"], ["id": "$(reboot)", "name": "Mallory"],
      ["id": "sarah", "name": "Sarah\nMiller"],
    ]
  ]

  @Test("a name stands beside an id as each shell takes it, and nothing that a shell would run is offered")
  func shells() {
    let lines = { Candidates([], on: TestMachine([.answer(Self.workers)]), for: $0).lines(of: .worker) }
    #expect(lines(.bash) == ["linh-tran", "sarah"])
    #expect(lines(.zsh) == ["linh-tran:Linh: Tran", "sarah:Sarah Miller"])
    #expect(lines(.fish) == ["linh-tran\tLinh: Tran", "sarah\tSarah Miller"])
  }

  @Test("what can be taken up or ended is an open emergency, named by its worker")
  func emergencies() {
    let machine = TestMachine([
      .answer([
        "emergencies": [
          [
            "id": "e1", "worker": "sarah",
            "display": ["title": "Sarah Miller", "since": "8:46 AM", "status": "Raised"],
          ]
        ]
      ])
    ])
    #expect(
      Candidates([], on: machine, for: .fish).emergencyLines == ["sarah\t⚠ Sarah Miller, since 8:46 AM: Raised"])
    #expect(machine.calls == [.init(method: "emergency.list", params: ["open": true])])
  }

  @Test("a daemon that is not there is asked once")
  func silence() {
    let machine = TestMachine([.noConnection(.nobodyListening(path: "/run/visitsd/visitsd.sock"))])
    #expect(Candidates([], on: machine, for: .zsh).lines(of: .client) == [])
    #expect(machine.paths.count == 1)
    #expect(machine.naps == [])
  }

  @Test(
    "the visits are those of the worker who is named on the line, else everybody's of today",
    arguments: [
      (["visits", "start", "--worker", "sarah", ""], ["worker": "sarah", "localFrom": "yesterday", "localTo": "+8"]),
      (["visits", "start", "-w", "'sarah'", ""], ["worker": "sarah", "localFrom": "yesterday", "localTo": "+8"]),
      (["visits", "start", "--worker=linh", ""], ["worker": "linh", "localFrom": "yesterday", "localTo": "+8"]),
      (["visits", "start", ""], ["localFrom": "today", "localTo": "tomorrow"]),
      (["visits", "start", "--worker", "$w", ""], ["localFrom": "today", "localTo": "tomorrow"]),
      (["visits", "assign", "--worker", "sarah", ""], ["localFrom": "today", "localTo": "tomorrow"]),
      (
        ["visits", "assign", "-w", "sarah", "--from", "linh", ""],
        ["worker": "linh", "localFrom": "yesterday", "localTo": "+8"]
      ),
    ] as [([String], JSONObject)])
  func whose(words: [String], asked: JSONObject) {
    let machine = TestMachine([.answer(["visits": [Sample.john]])])
    #expect(
      Candidates(words, on: machine, for: .fish).visitLines(beginning: "") == [
        "000000a2\tJohn Smith, Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson: Scheduled"
      ])
    var asked = asked
    asked["limit"] = 1000
    #expect(machine.calls == [TestMachine.Call(method: "visit.list", params: .object(asked))])
  }

  @Test("who has begun to type a whole id gets those that begin so")
  func wholeID() {
    let machine = TestMachine([.answer(["visits": []]), .answer(["visits": [Sample.john]])])
    #expect(Candidates([], on: machine, for: .bash).visitLines(beginning: "0199e0c2-5d") == [Sample.johnID])
    #expect(machine.calls.last?.params["match"] == "0199e0c2-5d")
  }

  @Test(
    "the socket is the one on the line, however it is written",
    arguments: [
      (["--socket", "/a b"], "/a b"), (["--socket=/a"], "/a"), (["--socket", "=", "/a"], "/a"),
      (["--socket", "\"/a b\""], "/a b"), (["--socket", "/a\\ b"], "/a b"), (["--socket", "$S"], "/env"),
      (["--socket", "--json"], "/env"), (["--socket"], "/env"),
    ])
  func socket(words: [String], path: String) {
    let machine = TestMachine([.answer(Self.workers)], environment: ["VISITS_SOCKET": "/env"])
    _ = Candidates(words, on: machine, for: .bash).lines(of: .worker)
    #expect(machine.paths == [path])
  }
}
