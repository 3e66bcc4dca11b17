import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsTestSupport

@testable import simulate

@Suite("What is recorded of a care task", .ownThread)
struct CareTaskTests {
  private let today = CareDay(daysSince1970: 20_777)

  private func tasks(_ agency: Agency) -> [JSONDocument] { agency.simulation.upstream.all("Task") }

  @Test("arrives once as a Task that refers to the visit's Encounter, behind the visit", arguments: Agency.servers)
  func arrives(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    let visit = try agency.visit("a").id
    let routine = try agency.keepRoutine()
    try agency.complete("a")
    try agency.record(routine[0], on: today, during: visit) { record in
      (record.isDone, record.secondOfDay, record.note) = (true, 10 * 3600 + 30 * 60, "Porridge")
    }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.rows == SyncStanding.Rows())
    let task = try #require(tasks(agency).first)
    #expect(tasks(agency).count == 1)
    #expect(task["status"] == "completed")
    #expect(task["intent"] == "plan")
    #expect(task["for"]?["reference"] == "Patient/margaret-chen")
    #expect(task["owner"]?["reference"] == "Practitioner/sarah")
    #expect(task["code"]?["text"] == "Breakfast")
    #expect(task["code"]?["coding"]?.items.first?["code"] == "breakfast")
    #expect(task["restriction"]?["period"]?["start"] == "2026-11-20")
    #expect(task["executionPeriod"]?["start"] == "2026-11-20T17:30:00Z")
    #expect(task["note"]?.items.first?["text"] == "Porridge")
    let encounter = try #require(agency.simulation.upstream.names(of: "Encounter").first)
    #expect(task["encounter"]?["reference"] == .string(encounter))
  }

  @Test(
    "says with its status what became of it",
    arguments: [
      ("rejected", CareTaskRecord.Outcome.refused), ("cancelled", .notNeeded), ("failed", .unable), ("requested", nil),
    ])
  func outcomes(_ status: String, _ outcome: CareTaskRecord.Outcome?) throws {
    let agency = try Agency()
    let routine = try agency.keepRoutine()
    try agency.record(routine[0], on: today) { $0.isDone = true }
    try agency.simulation.run(seconds: 40)
    #expect(tasks(agency).first?["status"] == "completed")
    try agency.record(routine[0], on: today) { record in
      (record.isDone, record.outcome) = (false, outcome)
      (record.reason, record.note) = (outcome.map { _ in "Slept" }, "Tea only")
    }
    try agency.simulation.run(seconds: 40)
    #expect(tasks(agency).map { $0["status"] } == [.string(status)])
    #expect(tasks(agency).first?["statusReason"]?["text"] == (outcome == nil ? nil : "Slept"))
    #expect(tasks(agency).first?["note"]?.items.map { $0["text"] } == ["Tea only"])
    guard outcome != nil else { return }
    try agency.record(routine[0], on: today) { $0.reason = nil }
    try agency.simulation.run(seconds: 40)
    #expect(tasks(agency).first?["statusReason"] == nil)
    #expect(tasks(agency).first?["executionPeriod"] == nil)
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("is known again where the answer was lost, and is not made twice", arguments: Agency.servers.prefix(2))
  func lost(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    let routine = try agency.keepRoutine()
    agency.simulation.network = { request, _ in request.method == .get ? .delivered : .answerLost }
    try agency.record(routine[1], on: today) { $0.isDone = true }
    try agency.simulation.run(seconds: 20)
    #expect(tasks(agency).count == 1)
    #expect(try agency.rows == SyncStanding.Rows(pending: 1))
    agency.simulation.network = { _, _ in .delivered }
    try agency.simulation.run(seconds: 120)
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(tasks(agency).count == 1)
    #expect(agency.simulation.upstream.misdeeds == [])
    #expect(
      agency.simulation.upstream.names(of: "Task").flatMap { agency.simulation.upstream.records[$0] ?? [] }.count == 1)
  }

  @Test("keeps what somebody else has added there, and its own word stands")
  func merged() throws {
    let agency = try Agency()
    let routine = try agency.keepRoutine()
    try agency.record(routine[0], on: today) { $0.isDone = true }
    try agency.simulation.run(seconds: 40)
    let name = try #require(agency.simulation.upstream.names(of: "Task").first)
    agency.simulation.upstream.edit(name, at: agency.there) { json in
      json["priority"] = "routine"
      json["status"] = "on-hold"
      json["note"] = [["text": "Call her daughter"]]
    }
    try agency.record(routine[0], on: today) { $0.note = "Porridge" }
    try agency.simulation.run(seconds: 60)
    let task = try #require(tasks(agency).first)
    #expect(task["status"] == "completed")
    #expect(task["priority"] == "routine")
    #expect(task["note"]?.items.compactMap { $0["text"]?.string } == ["Call her daughter", "Porridge"])
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test(
    "takes its note back and changes it where no server keeps the ids of elements, and those of others stay",
    arguments: Agency.servers)
  func noteWithoutID(_ server: Agency.Server) throws {
    let agency = try Agency(server) { $0.upstream.habits.keeps = dropsElementIDs }
    let simulation = agency.simulation
    let routine = try agency.keepRoutine()
    func notes() -> [[String]] {
      tasks(agency).map { $0["note"]?.items.compactMap { $0["text"]?.string } ?? [] }
    }
    try agency.record(routine[0], on: today) { ($0.isDone, $0.note) = (true, "Porridge") }
    try simulation.run(seconds: 40)
    #expect(notes() == [["Porridge"]])
    try agency.record(routine[0], on: today) { $0.note = "Toast" }
    try simulation.run(seconds: 40)
    #expect(notes() == [["Toast"]])
    // Somebody else says the same, and something of their own.
    let name = try #require(simulation.upstream.names(of: "Task").first)
    simulation.upstream.edit(name, at: agency.there) { json in
      json["note"] = [["text": "Toast"], ["text": "Call her daughter"], ["text": "Toast"]]
    }
    try agency.record(routine[0], on: today) { $0.note = "Eggs" }
    try simulation.run(seconds: 60)
    #expect(notes() == [["Toast", "Call her daughter", "Eggs"]])
    // Whether this arrived is not known before it is taken back.
    simulation.network = { request, _ in request.method == .get ? .delivered : .answerLost }
    try agency.record(routine[0], on: today) { $0.note = "Soup" }
    try simulation.run(seconds: 20)
    #expect(notes() == [["Toast", "Call her daughter", "Soup"]])
    try agency.record(routine[0], on: today) { ($0.isDone, $0.note) = (false, nil) }
    simulation.network = { _, _ in .delivered }
    try simulation.run(seconds: 120)
    #expect(tasks(agency).map { $0["status"] } == ["requested"])
    #expect(notes() == [["Toast", "Call her daughter"]])
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("that upstream refuses is shown to a person, and holds up neither its visit nor the others")
  func refused() throws {
    let agency = try Agency()
    let routine = try agency.keepRoutine()
    agency.simulation.upstream.rule = { json in
      json["code"]?["text"] == "Medication" ? SimulatedUpstream.Refusal(status: 422, words: "no such code") : nil
    }
    let visit = try agency.visit("a").id
    try agency.complete("a")
    for task in routine { try agency.record(task, on: today, during: visit) { $0.isDone = true } }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.rows == SyncStanding.Rows(parked: 1))
    #expect(try agency.problems == ["parked no such code"])
    #expect(tasks(agency).compactMap { $0["code"]?["text"]?.string } == ["Breakfast", "Walk"])
    #expect(agency.simulation.upstream.record("Appointment/a")?["status"] == "fulfilled")
    agency.simulation.upstream.rule = { _ in nil }
    try agency.simulation.retry()
    try agency.simulation.run(seconds: 60)
    #expect(tasks(agency).count == 3)
    #expect(try agency.problems == [])
  }

  @Test("of a visit that upstream refuses goes without it, and refers to it once it is there")
  func visitRefused() throws {
    let agency = try Agency()
    let routine = try agency.keepRoutine()
    agency.simulation.upstream.rule = { json in
      json["resourceType"] == "Encounter" ? SimulatedUpstream.Refusal(status: 422, words: "locked") : nil
    }
    let visit = try agency.visit("a").id
    try agency.complete("a")
    try agency.record(routine[0], on: today, during: visit) { $0.isDone = true }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.rows == SyncStanding.Rows(parked: 1))
    #expect(tasks(agency).map { $0["encounter"] } == [nil])
    agency.simulation.upstream.rule = { _ in nil }
    try agency.simulation.retry()
    try agency.simulation.run(seconds: 60)
    #expect(try agency.rows == SyncStanding.Rows())
    let encounter = try #require(agency.simulation.upstream.names(of: "Encounter").first)
    #expect(tasks(agency).map { $0["encounter"]?["reference"] } == [.string(encounter)])
  }

  @Test("waits for no server that knows no Tasks: a person is told once, and all of it goes when one does")
  func notOffered() throws {
    let agency = try Agency { $0.upstream.types = ["Appointment", "Encounter", "Flag"] }
    let simulation = agency.simulation
    try simulation.store.keepNow { try $0.keep(.watermark("local", Agency.nine)) }
    let routine = try agency.keepRoutine()
    for task in routine {
      try agency.record(task, on: today) { $0.isDone = true }
      try simulation.run(seconds: 40)
    }
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == ["overruled taskRecordNotOffered"])
    #expect(simulation.requests.allSatisfy { !$0.contains("Task") })
    // It is asked anew what it can do when a person wants it.
    simulation.upstream.types.append("Task")
    try simulation.ask()
    try simulation.run(seconds: 10)
    #expect(try agency.problems == [])
    #expect(try simulation.store.readNow { try $0.watermark(of: "local") } == nil)
    var place: LocalPlace? = .beginning
    while let last = place {
      place = try simulation.store.keepNow { try $0.enqueueLocal(after: last, at: simulation.clock.now) }
    }
    try simulation.ask()
    try simulation.run(seconds: 10)
    #expect(tasks(agency).count == 3)
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("that was corrected while the server knew no Tasks for a while is not called sent")
  func notOfferedMeanwhile() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    let routine = try agency.keepRoutine()
    let record = try #require(try agency.record(routine[0], on: today) { $0.isDone = true })
    try simulation.run(seconds: 40)
    simulation.upstream.types = ["Appointment", "Encounter", "Flag"]
    simulation.upstream.rule = { json in
      json["resourceType"] == "Task" ? SimulatedUpstream.Refusal(status: 404, words: "no Tasks") : nil
    }
    try simulation.ask()
    try agency.record(routine[0], on: today) { ($0.isDone, $0.outcome) = (false, .refused) }
    try simulation.run(seconds: 40)
    let thing = SyncThing(.taskRecord, record.id.rawValue)
    #expect(try simulation.store.readNow { try $0.syncState(of: thing) } != .synced)
    simulation.upstream.types.append("Task")
    simulation.upstream.rule = { _ in nil }
    try simulation.retry()
    try simulation.run(seconds: 60)
    #expect(tasks(agency).map { $0["status"] } == ["rejected"])
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("that a token forbids, or the server fails over, does not make the schedule seem stuck", arguments: [403, 500])
  func forbidden(_ status: Int) throws {
    let agency = try Agency()
    let routine = try agency.keepRoutine()
    agency.simulation.upstream.rule = { json in
      json["resourceType"] == "Task" ? SimulatedUpstream.Refusal(status: status, words: "no") : nil
    }
    for task in routine { try agency.record(task, on: today) { $0.isDone = true } }
    try agency.complete("a")
    try agency.simulation.run(seconds: 120)
    #expect(agency.simulation.upstream.record("Appointment/a")?["status"] == "fulfilled")
    #expect(try agency.rows == SyncStanding.Rows(pending: status == 403 ? 0 : 3, parked: status == 403 ? 3 : 0))
    #expect(agency.simulation.daemon.successes[.push, default: 0] > 1)
    agency.simulation.upstream.rule = { _ in nil }
    try agency.simulation.retry()
    try agency.simulation.run(seconds: 60)
    #expect(tasks(agency).count == 3)
    #expect(try agency.rows == SyncStanding.Rows())
  }
}

/// What a server makes of a record that keeps the ids of resources alone.
private func dropsElementIDs(_ json: JSONDocument) -> JSONDocument {
  var kept = json
  kept["note"] = json["note"].map { notes in
    .array(
      notes.items.map { note in
        var note = note
        note["id"] = nil
        return note
      })
  }
  return kept
}
