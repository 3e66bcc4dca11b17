import JSON
import Testing

@testable import VisitsCommands

/// A daemon answers no such numbers, unless its database holds them.
@Suite("A number out of all range in an answer")
struct StrangeNumbersTests {
  private static let numbers: [JSONValue] = [.integer(.min), .integer(.max), .number(1e308), .number(-1e308)]

  @Test("stands in a report", arguments: numbers)
  func report(number: JSONValue) {
    let names = ["planned", "completed", "late", "missed", "cancelled", "open", "hoursPlanned", "hoursWorked"]
    var counts: JSONObject = ["missedShare": number]
    for name in names { counts[name] = number }
    let answer: JSONValue = [
      "from": "2026-11-20T07:00:00Z", "to": "2026-11-21T07:00:00Z", "total": .object(counts), "rows": [], "next": .null,
    ]
    #expect(TestMachine([.answer(answer)]).visits("report").output.contains("Total"))
  }

  @Test("makes no bar of a report longer than all that was planned")
  func bar() {
    let counts: JSONValue = ["planned": 2, "completed": .integer(.max)]
    let answer: JSONValue = [
      "from": "2026-11-20T07:00:00Z", "to": "2026-11-21T07:00:00Z", "total": counts, "rows": [], "next": .null,
    ]
    #expect(TestMachine([.answer(answer)]).visits("report").output.contains("██████████\n"))
  }

  @Test("stands in a routine's blocks", arguments: numbers)
  func blocks(number: JSONValue) {
    let points: [JSONValue] = [
      ["due": 2, "done": number], ["due": number, "done": number], ["due": number, "done": 1],
    ]
    #expect(TaskTrends.blocks(points).count == 3)
  }

  @Test("counts the clients of a Home that are not shown", arguments: numbers)
  func home(number: JSONValue) {
    let home: JSONValue = ["clientCount": number, "clients": [["name": "Margaret Chen"]], "worker": "sarah"]
    #expect(TestMachine([.answer(home)]).visits("home", "-w", "sarah").output.contains("Margaret Chen"))
  }

  @Test("counts down", arguments: [Int64.min, .max])
  func countdown(seconds: Int64) {
    let view: JSONValue = [
      "banner": ["countdown": ["language": "en", "forms": ["other": "Retrying in {seconds} s"], "over": "Retrying"]],
      "sync": ["retryInSeconds": .integer(seconds)],
    ]
    let countdown = Countdown(view, at: 1000)
    #expect((countdown == nil) == (seconds < 0))
    #expect(countdown?.next(after: 1000) == (seconds < 0 ? nil : 2000))
  }
}
