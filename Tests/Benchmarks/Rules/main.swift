import VisitsModel
import VisitsStore

// Prints, as JSON, how many milliseconds it takes to look at the 40,000 visits of a day for what needs attention (the
// median of 101 looks at noon, when every tenth of the morning's was forgotten): by the rules alone, from a database
// after a start, and from it once a minute; to answer `task.day` and `task.stats` of a client with ten years of nine
// care tasks, and of one with a single year; and to expand 10,000 series that began five years ago by a week. Built and
// run by scripts/bench with the path of the database to be made.

let noon = Instant(milliseconds: 1_795_201_200_000)
let visits = (0..<40_000).compactMap { number -> WatchedVisit? in
  guard let worker = WorkerID(rawValue: "worker-\(number % 1000)"), let client = ClientID(rawValue: "margaret-chen")
  else { return nil }
  let start = noon.adding(minutes: Int64(number % 960) - 480)
  let isDone = start < noon.adding(minutes: -60) && number % 10 != 0
  return WatchedVisit(
    id: VisitID(rawValue: "018f3b2e-7c1a-7b3d-9f00-\(100_000_000_000 + number)"), worker: worker, client: client,
    isTimeCritical: number % 20 == 0, start: start, end: start.adding(minutes: 60),
    status: isDone ? .completed : .scheduled)
}
var raised: Set<Int> = []
let looks = (0..<101).map { _ in
  ContinuousClock().measure { raised.insert(LateRule().findings(visits, open: [], now: noon).raised.count) }
}
precondition(visits.count == 40_000 && raised.count == 1 && !raised.contains(0))

let random = { @Sendable in (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)) }
let store = try Store.open(
  Store.Options(
    path: CommandLine.arguments[1], now: { noon }, identities: IdentitySource(now: { noon }, random: random),
    elapsed: { .zero }))
let request = ChangeRequest(
  caller: Caller(by: "measure", origin: .system, scope: "measure"), method: "measure", requestId: "measure",
  fingerprint: [], receivedAt: noon)
_ = try await store.change(request) { transaction in
  for worker in Set(visits.compactMap(\.worker)) {
    _ = try transaction.put(Worker(id: worker, key: transaction.newPersonKey(), name: worker.rawValue))
  }
  let margaret = visits[0].client
  _ = try transaction.put(Client(id: margaret, key: transaction.newPersonKey(), name: "Margaret Chen"))
  for visit in visits {
    let check = { Check(at: $0, receivedAt: $0, method: .office) }
    let life = visit.status == .completed ? Life.completed(checkIn: nil, checkOut: check(visit.end)) : .scheduled
    _ = try transaction.put(
      Visit(
        id: visit.id, worker: visit.worker, client: visit.client, start: visit.start, end: visit.end, life: life))
  }
  return .visits([])
}
/// The median of 101 looks at what may need attention, as the sweep of the service takes them.
func lookAtStore(since: Instant?) async throws -> Duration {
  let rule = LateRule()
  var looks: [Duration] = []
  for _ in 0..<101 {
    let start = ContinuousClock.now
    _ = try await store.read { reader in
      let visits = try reader.watched(since: since, now: noon, rule)
      return rule.findings(visits, open: try reader.openAlerts(), now: noon)
    }
    looks.append(ContinuousClock.now - start)
  }
  return looks.sorted()[50]
}
let afterStart = try await lookAtStore(since: nil)
let eachMinute = try await lookAtStore(since: noon.adding(minutes: -1))
guard let edmonton = Zone("America/Edmonton"), let young = ClientID(rawValue: "year"),
  let old = ClientID(rawValue: "decade")
else { fatalError("no time zones") }
let year = try await store.careTaskFigures(of: young, days: 365, now: noon, zone: edmonton)
let decade = try await store.careTaskFigures(of: old, days: 3652, now: noon, zone: edmonton)
await store.close()

let rules = try [
  "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "FREQ=MONTHLY;BYDAY=1MO,-1FR",
  "FREQ=DAILY;COUNT=5000",
].map { try RecurrenceRule($0) }
let today = edmonton.day(of: noon)
let series = (0..<10_000).compactMap { number -> Series? in
  guard let client = ClientID(rawValue: "client-\(number % 2000)") else { return nil }
  let start = LocalTime(day: today.adding(days: -5 * 365 - number % 7), hour: 7 + number % 12)
  return Series(
    id: SeriesID(rawValue: "018f3b2e-7c1a-7b3d-9f00-\(100_000_000_000 + number)"), client: client, worker: nil,
    recurrence: Recurrence(from: start, by: rules[number % rules.count]), zone: edmonton, minutes: 60)
}
var expanded: Set<Int> = []
let expansions = (0..<5).map { _ in
  ContinuousClock().measure {
    let visits = series.map { $0.occurrences(from: today, through: today.adding(days: 6)).count }
    expanded.insert(visits.reduce(0, +))
  }
}
precondition(series.count == 10_000 && expanded.count == 1 && !expanded.contains(0))
print(
  """
  {"watch": \(looks.sorted()[50] / .milliseconds(1)), "afterStart": \(afterStart / .milliseconds(1)), \
  "eachMinute": \(eachMinute / .milliseconds(1)), "series": \(expansions.sorted()[2] / .milliseconds(1)), \
  "taskDay": \(decade.day), "taskDayYear": \(year.day), "taskStats": \(decade.stats), "taskStatsYear": \(year.stats)}
  """)
