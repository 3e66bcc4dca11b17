import JSON
import Testing
import VisitsCommands

@Suite("The list for the wall")
struct WallListTests {
  private let rosa = visit(
    1, "Rosa Diaz", "1:00 PM - 2:00 PM", "scheduled", "Scheduled", worker: "ben", workerName: "Ben Ode",
    address: "4 Main St, Leduc")
  private let margaret = visit(
    2, "Margaret Chen", "8:00 AM - 9:00 AM", "completed", "Completed", address: "123 Oak St, Edmonton")
  private let john = visit(
    3, "John Smith", "10:00 AM - 11:00 AM", "scheduled", "Scheduled", address: "456 Maple Ave, Edmonton")
  private let open = visit(
    4, "Ann & \"Bob\" <Ray>", "4:00 PM - 5:00 PM", "scheduled", "Scheduled", worker: .null, workerName: "Open")

  private static func visit(
    _ number: Int, _ title: String, _ time: String, _ status: String, _ label: String, worker: JSONValue = "sarah",
    workerName: String = "Sarah Johnson", address: JSONValue = .null
  ) -> JSONValue {
    var visit =
      Sample.visit(
        number, title, time, status, label, start: "2026-11-20T15:00:00Z", end: "2026-11-20T16:00:00Z",
        worker: worker, workerName: workerName
      ).object ?? [:]
    visit["address"] = address
    return .object(visit)
  }

  @Test("a section for each worker has times, clients and addresses, and no id; visits without a worker stand last")
  func sections() {
    let machine = TestMachine([.answer(["visits": [margaret, john, rosa, open], "next": .null])])
    let run = machine.visits("list", "--date", "tomorrow", "--by", "worker")
    #expect(
      run.output == """
        Ben Ode
        Friday, November 20, 2026
          1:00 PM - 2:00 PM    Rosa Diaz          4 Main St, Leduc

        Sarah Johnson
        Friday, November 20, 2026
          8:00 AM - 9:00 AM    Margaret Chen      123 Oak St, Edmonton     Completed
          10:00 AM - 11:00 AM  John Smith         456 Maple Ave, Edmonton

        Unassigned
        Friday, November 20, 2026
          4:00 PM - 5:00 PM    Ann & "Bob" <Ray>

        """)
    #expect(machine.calls.first?.method == "visit.list")
    #expect(machine.calls.first?.params["localFrom"] == "tomorrow")
    // Nobody goes to a visit that was cancelled.
    #expect(machine.calls.first?.params["status"] == ["scheduled", "inProgress", "completed", "missed"])
  }

  @Test("it fits paper of 80 columns also where no terminal says so, and every page of the answer is in it")
  func paper() {
    let far = Self.visit(
      5, "Bartholomew Featherstonehaugh", "9:00 AM - 10:00 AM", "scheduled", "Scheduled",
      address: "Apartment 1204, Riverbend Terrace, 10918 88 Avenue NW, Edmonton, Alberta")
    let machine = TestMachine([
      .answer(["visits": [rosa], "next": "12:ab"]), .answer(["visits": [far], "next": .null]),
    ])
    let run = machine.visits("list", "--by", "worker")
    #expect(
      run.output == """
        Ben Ode
        Friday, November 20, 2026
          1:00 PM - 2:00 PM   Rosa Diaz                      4 Main St, Leduc

        Sarah Johnson
        Friday, November 20, 2026
          9:00 AM - 10:00 AM  Bartholomew Featherstonehaugh  Apartment 1204, Riverbend
                                                             Terrace, 10918 88 Avenue
                                                             NW, Edmonton, Alberta

        """)
    #expect(machine.calls.last?.params["after"] == "12:ab")
    let none = TestMachine([.answer(["visits": [], "next": .null])]).visits("list", "--by", "worker")
    #expect(none.output == "No visits\n")
  }

  @Test("as HTML it is one file with a printed page for each worker, without a script, every text escaped")
  func page() {
    let answer: JSONValue = ["visits": [margaret, john, rosa, open], "next": .null]
    let run = TestMachine([.answer(answer)]).visits("list", "--by", "worker", "--format", "html")
    #expect(run.output.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n"))
    #expect(run.output.hasSuffix("</html>\n"))
    #expect(run.output.contains("<title>Visits, Friday, November 20, 2026</title>"))
    let headings = run.output.split(separator: "\n").filter { $0.hasPrefix("<h1>") }
    #expect(headings == ["<h1>Ben Ode</h1>", "<h1>Sarah Johnson</h1>", "<h1>Unassigned</h1>"])
    #expect(run.output.contains("section { break-after: page; }"))
    #expect(
      run.output.contains(
        "<tr><td>10:00 AM - 11:00 AM</td><td>John Smith</td><td>456 Maple Ave, Edmonton</td></tr>"))
    #expect(run.output.contains("<td>Ann &amp; &quot;Bob&quot; &lt;Ray&gt;</td><td></td>"))
    #expect(!run.output.contains("<script") && !run.output.contains("http") && !run.output.contains("000000a"))
    let german = TestMachine([.answer(answer)]).visits("list", "--format", "html", "--locale", "de")
    #expect(german.output.contains("<html lang=\"de\">"))
    #expect(german.output.contains("<h1>Nicht zugeteilt</h1>"))
  }

  @Test(
    "a page of HTML is no JSON, and a list for the wall has no next page",
    arguments: [
      ["--format", "html", "--json"], ["--by", "worker", "--after", "12:ab"], ["--by", "worker", "--limit", "5"],
    ])
  func excluded(words: [String]) {
    let machine = TestMachine([])
    let errors = KeptOutput()
    #expect(VisitsCommand.run(["list"] + words, on: machine, output: KeptOutput(), errors: errors) == 64)
    #expect(errors.text.hasPrefix("visits: Two of the options exclude each other: give one of them."))
    #expect(machine.calls == [])
  }
}
