import JSON
import Testing
import VisitsCommands

@Suite("Alerts, laid out")
struct AlertsTests {
  private func alert(
    _ title: String, _ text: String, visit: String, state: String = "open", status: String? = nil
  ) -> JSONValue {
    [
      "id": .string("018f3b2e-7c1a-7b3d-9f00-0000\(visit)"), "state": .string(state),
      "visit": .string("018f3b2e-7c1a-7b3d-9f00-1111\(visit)"),
      "display": [
        "title": .string(title), "worker": "Sarah Miller", "date": "Today", "time": "8:00 AM - 9:00 AM",
        "text": .string(text), "status": status.map(JSONValue.string) ?? .null,
      ],
    ]
  }

  @Test("what nobody has taken note of stands first, what has waited longest before the rest")
  func list() {
    let machine = TestMachine([
      .answer([
        "alerts": [
          alert("Walter Berg", "Late since 8:15 AM", visit: "000000c3"),
          alert(
            "John Smith", "Late since 8:15 AM", visit: "000000b2", state: "acknowledged", status: "Acknowledged by anna"
          ),
          alert("Agnes Kowalchuk", "No check-out by 8:15 AM", visit: "000000a1"),
        ]
      ]), .answer(["emergencies": []]),
    ])
    let run = machine.visits("alerts")
    #expect(
      run.output == """
        ⚠  Agnes Kowalchuk  Sarah Miller  Today 8:00 AM - 9:00 AM  No check-out by 8:15 AM                        000000a1
        ⚠  Walter Berg      Sarah Miller  Today 8:00 AM - 9:00 AM  Late since 8:15 AM                             000000c3
        –  John Smith       Sarah Miller  Today 8:00 AM - 9:00 AM  Late since 8:15 AM       Acknowledged by anna  000000b2

        """)
    #expect(
      machine.calls == [
        .init(method: "alert.list", params: ["open": true, "limit": 1000]),
        .init(method: "emergency.list", params: ["open": true]),
      ])
  }

  @Test("nothing to be looked at is said so")
  func nothing() {
    func machine() -> TestMachine { TestMachine([.answer(["alerts": []]), .answer(["emergencies": []])]) }
    #expect(machine().visits("alerts").output == "Nothing needs attention\n")
    #expect(machine().visits("alerts", "--all").output == "No alerts\n")
  }

  @Test("while somebody needs help, that comes first, and nobody is told that nothing needs attention")
  func emergency() {
    let alerts = TestMachine([.answer(["alerts": []]), .answer(["emergencies": Sample.emergencies])]).visits("alerts")
    let late = TestMachine([.answer(Sample.alarm)]).visits("late")
    for output in [alerts.output, late.output] {
      #expect(
        output.hasPrefix(
          """
          ⚠ Emergency: Sarah Miller, since 8:02 AM, Margaret Chen, 123 Oak St, Edmonton
            I cannot get up
            Acknowledge: visits emergency ack sarah

          """))
      #expect(output.hasSuffix("\n\nNo other visit needs attention\n"))
      #expect(!output.contains("Nothing needs attention"))
    }
    let spoken = TestMachine([.answer(Sample.alarm)]).visits("late", "--spoken").output
    #expect(spoken == "Emergency of Sarah Miller, since 8:02 AM, Raised\nEmergency of Tom Wu\n")
    let json = TestMachine([.answer(Sample.alarm)]).visits("late", "--json").output
    #expect(json.contains(#""emergencies":[{"#))
  }

  @Test("a visit named by the end of its id is taken note of with all that is wrong with it")
  func acknowledge() {
    let late = alert("Walter Berg", "Late since 8:15 AM", visit: "000000c3")
    let done = alert(
      "Walter Berg", "Late since 8:15 AM", visit: "000000c3", state: "acknowledged", status: "Acknowledged by anna")
    let machine = TestMachine([.answer(["alerts": [late]]), .answer(["alert": done])])
    let run = machine.visits("alerts", "ack", "000000c3", "--note", "Calling her")
    #expect(
      run.output
        == "–  Walter Berg  Sarah Miller  Today 8:00 AM - 9:00 AM  Late since 8:15 AM  Acknowledged by anna  000000c3\n"
    )
    #expect(machine.calls.map(\.method) == ["alert.list", "alert.acknowledge"])
    #expect(machine.calls.last?.params["note"] == "Calling her")
    let unknown = TestMachine([.answer(["alerts": []])]).visits("alerts", "ack", "000000c3")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("There is no current alert for a visit \"000000c3\"."))
  }

  @Test("a visit is taken note of by its client's name, unless that may be another's; nothing is guessed")
  func acknowledgeByName() {
    let alerts = [
      alert("Walter Berg", "Late since 8:15 AM", visit: "000000c3"),
      alert("John Smith", "Late since 8:15 AM", visit: "000000b2"),
      alert("Joan Smith", "Late since 8:15 AM", visit: "000000a1"),
    ]
    let machine = TestMachine([.answer(["alerts": .array(alerts)]), .answer(["alert": alerts[1]])])
    #expect(machine.visits("alerts", "ack", "john").status == 0)
    #expect(machine.calls.last?.params["alert"] == alerts[1]["id"])
    let nobody = TestMachine([.answer(["alerts": [alerts[0]]])]).visits("alerts", "ack", " ")
    #expect(nobody.status == 1, "what a script left empty is nobody's name")
    let both = TestMachine([.answer(["alerts": .array(alerts)])]).visits("alerts", "ack", "smith")
    #expect(both.status == 64)
    #expect(
      both.errors == """
        visits: "smith" may be any of 2 visits; name one by the end of its id.
          ⚠  Joan Smith  Sarah Miller  Today 8:00 AM - 9:00 AM  Late since 8:15 AM  000000a1
          ⚠  John Smith  Sarah Miller  Today 8:00 AM - 9:00 AM  Late since 8:15 AM  000000b2

        """)
  }

  @Test("a visit is taken note of though a thousand newer alerts stand before its own")
  func acknowledgeBehindOthers() {
    let late = alert("Walter Berg", "Late since 8:15 AM", visit: "000000c3")
    let next: JSONValue = "018f3b2e-7c1a-7b3d-9f00-0000000000a1"
    let machine = TestMachine([
      .answer(["alerts": [alert("John Smith", "Late since 8:15 AM", visit: "000000a1")], "next": next]),
      .answer(["alerts": [late], "next": .null]), .answer(["alert": late]),
    ])
    #expect(machine.visits("alerts", "ack", "000000c3").status == 0)
    #expect(machine.calls.map { $0.params["after"] } == [nil, next, nil])
    #expect(machine.calls.last?.params["alert"] == late["id"])
  }

  @Test("late shows what stands first on the board, and nothing else")
  func late() {
    let machine = TestMachine([.answer(Sample.board)])
    #expect(
      machine.visits("late").output == """
        Today  3/9                                                              Synced ✓

        ⚠  Needs attention
           John Smith  Sarah Miller  Late since 10:15 AM  000000a2

        """)
    #expect(machine.calls == [.init(method: "today", params: ["all": true])])
  }

  @Test("late names the day of a visit that stands on another")
  func otherDay() throws {
    guard case .object(var board) = Sample.board, var alert = board["alerts"]?.array?.first?.object else {
      return #expect(Bool(false))
    }
    alert["date"] = "Friday, November 20"
    board["alerts"] = [.object(alert)]
    #expect(
      TestMachine([.answer(.object(board))]).visits("late").output.hasSuffix(
        "   John Smith  Sarah Miller  Friday, November 20  Late since 10:15 AM  000000a2\n"))
  }

  @Test("late --watch prints what needs attention anew when that is different, and not when something else is")
  func watch() throws {
    guard case .object(var calm) = Sample.boardOf("Today", etag: "b3") else { return #expect(Bool(false)) }
    calm["alerts"] = []
    let machine = TestMachine([
      .answer(Sample.board), .answer(["cursor": "1:6"]), .answer(["notModified": true, "etag": "b1"]),
      .tell("event", ["cursor": "1:7", "method": "visit.add"]), .answer(Sample.boardOf("Today", etag: "b2")),
      .tell("event", ["cursor": "1:8", "method": "visit.start"]), .answer(.object(calm)),
    ])
    machine.wakes = [.time, .time]
    let run = machine.visits("late", "--watch")
    #expect(run.output.ranges(of: "Late since 10:15 AM").count == 1)
    #expect(run.output.ranges(of: "Nothing needs attention").count == 1)
  }

  @Test("status counts what needs attention, and says nothing of it when nothing does")
  func counted() {
    func status(_ alerts: JSONValue) -> String {
      TestMachine([.answer(["version": "1", "writable": true, "alerts": alerts])]).visits("status").output
    }
    #expect(status(["late": 3, "missed": 1, "overrun": 0]).contains("3 late, 1 probably missed\n"))
    #expect(!status(["late": 0]).contains("Alerts"))
  }
}
