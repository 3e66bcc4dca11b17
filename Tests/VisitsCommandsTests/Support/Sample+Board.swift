import JSON
import VisitsCommands

extension Sample {
  /// A coordinator's morning: one is late, one is with a client, one is done, two are free, one visit is open.
  static let board = boardOf("Today", etag: "b1")

  static func boardOf(_ heading: String, etag: String) -> JSONValue {
    [
      "heading": .string(heading), "date": "2026-11-20", "utcOffset": -25_200,
      "sync": ["state": "synced", "label": "Synced", "symbol": "check", "pendingChanges": 0],
      "emergency": ["canRaise": false, "label": "Emergency", "hint": "Call your office."],
      "progress": ["completed": 3, "total": 9, "label": "3/9"],
      "titles": ["alerts": "Needs attention", "free": "Free", "open": "Open visits"],
      "alerts": [
        [
          "kind": "late", "visit": id(2), "worker": "sarah", "name": "Sarah Miller", "client": "john-smith",
          "title": "John Smith", "text": "Late since 10:15 AM", "since": "2026-11-20T17:15:00Z",
          "spoken": "John Smith, Sarah Miller, Late since 10:15 AM",
        ]
      ],
      "rows": [
        row("Anna Berg", "free", "–", "Free", "0/0", spoken: "Anna Berg, Free"),
        row(
          "James Okafor", "inProgress", "◐", "In progress", "2/4", current: "Agnes Kowalchuk until 12:15 PM",
          next: "next Margaret Chen 2:00 PM"),
        row("Sarah Miller", "late", "⚠", "Late", "1/5", next: "next Walter Berg 1:00 PM"),
        row("Tom Wu", "done", "✓", "Done", "3/3"),
        row("Zoë Adams", "free", "–", "Free", "0/0", spoken: "Zoë Adams, Free"),
      ],
      "open": [
        [
          "visit": id(7), "mark": "○", "title": "Margaret Chen", "time": "4:00 PM - 5:00 PM",
          "address": "123 Oak St, Edmonton", "status": "scheduled", "spoken": "Margaret Chen, 4:00 PM to 5:00 PM",
        ]
      ],
      "etag": .string(etag),
    ]
  }

  /// Two who need help: one whom nobody has taken up, at a client's home, and one whom somebody has.
  static let emergencies: JSONValue = [
    [
      "id": "e1", "worker": "sarah", "state": "raised", "note": "I fell\nI cannot get up",
      "display": [
        "title": "Sarah Miller", "text": "Emergency: Sarah Miller, since 8:02 AM", "since": "8:02 AM",
        "status": "Raised", "client": "Margaret Chen", "address": "123 Oak St, Edmonton",
        "spoken": "Emergency of Sarah Miller, since 8:02 AM, Raised",
      ],
    ],
    [
      "id": "e2", "worker": "tom", "state": "acknowledged", "note": .string(String(repeating: "x", count: 200)),
      "acknowledged": ["by": "anna"],
      "display": [
        "title": "Tom Wu", "text": "Emergency: Tom Wu, since 8:05 AM. Acknowledged by anna.", "since": "8:05 AM",
        "status": "Acknowledged", "client": .null, "address": .null, "spoken": "Emergency of Tom Wu",
      ],
    ],
  ]

  /// The same morning with them, and no visit that needs attention.
  static var alarm: JSONValue {
    guard case .object(var board) = board else { return .null }
    board["banner"] = ["kind": "emergency", "message": "Emergency: Sarah Miller, since 8:02 AM"]
    board["emergency"] = ["open": ["id": "e1", "worker": "sarah", "state": "raised"]]
    board["emergencies"] = emergencies
    board["alerts"] = []
    return .object(board)
  }

  /// Two days of a week.
  static let week: JSONValue = [
    "heading": "Nov 16 - Nov 22", "worker": "sarah", "name": "Sarah Miller",
    "counts": ["label": "1/2, 1 h 30 min open"],
    "days": [
      [
        "date": "2026-11-20", "heading": "Friday, November 20", "isToday": true,
        "counts": ["label": "1/2, 1 h 30 min open"], "cards": today["cards"] ?? [],
      ],
      [
        "date": "2026-11-21", "heading": "Saturday, November 21", "isToday": false,
        "counts": ["label": "No visits"], "cards": [],
      ],
    ],
  ]

  private static func row(
    _ name: String, _ state: String, _ mark: String, _ label: String, _ progress: String, current: String? = nil,
    next: String? = nil, spoken: String? = nil
  ) -> JSONValue {
    var row: JSONObject = [
      "worker": "w", "name": .string(name), "state": .string(state), "mark": .string(mark), "label": .string(label),
      "progress": ["label": .string(progress)], "alerts": 0, "spoken": .string(spoken ?? name),
    ]
    row["current"] = current.map { ["text": .string($0)] }
    row["next"] = next.map { ["text": .string($0)] }
    return .object(row)
  }
}
