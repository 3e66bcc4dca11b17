import JSON
import JSONRPC
import Testing

@testable import VisitsCommands

@Suite("visits status and visits metrics")
struct StatusTests {
  private let status: JSONValue = [
    "version": "0.1.0", "writable": true, "uptime": 93_784, "visits": 12_304, "workers": 41, "clients": 230,
    "connections": 7, "lastMinute": ["calls": 1203, "errors": 2, "changes": 1],
    "databaseBytes": 6_400_000, "logBytes": 1_200_000,
    "lastBackup": ["at": "2026-11-20T02:30:00Z", "secondsAgo": 50_000, "bytes": 5_100_000],
    "backupRoom": ["freeBytes": 12_000_000_000, "reserveBytes": 256_000_000, "backups": 1835],
    "cursor": "1:2", "emergencies": 1, "alerts": ["late": 3],
    "sync": ["state": "synced", "label": "Synced", "pendingChanges": 0],
    "warnings": ["Nobody is paged in an emergency: emergency.tiers is empty."],
    "logged": [
      [
        "messageId": "b2cab8337f954b458fe53cfa1ba16451", "severity": "warning", "message": "Upstream is away.",
        "at": "2026-11-20T15:00:00Z", "secondsAgo": 190, "count": 12,
      ],
      [
        "messageId": "8cac463148b347d7a461fc4772f878e7", "severity": "error", "message": "Sync fails: 401.",
        "at": "2026-11-20T12:00:00Z", "secondsAgo": 10_900, "count": 1,
      ],
    ],
  ]

  @Test("status says in one screen how things are, and what was logged lately")
  func screen() {
    let run = TestMachine([.answer(status)]).visits("status", "--socket", "/run/s")
    #expect(
      run.output == """
        visitsd 0.1.0  ✓ takes changes

        Up           1 d 2 h
        Visits       12,304
        Workers      41
        Clients      230
        Emergencies  1 open
        Alerts       3 late
        Connections  7
        Last minute  1,203 calls, 2 of them refused, 1 change
        Database     6.4 MB, 1.2 MB of it log
        Backup       13 h ago, 5.1 MB
        Free space   12.0 GB, enough for 1,835 backups
        Sync         Synced ✓
        Socket       /run/s
        ⚠ Nobody is paged in an emergency: emergency.tiers is empty.

        Logged and not resolved yet; journalctl -u visitsd -x says what to do
        3 min ago  12×  Upstream is away.
        3 h ago         Sync fails: 401.

        """)
  }

  @Test("status of a service where nothing happens says no more than that")
  func quiet() {
    var quiet = status.object ?? [:]
    for (name, value) in [
      "lastMinute": ["calls": 1, "errors": 0, "changes": 0], "logBytes": 0, "emergencies": 0, "alerts": [:],
      "warnings": [], "logged": [],
    ] as [String: JSONValue] {
      quiet[name] = value
    }
    quiet["lastBackup"] = nil
    quiet["syncConfigured"] = false
    quiet["backupRoom"] = ["freeBytes": 9_000_000, "reserveBytes": 2_000_000, "backups": 1]
    let output = TestMachine([.answer(.object(quiet))]).visits("status", "--socket", "/run/s").output
    #expect(output.contains("\nLast minute  1 call, 0 changes\nDatabase     6.4 MB\nBackup       none yet\n"))
    #expect(output.contains("\nFree space   9.0 MB, enough for 1 backup\n"))
    #expect(output.hasSuffix("\nSync         no upstream\nSocket       /run/s\n"))
  }

  private func brief(writable: Bool, warnings: [JSONValue]) -> JSONValue {
    ["version": "0.1.0", "writable": .bool(writable), "visits": 12, "warnings": .array(warnings)]
  }

  @Test("status goes red while the service takes no changes: it exits with 1, with --json too")
  func readOnly() {
    let readOnly = brief(writable: false, warnings: ["The disk is full."])
    let run = TestMachine([.answer(readOnly)]).visits("status")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("visitsd 0.1.0  ⚠ takes no changes\n"))
    #expect(run.errors == "")
    let forProgram = TestMachine([.answer(readOnly)]).visits("status", "--json")
    #expect((forProgram.status, forProgram.output, forProgram.errors) == (1, readOnly.text + "\n", ""))
    #expect(TestMachine([.answer(status)]).visits("status").status == 0)
    #expect(TestMachine([.noConnection(.nobodyListening(path: "/run/s"))]).visits("status").status == 69)
  }

  @Test("status --nagios prints the line of a monitoring plugin, and exits as one")
  func plugin() {
    func run(_ step: TestMachine.Step) -> Run { TestMachine([step]).visits("status", "--nagios") }
    let well = run(.answer(brief(writable: true, warnings: [])))
    #expect((well.status, well.output) == (0, "VISITS OK - takes changes, 12 visits\n"))
    let warned = run(.answer(brief(writable: true, warnings: ["Nobody is paged | see\nthe guide.", "Another."])))
    #expect((warned.status, warned.output) == (1, "VISITS WARNING - Nobody is paged / see the guide. Another.\n"))
    let full = run(.answer(brief(writable: false, warnings: ["The disk is full."])))
    #expect((full.status, full.output) == (2, "VISITS CRITICAL - takes no changes. The disk is full.\n"))
    let away = run(.noConnection(.noSocket(path: "/run/visitsd/visitsd.sock")))
    #expect(away.status == 2)
    #expect(away.output.hasPrefix("VISITS CRITICAL - visitsd is not running: there is no socket"))
    let barred = run(.noConnection(.permission(path: "/run/visitsd/visitsd.sock")))
    #expect(barred.status == 3)
    #expect(barred.output.hasPrefix("VISITS UNKNOWN - "))
    for each in [well, warned, full, away, barred] {
      #expect(each.errors == "")
      #expect(each.output.count { $0 == "\n" } == 1)
    }
    #expect(TestMachine([]).visits("status", "--nagios", "--json").status == 64)
  }

  @Test(
    "status --nagios warns of all that needs the operator's attention, and says the first of it",
    arguments: [
      (["emergencies": 1], "Emergencies: 1 open"), (["emergencies": 1, "warnings": ["x"]], "Emergencies: 1 open"),
      (["lastBackup": .null], "Backup: none yet"),
      (["lastBackup": ["secondsAgo": 172_801, "bytes": 5_100_000]], "Backup: 2 d ago, 5.1 MB"),
      (["backupRoom": ["freeBytes": 9_000_000, "backups": 0]], "Free space: 9.0 MB, enough for 0 backups"),
      (["sync": ["state": "failed", "label": "Sync failed"]], "Sync failed ⚠"),
      (["syncProblems": ["parked": 2, "overruled": 0, "unread": 1]], "Sync: 2 parked, 1 unread"),
      (["syncProblems": ["parked": 0, "overruled": 3, "unread": 0]], "Sync: 3 overruled"),
      (
        [
          "logged": [
            ["severity": "warning", "message": "Upstream is away."], ["severity": "error", "message": "No backup."],
            ["severity": "critical", "message": "Damaged."],
          ]
        ], "No backup."
      ),
    ] as [([String: JSONValue], String)])
  func attention(changed: [String: JSONValue], reason: String) {
    let run = checked(changed)
    #expect((run.status, run.output) == (1, "VISITS WARNING - \(reason)\n"))
  }

  @Test("status --nagios is content with a backup of the night before last, and with what is a warning in the log")
  func content() {
    let logged: JSONValue = [["severity": "warning", "message": "Upstream is away."]]
    let run = checked(["lastBackup": ["secondsAgo": 172_800, "bytes": 1], "logged": logged])
    #expect((run.status, run.output) == (0, "VISITS OK - takes changes, 12,304 visits\n"))
  }

  /// What the plugin says where all is well but for these members of the status; `.null` takes one away.
  private func checked(_ changed: [String: JSONValue]) -> Run {
    var whole = status.object ?? [:]
    let well: [String: JSONValue] = [
      "emergencies": 0, "warnings": [], "logged": [], "syncProblems": ["parked": 0, "overruled": 0, "unread": 0],
    ]
    for (name, value) in well.merging(changed, uniquingKeysWith: { $1 }) {
      whole[name] = value == .null ? nil : value
    }
    return TestMachine([.answer(.object(whole))]).visits("status", "--nagios")
  }

  @Test("status of a damaged database leaves out what cannot be read, and says what to do")
  func damaged() {
    var damaged = status.object ?? [:]
    damaged["writable"] = false
    damaged["reason"] = "databaseDamaged"
    damaged["warnings"] = ["The database is damaged: file is not a database."]
    for name in ["visits", "workers", "clients", "cursor"] { damaged[name] = nil }
    let output = TestMachine([.answer(.object(damaged))]).visits("status", "--socket", "/run/s").output
    #expect(output.hasPrefix("visitsd 0.1.0  ⚠ takes no changes\n\nUp           1 d 2 h\nEmergencies  1 open\n"))
    #expect(output.contains("\n⚠ The database is damaged: file is not a database.\n"))
  }

  @Test("metrics prints the text as it is, and with --json the API's result")
  func metrics() {
    let answer: JSONValue = ["content": "# TYPE a gauge\na 1\n# EOF\n", "mediaType": "application/openmetrics-text"]
    #expect(TestMachine([.answer(answer)]).visits("metrics").output == "# TYPE a gauge\na 1\n# EOF\n")
    #expect(TestMachine([.answer(answer)]).visits("metrics", "--json").output == answer.text + "\n")
    let machine = TestMachine([.answer(answer), .answer(answer)])
    _ = machine.visits("metrics")
    _ = machine.visits("metrics", "--prometheus")
    #expect(machine.calls.map { $0.params["format"] } == [nil, "prometheus"])
  }
}
