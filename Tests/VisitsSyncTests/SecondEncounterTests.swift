import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

@Suite("What was recorded of a visit", .ownThread)
struct SecondEncounterTests {
  /// Upstream makes an Encounter of its own for an Appointment.
  private func second(
    _ agency: Agency, _ status: String, _ period: String = "", id: String = "second", of appointment: String = "a",
    identifier: String? = nil
  ) throws {
    let identifiers = identifier.map { #","identifier":[{"system":"urn:ietf:rfc:3986","value":"urn:uuid:\#($0)"}]"# }
    try agency.simulation.upstream.put(
      """
      {"resourceType":"Encounter","id":"\(id)","status":"\(status)","class":{"code":"HH"}\(identifiers ?? ""),
       "subject":{"reference":"Patient/margaret-chen"},"appointment":[{"reference":"Appointment/\(appointment)"}],
       "participant":[{"individual":{"reference":"Practitioner/sarah"}}]\(period)}
      """, at: agency.there)
  }

  private static let times = #","period":{"start":"2026-11-20T21:00:00Z","end":"2026-11-20T21:30:00Z"}"#

  @Test(
    "is not taken back by a second Encounter of the same Appointment", arguments: ["planned", "arrived"])
  func idle(_ status: String) throws {
    let agency = try Agency()
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    try second(agency, status)
    try agency.simulation.run(seconds: 120)
    let visit = try agency.visit("a")
    #expect(visit.status == .completed)
    #expect(try agency.checks(of: "a") == [2, 58])
    if status == "planned" { #expect(try agency.problems == []) }
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test(
    "is not replaced by what a second Encounter says of it: a person is asked which one is right",
    arguments: [("in-progress", #","period":{"start":"2026-11-20T22:00:00Z"}"#), ("finished", times)])
  func rival(_ status: String, _ period: String) throws {
    let agency = try Agency()
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    try second(agency, status, period)
    try agency.simulation.run(seconds: 120)
    #expect(try agency.checks(of: "a") == [2, 58])
    #expect(try agency.problems == ["unread second"])
    // Somebody there takes it away.
    agency.simulation.upstream.edit("Encounter/second", at: agency.there) { $0["status"] = "entered-in-error" }
    try agency.simulation.run(seconds: 120)
    #expect(try agency.problems == [])
    #expect(try agency.checks(of: "a") == [2, 58])
  }

  @Test("is decided by a person where upstream puts another Encounter in the place of the first")
  func corrected() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try agency.complete("a")
    try simulation.run(seconds: 60)
    let first = try #require(simulation.upstream.names(of: "Encounter").first)
    try second(agency, "finished", Self.times)
    try simulation.run(seconds: 60)
    #expect(try agency.problems == ["unread second"])
    simulation.upstream.edit(first, at: agency.there) { $0["status"] = "entered-in-error" }
    try simulation.run(seconds: 120)
    #expect(try agency.checks(of: "a") == [2, 58])
    #expect(try agency.problems == ["parked actualTimes"])
  }

  @Test("stays where upstream says that it was entered in error, until a person has decided")
  func voided() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try agency.complete("a")
    try simulation.run(seconds: 60)
    let first = try #require(simulation.upstream.names(of: "Encounter").first)
    simulation.upstream.edit(first, at: agency.there) { $0["status"] = "entered-in-error" }
    try simulation.run(seconds: 120)
    #expect(try agency.checks(of: "a") == [2, 58])
    #expect(try agency.problems == ["parked actualTimes"])
  }

  @Test("stays where upstream calls the visit off afterwards, until a person has decided")
  func calledOff() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try agency.complete("a")
    try simulation.run(seconds: 60)
    simulation.upstream.edit("Appointment/a", at: agency.there) { $0["status"] = "cancelled" }
    try simulation.run(seconds: 120)
    #expect(try agency.visit("a").status == .completed)
    #expect(try agency.checks(of: "a") == [2, 58])
    #expect(try agency.problems == ["parked cancelled"])
  }

  @Test("goes on where the visit is under way and a second Encounter comes")
  func underWay() throws {
    let agency = try Agency()
    let id = try agency.visit("a").id
    try agency.change(id) { visit, now in
      visit.life = .inProgress(checkIn: Check(at: visit.start.adding(minutes: 2), receivedAt: now, method: .device))
    }
    try agency.simulation.run(seconds: 60)
    try second(agency, "finished", Self.times)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").status == .inProgress)
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    #expect(try agency.checks(of: "a") == [2, 58])
    let ours = try #require(agency.simulation.upstream.all("Encounter").first { $0["identifier"] != nil })
    #expect(ours["status"] == "finished")
  }

  @Test("waits for a person where upstream gives it to another visit, and nothing of it is written there")
  func moved() throws {
    let agency = try Agency(visits: ["a", "b"])
    let simulation = agency.simulation
    let id = try agency.visit("a").id
    try agency.change(id) { visit, now in
      visit.life = .inProgress(checkIn: Check(at: visit.start.adding(minutes: 2), receivedAt: now, method: .device))
    }
    try simulation.run(seconds: 60)
    let name = try #require(simulation.upstream.names(of: "Encounter").first)
    simulation.upstream.edit(name, at: agency.there) { $0["appointment"] = [["reference": "Appointment/b"]] }
    try simulation.run(seconds: 60)
    #expect(try agency.visit("b").status == .inProgress)
    #expect(try agency.problems == ["parked moved"])
    try agency.complete("a")
    try simulation.run(seconds: 120)
    #expect(try agency.visit("a").status == .completed)
    #expect(try agency.checks(of: "a") == [2, 58])
    #expect(simulation.upstream.record(name)?["status"] == "in-progress")
    #expect(try agency.rows.parked == 1)
  }

  @Test("is not written into an Encounter that upstream gave to another visit meanwhile")
  func movedUnseen() throws {
    let agency = try Agency(visits: ["a", "b"])
    let simulation = agency.simulation
    let id = try agency.visit("a").id
    try agency.change(id) { visit, now in
      visit.life = .inProgress(checkIn: Check(at: visit.start.adding(minutes: 2), receivedAt: now, method: .device))
    }
    try simulation.run(seconds: 60)
    let name = try #require(simulation.upstream.names(of: "Encounter").first)
    simulation.upstream.edit(name, at: agency.there) { $0["appointment"] = [["reference": "Appointment/b"]] }
    try agency.complete("a")
    try simulation.run(seconds: 120)
    #expect(try agency.visit("a").status == .completed)
    #expect(try agency.problems == ["parked moved"])
    #expect(simulation.upstream.record(name)?["status"] == "in-progress")
  }

  @Test("is asked about where it was taken back here and upstream holds to a second Encounter")
  func reopenedAgainstSecond() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    let id = try agency.visit("a").id
    try agency.complete("a")
    try simulation.run(seconds: 60)
    try second(agency, "finished", Self.times)
    try simulation.run(seconds: 60)
    try agency.change(id) { visit, _ in visit.life = .scheduled }
    try simulation.run(seconds: 180)
    #expect(try agency.visit("a").status == .scheduled)
    #expect(try agency.problems.contains("parked reopened"))
  }

  @Test("goes with the Encounter that upstream moves and moves back, as far as upstream alone has said it")
  func movedBack() throws {
    let agency = try Agency(visits: ["a", "b"])
    let simulation = agency.simulation
    try agency.complete("a")
    try simulation.run(seconds: 60)
    let name = try #require(simulation.upstream.names(of: "Encounter").first)
    simulation.upstream.edit(name, at: agency.there) { $0["appointment"] = [["reference": "Appointment/b"]] }
    try simulation.run(seconds: 60)
    #expect(try agency.visit("b").status == .completed)
    simulation.upstream.edit(name, at: agency.there) { $0["appointment"] = [["reference": "Appointment/a"]] }
    try simulation.run(seconds: 60)
    #expect(try agency.visit("b").status == .scheduled)
    #expect(try agency.checks(of: "a") == [2, 58])
    #expect(try agency.problems == ["parked moved"], "just the one that somebody recorded here")
  }

  @Test("stays hers where upstream gives the visit to somebody else afterwards, until a person has decided")
  func givenAway() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try agency.complete("a")
    try simulation.run(seconds: 60)
    simulation.upstream.edit("Appointment/a", at: agency.there) { record in
      let text = String(decoding: record.json, as: UTF8.self)
        .replacing("Practitioner/sarah", with: "Practitioner/james")
      record = (try? JSONDocument(json: Array(text.utf8))) ?? record
    }
    try simulation.run(seconds: 120)
    #expect(try agency.visit("a").worker?.rawValue == "sarah")
    #expect(try agency.problems == ["parked reassigned"])
  }

  @Test("goes upstream as care of whoever has the visit now, whomever its planned Encounter named")
  func anotherClient() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try simulation.upstream.put(
      #"{"resourceType":"Patient","id":"john","name":[{"text":"John Smith"}]}"#, at: agency.there)
    try second(agency, "planned")
    try simulation.run(seconds: 60)
    simulation.upstream.edit("Appointment/a", at: agency.there) { record in
      let text = String(decoding: record.json, as: UTF8.self)
        .replacing("Patient/margaret-chen", with: "Patient/john")
      record = (try? JSONDocument(json: Array(text.utf8))) ?? record
    }
    try simulation.run(seconds: 120)
    try agency.complete("a")
    try simulation.run(seconds: 60)
    let encounter = simulation.upstream.record("Encounter/second")
    #expect(encounter?["status"] == "finished")
    #expect(encounter?["subject"]?["reference"] == "Patient/john")
    #expect(try agency.problems == [])
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("is not taken from an Encounter that says somebody else came: a person is asked")
  func somebodyElse() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try simulation.run(seconds: 60)
    try simulation.upstream.put(
      """
      {"resourceType":"Encounter","id":"theirs","status":"finished","class":{"code":"HH"},
       "subject":{"reference":"Patient/margaret-chen"},"appointment":[{"reference":"Appointment/a"}],
       "participant":[{"individual":{"reference":"Practitioner/james"}}]\(Self.times)}
      """, at: agency.there)
    try simulation.run(seconds: 120)
    #expect(try agency.visit("a").status == .scheduled)
    #expect(try agency.problems == ["unread otherPerson"])
    // Somebody there corrects it.
    simulation.upstream.edit("Encounter/theirs", at: agency.there) { record in
      let text = String(decoding: record.json, as: UTF8.self)
        .replacing("Practitioner/james", with: "Practitioner/sarah")
      record = (try? JSONDocument(json: Array(text.utf8))) ?? record
    }
    try simulation.run(seconds: 120)
    #expect(try agency.visit("a").status == .completed)
    #expect(try agency.problems == [])
  }

  @Test("stays known by its Encounter where upstream takes the Appointment out of it")
  func withoutAppointment() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try agency.complete("a")
    try simulation.run(seconds: 60)
    let own = try #require(simulation.upstream.names(of: "Encounter").first)
    simulation.upstream.edit(own, at: agency.there) {
      $0["appointment"] = nil
      $0["status"] = "entered-in-error"
    }
    try simulation.run(seconds: 120)
    #expect(try agency.checks(of: "a") == [2, 58])
    #expect(try agency.problems == ["parked actualTimes"])
  }

  /// Upstream has an Encounter of a visit that is only planned, for the planned hour.
  private func planned(_ agency: Agency, _ worker: String = "sarah") throws {
    try agency.simulation.upstream.put(
      """
      {"resourceType":"Encounter","id":"plan","status":"planned","class":{"code":"HH"},
       "subject":{"reference":"Patient/margaret-chen"},"appointment":[{"reference":"Appointment/a"}],
       "participant":[{"individual":{"reference":"Practitioner/\(worker)"}}],
       "period":{"start":"\(Agency.nine.fhirText)","end":"\(Agency.nine.adding(minutes: 60).fhirText)"}}
      """, at: agency.there)
    try agency.simulation.run(seconds: 60)
  }

  @Test("goes upstream without the times that were only planned there")
  func plannedTimes() throws {
    let agency = try Agency()
    try planned(agency)
    let id = try agency.visit("a").id
    try agency.change(id) { visit, now in
      visit.life = .completed(
        checkIn: nil, checkOut: Check(at: visit.start.adding(minutes: 50), receivedAt: now, method: .device))
    }
    try agency.simulation.run(seconds: 60)
    let record = try #require(agency.simulation.upstream.record("Encounter/plan"))
    #expect(record["status"] == "finished")
    #expect(record["period"]?["start"] == nil)
    #expect(record["period"]?["end"]?.string == Agency.nine.adding(minutes: 50).fhirText)
  }

  @Test("goes upstream as the work of whoever made it, where the Encounter was planned for somebody else")
  func plannedForSomebodyElse() throws {
    let agency = try Agency()
    try planned(agency, "james")
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    let record = try #require(agency.simulation.upstream.record("Encounter/plan"))
    #expect(record["participant"]?.items.map { $0["individual"]?["reference"]?.string } == ["Practitioner/sarah"])
    #expect(record["status"] == "finished")
  }

  @Test("is not made of an Encounter that upstream took back, by a note that is written here")
  func noteAlone() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    simulation.upstream.edit("Appointment/a", at: agency.there) { $0["status"] = "fulfilled" }
    try second(agency, "entered-in-error", Self.times)
    try simulation.run(seconds: 60)
    #expect(try agency.visit("a").status == .completed)
    try agency.note("Ring twice", on: "a")
    try simulation.run(seconds: 60)
    #expect(simulation.upstream.record("Encounter/second")?["status"] == "entered-in-error")
    #expect(simulation.upstream.record("Appointment/a")?["comment"] == "Ring twice")
  }

  @Test("stays where its Encounter is gone and another one says other times: a person is asked")
  func replaced() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try agency.complete("a")
    try simulation.run(seconds: 60)
    let own = try #require(simulation.upstream.names(of: "Encounter").first)
    simulation.upstream.delete(own, at: agency.there)
    try second(agency, "finished", Self.times)
    try simulation.run(seconds: 60)
    #expect(try agency.checks(of: "a") == [2, 58])
    #expect(try agency.problems == ["unread second"])
  }

  @Test("that a person gave up sending is not called synced by an edit there that says nothing of it")
  func givenUp() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    simulation.upstream.rule = { json in
      json["resourceType"] == "Encounter" ? SimulatedUpstream.Refusal(status: 422, words: "no") : nil
    }
    try agency.complete("a")
    try simulation.run(seconds: 60)
    let thing = try SyncThing(.visit, agency.visit("a").id.rawValue)
    try simulation.store.keepNow { try $0.discard(thing) }
    simulation.upstream.rule = { _ in nil }
    simulation.upstream.edit("Appointment/a", at: agency.there) { $0["priority"] = 7 }
    try simulation.run(seconds: 60)
    #expect(try agency.visit("a").status == .completed)
    #expect(try simulation.store.readNow { try $0.syncState(of: thing) } == .local)
  }
}
