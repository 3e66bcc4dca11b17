import JSON
import JSONRPC
import Testing
import VisitsCommands

@Suite("Adding people")
struct NewPeopleTests {
  @Test("a name is enough: the daemon makes the id of it", arguments: [("clients", "client"), ("workers", "worker")])
  func byName(command: String, kind: String) {
    let person: JSONValue = ["id": "wanda-kirk", "name": "Wanda Kirk", "version": 1]
    let machine = TestMachine([.answer([kind: person])])
    let run = machine.visits(command, "add", "Wanda Kirk", "--phone", "780")
    #expect(
      run.output == """
        ✓ Wanda Kirk (wanda-kirk) added
          Undo: visits \(command) change wanda-kirk --inactive

        """)
    #expect(machine.calls.first?.method == "\(kind).put")
    #expect(machine.calls.first?.params["name"] == "Wanda Kirk")
    #expect(machine.calls.first?.params["id"] == nil)
    #expect(machine.calls.first?.params["expectedVersion"] == 0)
  }

  @Test("a second person of one name is told of the first, and how to add the other")
  func sameName() {
    let conflict = RPCError(
      code: 1409, kind: "versionConflict", message: "Changed.",
      data: ["current": ["id": "wanda-kirk", "name": "Wanda Kirk"]])
    let run = TestMachine([.refuse(conflict)]).visits("clients", "add", "Wanda Kirk")
    #expect(run.status == 1)
    #expect(
      run.errors == """
        visits: There is a client wanda-kirk already: Wanda Kirk
          Change it: visits clients change wanda-kirk …
          Or add another of that name: visits clients add wanda-kirk-2 --name 'Wanda Kirk'

        """)
  }

  @Test("an id alone lacks the name")
  func idAlone() {
    let machine = TestMachine([])
    let run = machine.visits("workers", "add", "wanda")
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("visits: Missing expected argument '--name <name>'"))
    #expect(machine.calls == [])
  }
}
