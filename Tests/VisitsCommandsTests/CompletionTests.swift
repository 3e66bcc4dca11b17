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

  @Test("bash offers today's visits by their clients, and the end of the id that takes the name's place")
  func names() {
    func visit(_ number: Int, _ client: String, _ start: String) -> JSONValue {
      var visit =
        Sample.visit(
          number, client, "", "scheduled", "Scheduled", start: "2026-11-20T\(start)Z", end: "2026-11-20T20:00:00Z"
        ).object ?? [:]
      visit["client"] = .string(client)
      return .object(visit)
    }
    let today: [JSONValue] = [
      visit(1, "walter-nguyen", "15:30:00"), visit(2, "john-smith", "17:00:00"), visit(3, "walter-nguyen", "19:30:00"),
      visit(4, "$(reboot)", "19:45:00"), visit(5, "walter-nguyen", "19:30:00"),
    ]
    let machine = TestMachine(
      [.answer(["visits": .array(today)])], environment: ["VISITS_COMPLETION": "names", "VISITS_WORKER": "sarah"])
    #expect(
      Candidates(["visits", "complete", ""], on: machine, for: .bash).visitLines(beginning: "") == [
        "walter-nguyen-0800=000000a1", "john-smith=000000a2",
        "walter-nguyen-1200-000000a3=000000a3", "walter-nguyen-1200-000000a5=000000a5",
      ])
    #expect(
      machine.calls == [
        TestMachine.Call(
          method: "visit.list",
          params: ["worker": "sarah", "localFrom": "today", "localTo": "tomorrow", "limit": 1000])
      ])
  }

  @Test(
    "options behind a group of commands are those of the command that needs no name",
    arguments: [
      (
        "bash",
        """
        _visits_tasks() {
            if [[ "${unparsed_words[0]}" == -* ]]; then
                _visits_tasks_day
                return
            fi

        """
      ),
      (
        "zsh",
        """
        _visits_sync() {
            if [[ "${words[2]}" == -* ]]; then
                _visits_sync_now
                return
            fi

        """
      ),
      (
        "fish",
        """
                case 'clients'
                    if __visits_begins_with_option $unparsed_tokens[2]
                        set unparsed_tokens $unparsed_tokens[1] list $unparsed_tokens[2..]
                    end

        """
      ),
    ])
  func nameless(shell: String, part: String) {
    let file = TestMachine([]).visits("--generate-completion-script", shell).output
    #expect(file.contains("\n" + part))
    #expect(file.contains("function __visits_begins_with_option\n") == (shell == "fish"))
  }

  @Test(
    "an option with known values offers them",
    arguments: [
      ("visits correct\" r reason", "forgotten device noSignal wrongVisit other"),
      ("visits devices revoke\" r reason", "lost stolen replaced left"),
      ("visits list\" by", "worker"), ("visits list\" format", "text html"), ("visits report\" by", "worker client"),
      ("visits miss\" by", "worker client agency"), ("visits import\" format", "clients csv fhir ics workers"),
      ("visits import\" date-order", "day-first month-first"), ("visits export\" format", "csv ics fhir evv"),
      ("visits export\" profile", "sandata hhax"), ("visits export\" records", "visits clients employees"),
      ("visits export\" evv-format", "jsonl csv"), ("visits evv check\" profile", "sandata hhax"),
      ("visits today\" locale", "en es pt-BR fr de it nl id tr vi pl ru"),
      ("visits workers add\" language", "en es pt-BR fr de it nl id tr vi pl ru"),
      ("visits tasks add\" on", "mon tue wed thu fri sat sun"),
      (
        "visits tasks add\" category",
        "health nutrition medication personalCare activity rest household other"
      ),
    ])
  func values(option: String, values: String) throws {
    let file = TestMachine([]).visits("--generate-completion-script", "fish").output
    let line = try #require(file.split(separator: "\n").first { $0.contains("\"\(option)'") })
    #expect(line.hasSuffix(" -rfka '\(values)'"))
  }

  @Test(
    "series, goals, care tasks and sessions have words beside the id; bash has a name, whose place the id takes",
    arguments: [
      (
        .fish, [:], ["000000b7\tJohn Smith, Monday, 10:00 AM, Sarah Miller, from November 20, 2026"],
        ["000000c1\tDrink water, Active", "000000c2\tİçmek, Active"], ["000000d1\tServe breakfast"],
        ["000000e1\tNov 20, John Smith, Drink water, 3 of 5"]
      ),
      (
        .bash, ["VISITS_COMPLETION": "names"], ["john-smith=000000b7"],
        ["drink-water=000000c1", "icmek=000000c2"], ["serve-breakfast=000000d1"],
        ["john-smith=000000e1"]
      ),
    ] as [(CompletionShell, [String: String], [String], [String], [String], [String])])
  func things(
    shell: CompletionShell, environment: [String: String], series: [String], goals: [String], tasks: [String],
    sessions: [String]
  ) {
    func id(_ end: String) -> JSONValue { .string("0199e0c2-5d5c-7000-8000-0000000000\(end)") }
    let machine = TestMachine(
      [
        .answer([
          "series": [
            [
              "id": id("b7"), "client": "john-smith",
              "display": [
                "title": "John Smith", "days": "Monday", "time": "10:00 AM", "worker": "Sarah Miller",
                "from": "November 20, 2026",
              ],
            ]
          ]
        ]),
        .answer([
          "goals": [
            ["id": id("c1"), "title": "Drink water", "display": ["status": "Active"]],
            ["id": id("c2"), "title": "İçmek", "display": ["status": "Active"]],
          ]
        ]),
        .answer(["rows": [["task": id("d1"), "title": "Serve breakfast"]]]),
        .answer(["tasks": [["id": id("d1"), "title": "Serve breakfast"]]]),
        .answer([
          "sessions": [
            [
              "id": id("e1"), "client": "john-smith",
              "display": ["client": "John Smith", "goal": "Drink water", "result": "3 of 5", "date": "Nov 20"],
            ]
          ]
        ]),
      ], environment: environment)
    let candidates = Candidates(["visits", "tasks", "done", "--client", "john-smith", ""], on: machine, for: shell)
    #expect(candidates.seriesLines == series)
    #expect(candidates.goalLines == goals)
    #expect(candidates.dayTaskLines == tasks)
    #expect(candidates.taskLines == tasks)
    #expect(candidates.sessionLines == sessions)
    #expect(
      machine.calls == [
        .init(method: "series.list", params: ["over": false, "limit": 1000]),
        .init(method: "goal.list", params: ["client": "john-smith"]),
        .init(method: "task.day", params: ["client": "john-smith"]),
        .init(method: "task.list", params: ["client": "john-smith"]),
        .init(method: "session.list", params: ["client": "john-smith", "limit": 50]),
      ])
  }

  @Test("without a client no goals and no care tasks are asked for")
  func noClient() {
    let machine = TestMachine([])
    let candidates = Candidates(["visits", "tasks", "done", "--client", "$c", ""], on: machine, for: .zsh)
    #expect(candidates.goalLines == [] && candidates.dayTaskLines == [] && candidates.taskLines == [])
    #expect(machine.calls == [])
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
