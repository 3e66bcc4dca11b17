import JSON
import JSONRPC
import Testing
import VisitsCommands

/// The days that a command is about.
@Suite struct WindowTests {
  @Test(
    "weeks, months and late visits are sent as the daemon reads them",
    arguments: [
      (["--date", "dec 3"], ["localFrom": "dec 3", "localTo": "through dec 3"]),
      (["--date", "2026-11"], ["localFrom": "2026-11", "localTo": "through 2026-11"]),
      (["--from", "last month", "--to", "this week"], ["localFrom": "last month", "localTo": "through this week"]),
      (["--week"], ["localFrom": "this week", "localTo": "through this week"]),
      (["--week=-1"], ["localFrom": "week -1", "localTo": "through week -1"]),
      (["--month=-1"], ["localFrom": "month -1", "localTo": "through month -1"]),
      (["--month=+2"], ["localFrom": "month +2", "localTo": "through month +2"]),
      (["--week", "next"], ["localFrom": "next week", "localTo": "through next week"]),
      (["--week", "2026-12-03"], ["localFrom": "week of 2026-12-03", "localTo": "through week of 2026-12-03"]),
      (["--week", "--open"], ["localFrom": "this week", "localTo": "through this week", "open": true]),
      (["--month", "last"], ["localFrom": "last month", "localTo": "through last month"]),
      (["--month", "2026-11"], ["localFrom": "month of 2026-11", "localTo": "through month of 2026-11"]),
      (["--status", "late"], ["localFrom": "yesterday", "late": true]),
      (["--status", "late", "--date", "today"], ["localFrom": "today", "localTo": "tomorrow", "late": true]),
    ] as [([String], [String: JSONValue])])
  func window(words: [String], params: [String: JSONValue]) {
    let machine = TestMachine([.answer(["visits": []])])
    _ = VisitsCommand.run(["list"] + words, on: machine, output: KeptOutput(), errors: KeptOutput())
    let sent = machine.calls.first?.params.object?.members ?? []
    #expect(
      Dictionary(uniqueKeysWithValues: sent.map { ($0.name, $0.value) })
        == params.merging(["limit": 1000, "overnight": true]) { $1 })
  }

  @Test("a week or a month that is none is named as it was typed")
  func noWeek() {
    let error = RPCError.invalidParams(field: "localFrom", "\"week of foo\" is no time.")
    let week = TestMachine([.refuse(error)]).visits("report", "--week", "foo")
    #expect(week.status == 64)
    #expect(
      week.errors
        == "visits: There is no week \"foo\". Write --week, --week next, --week last or --week 2026-12-03.\n")
    let month = TestMachine([.refuse(error)]).visits("export", "--format", "csv", "--month", "foo")
    #expect(month.errors.hasPrefix("visits: There is no month \"foo\"."))
  }

  @Test("open visits are listed from today on, or of the days that are named")
  func openVisits() {
    let whole: [(words: [String], params: JSONObject)] = [
      (["open"], ["localFrom": "today"]),
      (["open", "--to", "friday"], ["localFrom": "today", "localTo": "through friday"]),
      (["open", "--week", "next"], ["localFrom": "next week", "localTo": "through next week"]),
    ]
    for (words, params) in whole {
      let machine = TestMachine([.answer(["visits": []])])
      _ = VisitsCommand.run(words, on: machine, output: KeptOutput(), errors: KeptOutput())
      let sent = machine.calls.first?.params
      #expect(sent?["localFrom"] == params["localFrom"])
      #expect(sent?["localTo"] == params["localTo"])
      #expect(sent?["open"] == true)
    }
  }
}
