import JSON
import Testing
import VisitsCommands

/// `visits devices`.
@Suite("Devices on the command line") struct DevicesTests {
  private static func device(_ end: String, _ state: String, name: JSONValue = .null, version: JSONValue = 1)
    -> JSONValue
  {
    [
      "display": [
        "title": "Sarah Miller", "status": .string(state.prefix(1).uppercased() + state.dropFirst()),
        (state == "invited" ? "expires" : "lastHeard"): "Sat 8:00 AM",
      ],
      "id": .string("0199e0c2-5d80-7000-8000-0000\(end)"), "worker": "sarah", "name": name, "state": .string(state),
      "reason": state == "revoked" ? "lost" : .null, "version": version,
    ]
  }

  @Test("an invitation shows its code, until when it holds, and what takes it back")
  func invite() {
    let machine = TestMachine([
      .answer(["device": Self.device("11112222", "invited"), "code": "K7QM-2V9X-4HTD"])
    ])
    let run = machine.visits("devices", "invite", "sarah")
    #expect(
      run.output == """
        ✓ Sarah Miller is invited

            K7QM-2V9X-4HTD

          Type it on the device before Sat 8:00 AM. It is shown only this once.
          Undo: visits devices revoke 11112222 --reason 'Invited by mistake'

        """)
    #expect(machine.calls.map(\.method) == ["device.invite"])
    #expect(machine.calls.first?.params["worker"] == "sarah")
  }

  @Test("a code that nobody knows any more is said to be so, with what to do")
  func unknown() {
    let machine = TestMachine([.answer(["device": Self.device("11112222", "invited"), "code": .null])])
    let run = machine.visits("devices", "invite", "sarah")
    #expect(run.output == "")
    #expect(run.errors.contains("The code of this invitation is no longer available."))
    #expect(run.errors.contains("Invite again: visits devices invite sarah"))
  }

  @Test("a list says whose each is, where it stands, and when it was heard from or until when it is waited for")
  func list() {
    let machine = TestMachine([
      .answer([
        "devices": [
          Self.device("11112222", "enrolled", name: "Sarah's phone"), Self.device("33334444", "invited"),
          Self.device("55556666", "revoked"),
        ], "next": .null,
      ])
    ])
    let run = machine.visits("devices", "--all")
    #expect(
      run.output == """
        Sarah Miller  Sarah's phone  Enrolled  heard Sat 8:00 AM        11112222
        Sarah Miller                 Invited   until Sat 8:00 AM        33334444
        Sarah Miller                 Revoked   heard Sat 8:00 AM  lost  55556666

        """)
    #expect(machine.calls.first?.params["all"] == true)
    #expect(TestMachine([.answer(["devices": [], "next": .null])]).visits("devices").output == "No devices\n")
  }

  @Test("one is revoked by the end of its id or by its worker, as it was seen, and never one that may be another")
  func revoke() {
    let known: JSONValue = [
      "devices": [
        Self.device("11112222", "enrolled", name: "Sarah's phone", version: 2), Self.device("33334444", "invited"),
      ]
    ]
    let machine = TestMachine([.answer(known), .answer(["device": Self.device("11112222", "revoked")])])
    let run = machine.visits("devices", "revoke", "11112222", "--reason", "lost")
    #expect(
      run.output == """
        ✓ Sarah Miller: access revoked
          For 35 days it may still send what was recorded on it; it shows nothing. To stop that too: visits devices revoke 11112222 --reason 'lost' --lost
          Invite another: visits devices invite sarah

        """)
    #expect(machine.calls.last?.params["device"] == "0199e0c2-5d80-7000-8000-000011112222")
    #expect(machine.calls.last?.params["expectedVersion"] == 2)
    #expect(machine.calls.last?.params["lost"] == nil)
    let ambiguous = TestMachine([.answer(known)]).visits("devices", "revoke", "sarah", "--reason", "lost")
    #expect(ambiguous.status == 64)
    #expect(ambiguous.errors.contains("0199e0c2-5d80-7000-8000-000011112222  Sarah Miller, Sarah's phone"))
    let none = TestMachine([.answer(known)]).visits("devices", "revoke", "james", "--reason", "lost")
    #expect(none.status == 1)
    #expect(none.errors.contains("List them: visits devices"))
  }

  @Test("a lost one may not even send what was recorded on it, also when it was revoked before")
  func lost() {
    let known: JSONValue = ["devices": [Self.device("11112222", "enrolled")], "next": .null]
    let answer: JSONValue = ["device": Self.device("11112222", "revoked")]
    let machine = TestMachine([.answer(known), .answer(answer)])
    let run = machine.visits("devices", "revoke", "sarah", "--reason", "stolen", "--lost")
    #expect(
      run.output == """
        ✓ Sarah Miller: access revoked
          Invite another: visits devices invite sarah

        """)
    #expect(machine.calls.last?.params["lost"] == true)
    let before = TestMachine([
      .answer(["devices": [Self.device("11112222", "revoked")], "next": .null]), .answer(answer),
    ])
    #expect(before.visits("devices", "revoke", "11112222", "--reason", "stolen", "--lost").status == 0)
    #expect(before.calls.map { $0.params["all"] } == [true, nil])
    #expect(before.calls.last?.params["lost"] == true)
  }

  @Test("a worker's name does not say which one is lost if the worker has a new one")
  func lostBesideNew() {
    let known: JSONValue = [
      "devices": [
        Self.device("11112222", "revoked"), Self.device("33334444", "enrolled"), Self.device("55556666", "invited"),
      ], "next": .null,
    ]
    let run = TestMachine([.answer(known)]).visits("devices", "revoke", "sarah", "--reason", "stolen", "--lost")
    #expect(run.status == 64)
    #expect(run.errors.contains("0199e0c2-5d80-7000-8000-000011112222  Sarah Miller"))
    #expect(run.errors.contains("0199e0c2-5d80-7000-8000-000033334444  Sarah Miller"))
    #expect(!run.errors.contains("55556666"))
  }

  @Test("one is revoked though a thousand others stand before it in the list")
  func revokeBehindOthers() {
    let machine = TestMachine([
      .answer(["devices": [Self.device("33334444", "enrolled")], "next": "0199e0c2-5d80-7000-8000-000033334444"]),
      .answer(["devices": [Self.device("11112222", "enrolled")], "next": .null]),
      .answer(["device": Self.device("11112222", "revoked")]),
    ])
    #expect(machine.visits("devices", "revoke", "11112222", "--reason", "lost").status == 0)
    #expect(machine.calls.map { $0.params["after"] } == [nil, "0199e0c2-5d80-7000-8000-000033334444", nil])
    #expect(machine.calls.last?.params["device"] == "0199e0c2-5d80-7000-8000-000011112222")
  }
}
