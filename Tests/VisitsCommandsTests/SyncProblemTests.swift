import JSON
import Testing
import VisitsCommands

@Suite("visits sync problems")
struct SyncProblemTests {
  private let parked: JSONValue = [
    "problem": 9, "kind": "parked", "visit": "0199e0c2-5d80-7000-8000-0000000000a1", "thing": "visit/x",
    "attempts": 2, "words": "Contract 7: closed",
    "display": [
      "title": "Margaret Chen", "worker": "Sarah Miller", "date": "Today", "time": "8:00 AM - 9:00 AM",
      "since": "7:58 AM",
    ],
  ]
  private let unread: JSONValue = [
    "problem": 10, "kind": "unread", "thing": "Appointment/a9", "attempts": 1, "words": "It is not there.",
    "display": ["title": "Appointment/a9", "since": "7:59 AM"],
  ]

  @Test("lists each with its number, in line with the others, and the commands that settle them")
  func list() {
    let run = TestMachine([.answer(["problems": [parked, unread]])]).visits("sync", "problems")
    #expect(
      run.output == """
         9  Margaret Chen  Today  8:00 AM - 9:00 AM  Sarah Miller
            Contract 7: closed
            since 7:58 AM

        10  Appointment/a9
            It is not there.
            since 7:59 AM

        """)
    #expect(
      run.errors == """
        See one in full: visits sync show NUMBER
        Try again: visits sync retry NUMBER, or --all
        Leave it as it is: visits sync discard NUMBER --reason WHY

        """)
  }

  @Test("shows one whole")
  func show() {
    let machine = TestMachine([.answer(["problems": [parked]])])
    let run = machine.visits("sync", "show", "9")
    #expect(
      run.output == """
        Margaret Chen  Today  8:00 AM - 9:00 AM  Sarah Miller

        Problem  9, a change that the agency's system refuses
        Words    Contract 7: closed
        Since    7:58 AM
        Met      2 times
        Visit    0199e0c2-5d80-7000-8000-0000000000a1

        """)
    #expect(
      run.errors == """
        See the visit: visits show 000000a1
        Try again: visits sync retry 9
        Leave it as it is: visits sync discard 9 --reason WHY

        """)
    #expect(machine.calls == [.init(method: "sync.problems", params: ["problem": 9])])
  }

  @Test("tries one again, those of a visit, or all, and nothing that is not said")
  func retry() {
    let machine = TestMachine([.answer(["retried": 3])])
    #expect(machine.visits("sync", "retry", "--all").output == "3 problems are tried again.\n")
    #expect(machine.calls.first?.params["all"] == true)
    let none = TestMachine([.answer(["retried": 0])]).visits("sync", "retry", "--all")
    #expect((none.output, none.errors) == ("✓ No problems\n", ""))
    for run in [machine.visits("sync", "retry", "9", "--all"), machine.visits("sync", "retry")] {
      #expect(run.status == 64)
      #expect(run.errors.contains("Which problem? Give its number, or --visit with a visit's id, or --all."))
    }
  }
}
