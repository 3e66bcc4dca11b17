import JSON
import Testing
import VisitsAPI
import VisitsTestSupport

@testable import VisitsService

@Suite("A change of a thing with 10,000 changes behind it")
struct PastTests {
  /// Changes of no single thing with a past: they take in a text, see to problems of sync, or merge two people with all
  /// that is theirs.
  private static let others: Set<String> = [
    "import", "sync.retry", "sync.discard", "system.backup", "worker.link", "worker.unlink", "client.link",
    "client.unlink",
  ]

  @Test("takes at most twice the work of the first change, whatever is changed")
  func work() async throws {
    let new = try await Self.day(hasPast: false)
    let old = try await Self.day(hasPast: true)
    let changes = Set(MethodTable.rows.filter { $0.method.effect == .change }.map(\.name))
    #expect(changes.subtracting(new.map(\.method)) == Self.others)
    #expect(new.map(\.method) == old.map(\.method))
    for (new, old) in zip(new, old) {
      #expect(old.count <= 2 * new.count, "\(new.method): \(new.count) steps, with a past \(old.count)")
    }
  }

  /// A day on which everything that can be changed is changed; what each change took.
  private static func day(hasPast: Bool) async throws -> [(method: String, count: Int)] {
    try await TestDaemon.run(at: "2026-11-20T17:12:00Z") { daemon, client in
      let past = WrittenPast(daemon, client, hasPast: hasPast)
      try await people(past)
      let device = try await devices(past)
      try await visits(past, device)
      try await series(past)
      try await absences(past)
      try await care(past, device)
      try await sessions(past, device)
      try await emergencies(past, device)
      try await alerts(past, client)
      return past.taken
    }
  }

  private static func people(_ past: WrittenPast) async throws {
    for name in ["Sarah Miller", "Sarah Jones"] {
      try await past.change("worker.put", ["id": "sarah", "name": .string(name)])
    }
    for name in ["Margaret Chen", "Margaret Chan"] {
      try await past.change("client.put", ["id": "margaret-chen", "name": .string(name), "address": "123 Oak St"])
    }
    try await past.change("worker.put", ["id": "james", "name": "James Okafor"])
  }

  private static func devices(_ past: WrittenPast) async throws -> Peer {
    let gateway = Peer(service: past.daemon.service, role: .gateway)
    func enrolled() async throws -> (id: JSONValue, token: String) {
      let invited = try await past.change("device.invite", ["worker": "sarah"])
      let code = try #require(invited["code"])
      let answer = try await past.change("device.enrol", ["code": code], by: gateway)
      return (try #require(invited["device"]?["id"]), try #require(answer["token"]?.string))
    }
    let lost = try await enrolled()
    try await past.change("device.revoke", ["device": lost.id, "reason": "lost"])
    let left = Peer(service: past.daemon.service, token: try await enrolled().token)
    try await past.change("device.leave", [:], by: left)
    return Peer(service: past.daemon.service, token: try await enrolled().token)
  }

  private static func visits(_ past: WrittenPast, _ device: Peer) async throws {
    let visit = try await added("17:00", "sarah", past)
    let (other, third) = (try await added("19:00", "sarah", past), try await added("17:10", "james", past))
    try await past.change("visit.change", ["visit": visit, "service": "Bath"])
    try await past.change("visit.change", ["visit": visit, "worker": "james", "allowOverlap": true])
    try await past.change("visit.change", ["visit": visit, "worker": "sarah"])
    try await past.change("visit.start", ["visit": visit], by: device)
    try await past.change("visit.complete", ["visit": visit, "note": "Ate well"], by: device)
    try await past.change("visit.complete", ["visit": visit, "note": "Slept well"], by: device)
    try await past.change(
      "visit.correct", ["visit": visit, "checkIn": "2026-11-20T17:05:00Z", "reason": "forgotten"])
    try await past.change("visit.reopen", ["visit": visit, "reason": "by mistake"])
    try await past.change("visit.cancel", ["visit": other, "reason": "in hospital"])
    try await past.change("visit.miss", ["visit": third, "by": "client", "reason": "not at home"])
  }

  private static func added(_ time: String, _ worker: String, _ past: WrittenPast) async throws -> JSONValue {
    let answer = try await past.change(
      "visit.add",
      [
        "client": "margaret-chen", "worker": .string(worker), "start": .string("2026-11-20T\(time):00Z"), "minutes": 50,
        "note": .string(String(repeating: "Ring twice. ", count: 40)),
      ])
    return try #require(answer["visits"]?.array?.first?["id"])
  }

  private static func series(_ past: WrittenPast) async throws {
    let added = try await past.change(
      "visit.add",
      [
        "client": "margaret-chen", "worker": "james", "start": "2026-11-23T17:00:00Z", "minutes": 60,
        "repeat": "FREQ=WEEKLY;COUNT=3",
      ])
    let series = try #require(added["series"]?["id"])
    try await past.change("series.skip", ["series": series, "dates": ["2026-11-30"]])
    try await past.change("series.unskip", ["series": series, "dates": ["2026-11-30"]])
    try await past.change("series.change", ["series": series, "minutes": 45])
    try await past.change("series.end", ["series": series, "from": "2026-11-30", "reason": "moved away"])
  }

  private static func absences(_ past: WrittenPast) async throws {
    let recorded = try await past.change("absence.put", ["worker": "james", "from": "2026-12-24", "reason": "holiday"])
    let absence = try #require(recorded["absence"]?["id"])
    try await past.change("absence.put", ["worker": "james", "absence": absence, "until": "2026-12-26"])
    try await past.change("absence.end", ["absence": absence])
  }

  private static func care(_ past: WrittenPast, _ device: Peer) async throws {
    let put = try await past.change("task.put", ["client": "margaret-chen", "title": "Breakfast"])
    let task = try #require(put["task"]?["id"])
    try await past.change("task.put", ["client": "margaret-chen", "task": task, "accent": "amber"])
    for (at, note) in [("17:10", "All of it"), ("17:14", "Not all"), ("17:01", "Told late")] {
      try await past.change(
        "task.record",
        [
          "client": "margaret-chen", "task": task, "date": "2026-11-20", "done": true,
          "at": .string("2026-11-20T\(at):00Z"), "note": .string(note),
        ], by: device)
    }
    try await past.change("task.remove", ["task": task, "reason": "eats alone"])
  }

  private static func sessions(_ past: WrittenPast, _ device: Peer) async throws {
    let set = try await past.change("goal.put", ["client": "margaret-chen", "title": "Stand up unaided"])
    let goal = try #require(set["goal"]?["id"])
    try await past.change("goal.put", ["client": "margaret-chen", "goal": goal, "title": "Stand up"])
    let begun = try await past.change(
      "session.start", ["worker": "sarah", "client": "margaret-chen", "goal": goal], by: device)
    let session = try #require(begun["session"]?["id"])
    for isSuccess in [true, false] {
      try await past.change("session.trial", ["session": session, "success": .bool(isSuccess)], by: device)
    }
    try await past.change("session.trial", ["session": session, "undo": true], by: device)
    try await past.change("session.end", ["session": session], by: device)
  }

  private static func emergencies(_ past: WrittenPast, _ device: Peer) async throws {
    var raised: JSONValue = .null
    for note in ["A man at the door", "He is inside"] {
      raised = try await past.change("emergency.raise", ["worker": "sarah", "note": .string(note)], by: device)
    }
    let emergency = try #require(raised["emergency"]?["id"])
    try await past.change("emergency.acknowledge", ["emergency": emergency, "note": "I call the police"])
    try await past.change("emergency.acknowledge", ["emergency": emergency, "note": "They are on the way"])
    try await past.change("emergency.resolve", ["emergency": emergency, "note": "All is well"])
  }

  private static func alerts(_ past: WrittenPast, _ client: CheckedClient) async throws {
    past.daemon.time.set("2026-11-20T17:30:00Z")
    _ = try await added("17:11", "james", past)
    // Which is late. By itself it would look within a minute, since its clock was set.
    _ = await past.daemon.service.alerts.look()
    let alert = try #require(try await client.call("alert.list", ["open": true])["alerts"]?.array?.first?["id"])
    try await past.change("alert.acknowledge", ["alert": alert, "note": "On her way"])
    try await past.change("alert.acknowledge", ["alert": alert, "note": "She has come"])
  }
}
