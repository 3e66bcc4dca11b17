import JSON
import VisitsAPI
import VisitsModel

/// What parameters are made of. The first value of each pool is one that is taken.
struct ValuePool {
  let mirror: Mirror
  let now: Instant
  let codes: [String]
  let method: String
  /// Whose device it is that calls.
  let worker: String?

  /// What no parameter expects, or only few.
  static let odd: [JSONValue] = [
    .null, true, -1, 0, 9_007_199_254_740_993, .number(1.5), "", " ", "\u{0}", "\u{200B}", [], ["x"],
    .object(JSONObject()), ["a": 1], .string(String(repeating: "x", count: 4001)),
    .string(String(repeating: "e\u{301}", count: 120)),
  ]

  /// Whether a parameter is to be left out mostly: it stands in the way of others.
  static func rare(_ name: String) -> Bool {
    name.hasPrefix("local")
      || [
        "timeZone", "offset", "upload", "part", "last", "columns", "dateOrder", "visit", "all", "undo", "end", "dryRun",
      ].contains(name)
  }

  /// An instant as it is sent.
  static func text(_ instant: Instant) -> String { Timestamp(milliseconds: instant.milliseconds).text }

  private func text(in minutes: Int64) -> JSONValue { .string(Self.text(now.adding(minutes: minutes))) }

  /// Values of a parameter, where these are the others so far.
  mutating func pool(for field: FieldDescription, _ params: JSONObject) -> [JSONValue] {
    if let words = words(of: field.schema.json) { return words }
    switch field.name {
    case "visit": return visits + strangers
    case "worker" where method == "worker.unlink": return ["ewa", "sarah", "nobody-here"]
    case "client" where method == "client.unlink": return ["ruth-adler", "margaret-chen", "nobody-here"]
    case "record" where method == "worker.link":
      return ["https://ehr.example/fhir/Practitioner/7", "Practitioner/p1", "Practitioner/8", "Patient/c1"]
    case "record": return ["https://ehr.example/fhir/Patient/7", "Patient/c1", "Patient/8", "Practitioner/p1"]
    case "worker":
      let all: [JSONValue] = ["sarah", "james", "ewa", "new-1", "nobody-here", "Sarah"]
      return (worker.map { [.string($0)] } ?? []) + all
    case "client": return ["margaret-chen", "ruth-adler", "new-1", "nobody-here"]
    case "id": return method == "worker.put" ? ["sarah", "new-1", "james", "ewa", "Not a slug"] : clientIDs
    case "series": return mirror.series.map { .string($0.id.rawValue) } + strangers
    case "alert": return first(mirror.alerts, { $0.resolvedAt == nil }, \.id.rawValue)
    case "emergency": return first(mirror.emergencies, \.isOpen, \.id.rawValue)
    case "device": return first(mirror.devices, { $0.revoked == nil }, \.id.rawValue)
    case "goal": return first(mirror.goals, { $0.client.rawValue == params["client"]?.string }, \.id.rawValue)
    // The client's first is one that another waits for: it is not removed.
    case "absence": return first(mirror.absences, { $0.state(now: now) == .planned }, \.id.rawValue)
    case "task" where method == "task.remove": return first(mirror.tasks.reversed(), { _ in true }, \.id.rawValue)
    case "task": return first(mirror.tasks, { $0.client.rawValue == params["client"]?.string }, \.id.rawValue)
    case "session": return sessions
    case "problem": return [1, 2, 3, 99]
    case "code": return codes.reversed().flatMap { [.string($0), .string($0.lowercased())] } + ["K7QM-2V9X-4HTD"]
    case "onlyWorker": return mirror.workers.map { .string($0.key.rawValue) } + strangers
    case "source": return ["203.0.113.7", "203.0.113.8"]
    case "upload": return ["u1", "u2"]
    case "content": return Texts.content(params["format"]?.string)
    case "columns": return [["client": "Client"], ["start": "Beginn"]]
    case "condition":
      let last = mirror.tasks.last?.id.rawValue ?? "x"
      return [
        ["weekdays": ["mon", "fri"]], ["repeat": "FREQ=DAILY;INTERVAL=2"], ["whenDone": .string(last)],
        ["repeat": "daily"],
      ]
    default: return Texts.plain(field.name, method) ?? times(field) ?? numbers(field)
    }
  }

  private var clientIDs: [JSONValue] { ["margaret-chen", "new-1", "ruth-adler", "Not a slug"] }

  private var strangers: [JSONValue] { ["0199e0c2-5d80-7000-8000-000000000001", "x"] }

  /// A word list, or the two truth values.
  private func words(of schema: JSONValue) -> [JSONValue]? {
    if schema["type"]?.string == "boolean" { return [true, false] }
    if let words = schema["enum"]?.array { return words }
    return schema["anyOf"]?.array?.lazy.compactMap { words(of: $0) }.first
  }

  /// The ids of things, those that fit before the others.
  private func first<Thing>(_ things: [Thing], _ fits: (Thing) -> Bool, _ id: (Thing) -> String) -> [JSONValue] {
    let sorted = things.filter(fits) + things.filter { !fits($0) }
    let ids = sorted.prefix(8).map { JSONValue.string(id($0)) }
    return ids + (ids.first?.string.map { [.string($0.uppercased())] } ?? []) + strangers
  }

  private var visits: [JSONValue] {
    let worker = worker
    return first(
      mirror.visits,
      { visit in
        if let worker, visit.worker?.rawValue != worker { return false }
        return switch method {
        case "visit.start", "visit.change", "visit.cancel": visit.status == .scheduled
        case "visit.complete": visit.status == .inProgress || visit.status == .scheduled
        case "visit.miss": visit.status == .scheduled && visit.start < now && visit.worker != nil
        case "visit.reopen", "visit.correct": visit.status == .completed
        case "series.change", "series.end": visit.series != nil
        default: true
        }
      }, \.id.rawValue)
  }

  private var sessions: [JSONValue] {
    let known = first(
      mirror.sessions, { $0.isRunning && (worker == nil || $0.worker.rawValue == worker) }, \.id.rawValue)
    return method == "session.start"
      ? ["0199e0c2-5d80-7000-8000-00000000000a", "0199e0c2-5d80-7000-8000-00000000000b"] + known : known
  }

  private func times(_ field: FieldDescription) -> [JSONValue]? {
    switch field.name {
    case "start": [text(in: 300), text(in: 30), text(in: -60), text(in: 1440), text(in: 20_160), Self.far]
    case "end": [text(in: 360), text(in: 60), text(in: -30), text(in: 1500), Self.far]
    case "checkIn": [text(in: -30), text(in: -150), text(in: -3000), text(in: 5)]
    case "checkOut": [text(in: -10), text(in: -95), text(in: 1), text(in: 30)]
    case "at", "sentAt":
      [text(in: 0), text(in: -10), text(in: -90), text(in: -1440), text(in: 1), text(in: 60), text(in: 5000), Self.far]
    case "date", "from", "until":
      [text(in: 0), text(in: 1440), text(in: -1440), text(in: 10_080), text(in: -525_600)].map { day in
        .string(String((day.string ?? "").prefix(10)))
      }
    case "dates":
      (mirror.visits.filter { $0.series != nil }.map(\.start) + [now.adding(minutes: 100_800)]).prefix(8).map { start in
        JSONValue.array([.string(String(Self.text(start).prefix(10)))])
      }
    case "birthDate": ["1941-11-21", "2026-11-20", "2099-01-01"]
    default: field.name.hasPrefix("local") ? Texts.typed : nil
    }
  }

  private static let far: JSONValue = "9999-12-31T23:59:59Z"

  private func numbers(_ field: FieldDescription) -> [JSONValue] {
    switch field.name {
    case "minutes": [45, 60, 1, 1440, 1441]
    case "location":
      [
        ["latitude": 53.5, "longitude": -113.5], ["latitude": 53.6, "longitude": -113.5, "accuracy": 20],
        ["latitude": 91, "longitude": 0],
      ]
    default: [1, 2, 3, 1000]
    }
  }
}
