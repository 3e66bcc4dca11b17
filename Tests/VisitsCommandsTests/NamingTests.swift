import JSON
import Testing
import VisitsCommands

/// How a person names workers, clients and visits.
@Suite struct NamingTests {
  @Test("a part of a name is looked up when it is no id")
  func partOfAName() {
    let machine = TestMachine([
      .refuse(Sample.notFound("worker", "john")),
      .answer(["workers": [["id": "sarah", "name": "Sarah Johnson"]], "next": .null]), .answer(Sample.today),
    ])
    #expect(machine.visits("today", "--worker", "john").status == 0)
    #expect(
      machine.calls == [
        .init(method: "today", params: ["worker": "john"]),
        .init(method: "worker.list", params: ["match": "john", "limit": 100]),
        .init(method: "today", params: ["worker": "sarah"]),
      ])
  }

  @Test("what cannot be an id is looked up at once")
  func noSlug() {
    let machine = TestMachine([
      .answer(["workers": [["id": "sarah", "name": "Sarah Johnson"], ["id": "sarah-2", "name": "Sarah"]]]),
      .answer(Sample.today),
    ])
    #expect(machine.visits("today", "--worker", "Sarah Johnson").status == 0)
    #expect(machine.calls.map(\.method) == ["worker.list", "today"])
    #expect(machine.calls[1].params["worker"] == "sarah")
  }

  @Test("somebody who has left is found where no one else has that name")
  func left() {
    let machine = TestMachine([
      .refuse(Sample.notFound("worker", "john")), .answer(["workers": []]),
      .answer(["workers": [["id": "sarah", "name": "Sarah Johnson", "active": false]], "next": .null]),
      .answer(["entries": [], "previous": .null]),
    ])
    #expect(machine.visits("audit", "--worker", "john").status == 0)
    #expect(
      machine.calls == [
        .init(method: "audit.list", params: ["limit": 100, "worker": "john"]),
        .init(method: "worker.list", params: ["match": "john", "limit": 100]),
        .init(method: "worker.list", params: ["match": "john", "includeInactive": true, "limit": 100]),
        .init(method: "audit.list", params: ["limit": 100, "worker": "sarah"]),
      ])
  }

  @Test("a name that fits several lists them")
  func ambiguous() {
    let workers: JSONValue = [["id": "sarah", "name": "Sarah Johnson"], ["id": "jo", "name": "Jo Johnson"]]
    let run = TestMachine([.answer(["workers": workers])]).visits("today", "--worker", "Johnson")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        visits: "Johnson" may be any of 2 workers; name one by its id.
          sarah  Sarah Johnson
          jo     Jo Johnson

        """)
  }

  @Test("a name that fits nobody is not found")
  func nobody() {
    let nobody = TestMachine.Step.answer(["workers": []])
    let run = TestMachine([nobody, nobody]).visits("today", "--worker", "Zoë", "--json")
    #expect(run.status == 1)
    #expect(
      run.output == """
        {"error":{"code":1404,"message":"There is no worker \\"Zoë\\".",\
        "data":{"kind":"notFound","thing":"worker","id":"Zoë"}}}

        """)
  }

  @Test("a name that is nearly one says which", arguments: ["sarrah", "Jonson", "Sarah Jonson"])
  func nearName(text: String) {
    let everybody: JSONValue = ["workers": [["id": "sarah", "name": "Sarah Johnson"], ["id": "li", "name": "Li Wu"]]]
    let first: [TestMachine.Step] = text == "sarrah" ? [.refuse(Sample.notFound("worker", text))] : []
    let machine = TestMachine(first + [.answer(["workers": []]), .answer(["workers": []]), .answer(everybody)])
    let run = machine.visits("today", "--worker", text)
    #expect(run.status == 1)
    #expect(run.errors.contains("\n  Did you mean sarah (Sarah Johnson)?\n"))
  }

  @Test("a visit is named by either end of its id, never by its client's name")
  func eitherEnd() {
    let machine = TestMachine([.answer(["visits": [Sample.margaret, Sample.john]])])
    let run = machine.visits("show", "00A2", "--json")
    #expect(run.output.contains(Sample.johnID))
    #expect(machine.calls == [.init(method: "visit.list", params: ["match": "00a2", "limit": 1000])])
    let byName = TestMachine([.answer(["visits": [Sample.margaret]])]).visits("show", "chen")
    #expect(byName.status == 1)
    #expect(byName.errors.hasPrefix("visits: There is no visit whose id begins or ends with \"chen\".\n"))
  }

  @Test("an end that several ids share lists the visits")
  func sharedEnd() {
    let run = TestMachine([.answer(["visits": [Sample.margaret, Sample.john]])]).visits("show", "0199e0c2")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        visits: "0199e0c2" may be any of 2 visits; name one by the end of its id.
          000000a1  Margaret Chen, Friday, November 20, 2026, 8:00 AM - 9:00 AM, Sarah Johnson: Completed
          000000a2  John Smith, Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson: Scheduled

        """)
  }

  @Test("three characters are too few")
  func tooShort() {
    let machine = TestMachine([])
    #expect(machine.visits("show", "0a2").status == 64)
    #expect(machine.calls == [])
  }
}
