import FHIR
import Testing
import VisitsModel

@testable import VisitsExchange

@Suite("A visit that goes upstream")
struct VisitWritingTests {
  private let reader = UpstreamReader(source: "https://ehr.example/fhir")
  private let nine = Instant(milliseconds: 1_795_190_400_000)
  private let id = VisitID(rawValue: "018f3b2e-7c1a-7b3d-9f00-000000000001")

  private func visit(_ life: SyncedLife, worker: String? = "sarah") throws -> SyncedVisit {
    SyncedVisit(
      plan: SyncedVisit.Plan(start: nine, end: nine.adding(minutes: 60)), worker: worker.flatMap(WorkerID.init),
      client: try #require(ClientID(rawValue: "margaret-chen")), service: "Personal care", life: life)
  }

  private func writing(_ visit: SyncedVisit) throws -> VisitWriting {
    let worker = visit.worker.map { id in
      UpstreamActor(
        Worker(id: id, key: PersonKey(rawValue: "k-\(id.rawValue)"), name: id.rawValue),
        at: id.rawValue == "sarah" ? RecordAddress(type: "Practitioner", id: "7") : nil)
    }
    let client = UpstreamActor(
      Client(id: visit.client, key: PersonKey(rawValue: "k-margaret"), name: "Margaret Chen"),
      at: RecordAddress(type: "Patient", id: "1"))
    return VisitWriting(id, visit, client: client, worker: worker, reader: reader)
  }

  private func read(_ json: JSONDocument) throws -> UpstreamRecord {
    try reader.record(try Resource(json: json.json), at: nine)
  }

  private func life(of visit: SyncedVisit, editing present: VisitWriting.Present? = nil) throws -> SyncedLife {
    let writing = try writing(visit)
    guard case .appointment(let appointment) = try read(writing.appointment(editing: present, isOurID: true)) else {
      return .withdrawn
    }
    let body = writing.encounter(editing: present, of: "Appointment/1", isOurID: true)
    guard let body, case .encounter(let encounter) = try read(body) else {
      return try SyncedLife(appointment, present?.readEncounter)
    }
    return try SyncedLife(appointment, encounter.fields)
  }

  private func present(_ visit: SyncedVisit) throws -> VisitWriting.Present {
    let writing = try writing(visit)
    let appointment = writing.appointment(editing: nil, isOurID: true)
    let encounter = writing.encounter(editing: nil, of: "Appointment/1", isOurID: true)
    guard case .appointment(let said) = try read(appointment) else { throw RecordFault(code: "copy") }
    var saidEncounter: MappedEncounter?
    if let encounter, case .encounter(let read) = try read(encounter) { saidEncounter = read.fields }
    return VisitWriting.Present(
      appointment: appointment, read: said, encounter: encounter, readEncounter: saidEncounter, visit: visit,
      worker: said.workers.first, others: [])
  }

  private var lives: [SyncedLife] {
    [
      .scheduled, .inProgress(checkIn: nine), .inProgress(checkIn: nil),
      .completed(checkIn: nine, checkOut: nine.adding(minutes: 55)), .completed(checkIn: nil, checkOut: nine),
      .cancelled(reason: "In hospital", checkIn: nil), .cancelled(reason: "Fell ill", checkIn: nine),
      .missed(by: .client, reason: "Nobody opened"), .missed(by: .worker, reason: "Overslept"),
      .missed(by: .agency, reason: "Not assigned"),
    ]
  }

  @Test("comes back as it went, whatever it was and whatever stood there before")
  func roundTrip() throws {
    for life in lives {
      #expect(try self.life(of: visit(life)) == life)
      for before in lives where before != life {
        #expect(try self.life(of: visit(life), editing: present(visit(before))) == life, "\(before) to \(life)")
      }
    }
  }

  @Test("is a new Appointment with our identifier, and people by their records")
  func new() throws {
    let json = try writing(visit(.scheduled)).appointment(editing: nil, isOurID: true)
    #expect(
      String(decoding: json.json, as: UTF8.self) == """
        {"resourceType":"Appointment","id":"018f3b2e-7c1a-7b3d-9f00-000000000001",\
        "identifier":[{"system":"urn:ietf:rfc:3986","value":"urn:uuid:018f3b2e-7c1a-7b3d-9f00-000000000001"}],\
        "status":"booked","serviceType":[{"text":"Personal care"}],"start":"2026-11-20T16:00:00Z",\
        "end":"2026-11-20T17:00:00Z","participant":[\
        {"actor":{"reference":"Patient/1"},"status":"accepted"},\
        {"actor":{"reference":"Practitioner/7"},"status":"accepted"}]}
        """)
  }

  @Test("touches nothing that is the same on both sides")
  func untouched() throws {
    let present = try present(visit(.scheduled))
    #expect(try writing(visit(.scheduled)).appointment(editing: present, isOurID: true) == present.appointment)
    #expect(try writing(visit(.scheduled)).encounter(editing: present, of: "Appointment/1", isOurID: true) == nil)
  }

  @Test("puts another worker in the place of the first, told by our identifier where upstream has no record")
  func reassigned() throws {
    let json = try writing(visit(.scheduled, worker: "james"))
      .appointment(editing: present(visit(.scheduled)), isOurID: true)
    let actors = (json["participant"]?.items ?? []).compactMap { $0["actor"] }
    #expect(actors.count == 2)
    #expect(actors.last?["identifier"]?["value"] == "urn:uuid:k-james")
    let open = try writing(visit(.scheduled, worker: nil)).appointment(
      editing: present(visit(.scheduled)), isOurID: true)
    #expect(open["participant"]?.items.count == 1)
  }

  @Test("is fulfilled only when the last of several workers has come")
  func shared() throws {
    var present = try present(visit(.scheduled))
    present.others = [VisitWriting.Other(.scheduled, hasEncounter: false)]
    let done = try visit(.completed(checkIn: nine, checkOut: nine.adding(minutes: 55)))
    #expect(try writing(done).appointment(editing: present, isOurID: true)["status"] == "booked")
    present.others = [VisitWriting.Other(.inProgress(checkIn: nine), hasEncounter: true)]
    #expect(try writing(done).appointment(editing: present, isOurID: true)["status"] == "fulfilled")
    present.others = [VisitWriting.Other(.scheduled, hasEncounter: false)]
    let off = try writing(visit(.cancelled(reason: "Ill", checkIn: nil))).appointment(editing: present, isOurID: true)
    #expect(off["status"] == "booked")
    #expect(off["participant"]?.items.last?["status"] == "declined")
  }

  @Test("of several workers is planned again, and given to somebody else, at once")
  func reopened() throws {
    var present = try present(visit(.cancelled(reason: "Ill", checkIn: nil)))
    present.others = [VisitWriting.Other(.scheduled, hasEncounter: false)]
    present.appointment["status"] = "booked"
    present.read.status = .booked
    present.appointment["participant", default: []].items[1]["status"] = "declined"
    let given = try writing(visit(.scheduled, worker: "james")).appointment(editing: present, isOurID: true)
    #expect(given["participant"]?.items.count == 2)
    #expect(given["participant"]?.items.last?["actor"]?["identifier"]?["value"] == "urn:uuid:k-james")
    #expect(given["participant"]?.items.last?["status"] == "accepted")
    present = try self.present(visit(.scheduled))
    present.others = [VisitWriting.Other(.scheduled, hasEncounter: false)]
    let off = try writing(visit(.cancelled(reason: "Ill", checkIn: nil), worker: "james"))
      .appointment(editing: present, isOurID: true)
    #expect(off["participant"]?.items.last?["actor"]?["identifier"]?["value"] == "urn:uuid:k-james")
    #expect(off["participant"]?.items.last?["status"] == "declined")
  }

  @Test("has its Encounter name the Appointment by its address, whatever it was called in a transaction")
  func reference() throws {
    var present = try present(visit(.inProgress(checkIn: nine)))
    present.encounter?["appointment"] = [["reference": .string("urn:uuid:\(id.rawValue)")]]
    let done = try visit(.completed(checkIn: nine, checkOut: nine.adding(minutes: 55)))
    let encounter = try writing(done).encounter(editing: present, of: "Appointment/17", isOurID: true)
    #expect(encounter?["appointment"] == [["reference": "Appointment/17"]])
  }

  @Test("that contradicts itself is refused with the place")
  func contradiction() throws {
    let present = try present(visit(.inProgress(checkIn: nine)))
    var read = present.read
    read.status = .noshow
    #expect(throws: RecordFault.self) { try SyncedLife(read, present.readEncounter) }
  }
}
