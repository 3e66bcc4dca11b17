import FHIR
import JSON
import Testing
import VisitsModel

@testable import VisitsExchange

@Suite("A Bundle that goes out")
struct BundleWritingTests {
  private let now = Outgoing.eight.adding(minutes: 300)

  private func plan(_ visits: ExportedVisit...) -> ImportPlan {
    let people = [BundleResource(Outgoing.worker), BundleResource(Outgoing.client)]
    let resources = people + visits.flatMap { BundleResource.resources(of: $0.placed) }
    let text =
      ScheduleBundle.opening + resources.enumerated().map { ScheduleBundle.entry($1, isFirst: $0 == 0) }.joined()
      + ScheduleBundle.closing(isEmpty: false)
    let plan = FHIRBundleReader(now: now).plan(from: text)
    #expect(plan.unreadable == nil)
    #expect(plan.refused == [])
    #expect(plan.notes == [])
    return plan
  }

  @Test("a visit is an Appointment, and an Encounter once it has begun")
  func resources() {
    let made = Outgoing.visit(
      .completed(checkIn: Outgoing.check(minutes: 2), checkOut: Outgoing.check(minutes: 61)))
    #expect(
      BundleResource.resources(of: made.placed).map(\.json.text) == [
        """
        {"resourceType":"Appointment","id":"0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01",\
        "meta":{"versionId":"3","lastUpdated":"2026-11-20T16:02:00Z"},"status":"fulfilled",\
        "serviceType":[{"text":"Personal care"}],"start":"2026-11-20T15:00:00Z","end":"2026-11-20T16:00:00Z",\
        "participant":[{"actor":{"reference":"urn:uuid:01936f00-0000-7000-8000-00000000000c"},"status":"accepted"},\
        {"actor":{"reference":"urn:uuid:01936f00-0000-7000-8000-00000000000a"},"status":"accepted"}],\
        "identifier":[{"system":"urn:ietf:rfc:3986","value":"urn:uuid:0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01"}]}
        """,
        """
        {"resourceType":"Encounter","id":"0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01",\
        "meta":{"versionId":"3","lastUpdated":"2026-11-20T16:02:00Z"},"status":"finished",\
        "class":{"system":"http://terminology.hl7.org/CodeSystem/v3-ActCode","code":"HH","display":"home health"},\
        "subject":{"reference":"urn:uuid:01936f00-0000-7000-8000-00000000000c"},\
        "participant":[{"individual":{"reference":"urn:uuid:01936f00-0000-7000-8000-00000000000a"}}],\
        "appointment":[{"reference":"urn:uuid:0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01"}],\
        "period":{"start":"2026-11-20T15:02:00Z","end":"2026-11-20T16:01:00Z"}}
        """,
      ])
  }

  @Test("is read back without a change: people")
  func people() throws {
    let plan = plan()
    let worker = try #require(plan.workers.first)
    #expect(worker.slug == "sarah")
    #expect(worker.name == "Sarah Müller")
    #expect(worker.phone == "780-555-0110")
    #expect(worker.locale == "pt-BR")
    #expect(worker.isActive)
    let client = try #require(plan.clients.first)
    #expect(client.slug == "margaret-chen")
    #expect(client.name == "Margaret Chen")
    #expect(client.address == "123 Oak St, Edmonton")
    #expect(client.zone == Outgoing.edmonton)
    #expect(client.birthDate?.text == "1941-03-12")
    #expect(client.phone == "780-555-0121")
    #expect(client.emergencyContact == "Daniel Chen, son, 780-555-0142")
    #expect(client.photo == "https://photos.example/7")
  }

  @Test(
    "is read back without a change: visits in every state",
    arguments: [
      Life.scheduled, .inProgress(checkIn: Outgoing.check(minutes: 2)), .inProgress(checkIn: nil),
      .completed(checkIn: Outgoing.check(minutes: 2), checkOut: Outgoing.check(minutes: 61)),
      .completed(checkIn: nil, checkOut: Outgoing.check(minutes: 61)), .completed(checkIn: nil, checkOut: nil),
      .cancelled(reason: "In hospital", checkIn: nil),
      .cancelled(reason: "Fell ill", checkIn: Outgoing.check(minutes: 2)), .missed(by: .worker, reason: "Snow"),
      .missed(by: .client, reason: "Nobody opened"), .missed(by: .agency, reason: "Nobody to send"),
    ])
  func visits(life: Life) throws {
    let exported = Outgoing.visit(life) { visit in
      visit.address = "9 Gooseberry Lane"
      visit.note = "Ring twice.\n\"Łatka\" bites"
      if life == .scheduled { visit.worker = nil }
    }
    let visit = try #require(plan(exported).visits.first)
    #expect(visit.start == Outgoing.eight)
    #expect(visit.end == Outgoing.eight.adding(minutes: 60))
    #expect((visit.worker == nil) == (life == .scheduled))
    #expect(visit.address == "9 Gooseberry Lane")
    #expect(visit.service == "Personal care")
    #expect(visit.note == "Ring twice.\n\"Łatka\" bites")
    #expect(visit.life.status == life.status)
    #expect(visit.life.checkIn?.at == life.checkIn?.at)
    #expect(visit.life.checkOut?.at == life.checkOut?.at)
    #expect(visit.life.reason == life.reason)
    #expect(visit.life.missedBy == life.missedBy)
    #expect(
      visit.identities.last
        == UpstreamIdentity(system: "urn:ietf:rfc:3986", value: "urn:uuid:\(Outgoing.id.rawValue)"))
  }

  @Test("is read back without a change: the parts of names and addresses, and what a visit is about")
  func facts() throws {
    var client = Outgoing.client
    client.nameParts = NameParts(prefix: "Dr.", given: ["Margaret"], family: "Chen", suffix: "PhD")
    client.addressParts = PostalAddress(
      lines: ["123 Oak St"], city: "Edmonton", region: "AB", postalCode: "T5J 0A1", country: "CA")
    client.isDeceased = true
    var visit = Outgoing.visit().placed.visit
    let parts = PostalAddress(lines: ["9 Gooseberry Lane"], postalCode: "T8A 1B2")
    visit.place(at: "9 Gooseberry Lane", parts)
    (visit.purpose, visit.instruction) = ("Wound care", "Keep it dry.\nRing us.")
    for virtual in [nil, VirtualPlace(), VirtualPlace(link: "https://video.example/7")] {
      visit.virtual = virtual
      let placed = PlacedVisit(visit: visit, client: client, worker: Outgoing.worker)
      let resources = [BundleResource(Outgoing.worker), BundleResource(client)] + BundleResource.resources(of: placed)
      let text =
        ScheduleBundle.opening + resources.enumerated().map { ScheduleBundle.entry($1, isFirst: $0 == 0) }.joined()
        + ScheduleBundle.closing(isEmpty: false)
      let plan = FHIRBundleReader(now: now).plan(from: text)
      #expect(plan.refused == [])
      #expect(plan.passedOver == [])
      #expect(plan.clients.first?.nameParts == client.nameParts)
      #expect(plan.clients.first?.addressParts == client.addressParts)
      #expect(plan.clients.first?.address == client.address)
      #expect(plan.clients.first?.isDeceased == true)
      let read = try #require(plan.visits.first)
      #expect(read.address == "9 Gooseberry Lane")
      #expect(read.addressParts == parts)
      #expect(read.purpose == "Wound care")
      #expect(read.instruction == "Keep it dry.\nRing us.")
      #expect(read.virtual == virtual)
    }
  }

  @Test("an address that the office words otherwise than its parts is read back as it is worded")
  func wordedAddress() throws {
    var client = Outgoing.client
    client.address = "At the mill"
    client.addressParts = PostalAddress(lines: ["4 Mill Rd"], city: "Leduc", postalCode: "T9E 0A1")
    client.name = "Chen, Margaret"
    client.nameParts = NameParts(given: ["Margaret"], family: "Chen")
    let text = ScheduleBundle.opening + ScheduleBundle.entry(BundleResource(client), isFirst: true)
    let read = try #require(
      FHIRBundleReader(now: now).plan(from: text + ScheduleBundle.closing(isEmpty: false)).clients.first)
    #expect(read.address == "At the mill")
    #expect(read.addressParts.postalCode == "T9E 0A1")
    #expect(read.name == "Chen, Margaret")
  }

  @Test("a client's home is no place of the visit's own, though it was written down when somebody came")
  func home() throws {
    var visit = Outgoing.visit().placed.visit
    visit.keepPlace(of: Outgoing.client, at: visit.start)
    visit.life = .inProgress(checkIn: Outgoing.check(minutes: 2))
    #expect(visit.address == "123 Oak St, Edmonton")
    let placed = PlacedVisit(visit: visit, client: Outgoing.client, worker: Outgoing.worker)
    let json = BundleResource.resources(of: placed).map(\.json.text).joined()
    #expect(!json.contains("contained"))
    #expect(!json.contains("Oak"))
  }

  @Test("what may be written here may be read back, however long it is")
  func longTexts() throws {
    let long = String(repeating: "Straße ", count: 71) + "500"
    #expect(long.count == 500)
    let visit = try #require(
      plan(
        Outgoing.visit(.cancelled(reason: long, checkIn: nil)) { visit in
          visit.address = long
          visit.service = String(long.prefix(199) + ".")
          visit.note = String(repeating: "Ring twice. ", count: 333) + "Yes."
        }
      ).visits.first)
    #expect(visit.life.reason == long)
    #expect(visit.address == long)
    #expect(visit.service?.count == 200)
    #expect(visit.note?.count == 4000)
  }

  @Test("without a visit it is a Bundle all the same, in which nothing stands")
  func empty() {
    let text = ScheduleBundle.opening + ScheduleBundle.closing(isEmpty: true)
    #expect(text == "{\"resourceType\":\"Bundle\",\"type\":\"collection\"}\n")
    #expect(FHIRBundleReader(now: now).plan(from: text).unreadable == nil)
  }
}
