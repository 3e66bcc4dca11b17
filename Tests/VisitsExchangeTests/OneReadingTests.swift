import FHIR
import Testing
import VisitsModel

@testable import VisitsExchange

@Suite("An Appointment")
struct OneReadingTests {
  private static let server = "https://ehr.example/fhir"
  private let reader = UpstreamReader(source: server)

  private func appointment(_ more: String = "", contained: String = "", participants: String) -> String {
    #"""
    {"resourceType":"Appointment","id":"v","status":"booked","start":"2026-11-20T15:00:00Z",\#(more)
     "end":"2026-11-20T16:00:00Z","contained":[\#(contained)],
     "participant":[{"actor":{"reference":"Patient/p"}},\#(participants)]}
    """#
  }

  private func pulled(_ json: String) throws -> MappedAppointment {
    let record = try reader.record(Resource(json: Array(json.utf8)), at: now)
    guard case .appointment(let fields) = record else { throw RecordFault(code: "copy") }
    return fields
  }

  private func imported(_ json: String) -> ImportPlan {
    let people = [#"{"resourceType":"Patient","id":"p"}"#, #"{"resourceType":"Practitioner","id":"w"}"#]
    let entries = (people + [json]).map { "{\"resource\":\($0)}" }.joined(separator: ",")
    return FHIRBundleReader(now: now, source: Self.server).plan(
      from: "{\"resourceType\":\"Bundle\",\"entry\":[\(entries)]}")
  }

  @Test(
    "says the same whether it is pulled or imported",
    arguments: [
      #""serviceType":[{"coding":[{"display":"Personal care"}]}],"comment":"Ring twice\nMind the dog","#,
      #""description":"Medication","minutesDuration":60,"#, #""comment":" \u0007two   words ","#,
    ])
  func sameFields(more: String) throws {
    let json = appointment(
      more, participants: #"{"actor":{"reference":"Practitioner/w"}},{"actor":{"display":"A room"}}"#)
    let pulled = try pulled(json)
    let imported = try #require(imported(json).visits.first)
    #expect(pulled.workers.map(\.value) == ["Practitioner/w"])
    #expect(pulled.workers == [imported.worker])
    #expect(pulled.client == imported.client)
    #expect(pulled.plan == SyncedVisit.Plan(start: imported.start, end: imported.end))
    #expect([pulled.service, pulled.note] == [imported.service, imported.note])
  }

  @Test("that names its worker by a contained role is theirs, whether it is pulled or imported")
  func containedRole() throws {
    let json = appointment(
      contained: #"{"resourceType":"PractitionerRole","id":"r","practitioner":{"reference":"Practitioner/w"}}"#,
      participants: ##"{"actor":{"reference":"#r"}}"##)
    #expect(try pulled(json).workers.map(\.value) == ["Practitioner/w"])
    #expect(imported(json).visits.map(\.worker?.value) == ["Practitioner/w"])
  }

  @Test(
    "whose contained role names a contained Practitioner is theirs when it is imported; a role of itself names nobody")
  func containedPractitioner() {
    let practitioner = #"{"resourceType":"Practitioner","id":"i","identifier":[{"system":"urn:npi","value":"7"}]}"#
    func lines(_ named: String) -> ImportPlan {
      imported(
        appointment(
          contained:
            #"\#(practitioner),{"resourceType":"PractitionerRole","id":"r","practitioner":{"reference":"\#(named)"}}"#,
          participants: ##"{"actor":{"reference":"#r"}}"##))
    }
    #expect(lines("#i").visits.map(\.worker) == [UpstreamIdentity(system: "urn:npi", value: "7")])
    #expect(
      lines("#r").refusals == [
        "entry[2] Appointment/v: participant[1].actor: the PractitionerRole names no Practitioner; "
          + "refer to the Practitioner"
      ])
  }

  @Test("is read though somebody who has declined leads nowhere, whether it is pulled or imported")
  func declined() throws {
    let json = appointment(
      participants: ##"{"actor":{"reference":"#gone"},"status":"declined"},{"actor":{"reference":"Practitioner/w"}}"##)
    #expect(try pulled(json).workers.map(\.value) == ["Practitioner/w"])
    let plan = imported(json)
    #expect(plan.visits.map(\.worker?.value) == ["Practitioner/w"])
    #expect(
      plan.remarks.last == "entry[2] Appointment/v: participant[1].actor: leads to nothing and is skipped")
  }

  @Test("that is given to somebody else names them in place of the contained role")
  func reassigned() throws {
    let json = appointment(
      contained: #"{"resourceType":"PractitionerRole","id":"r","practitioner":{"reference":"Practitioner/w"}}"#,
      participants: ##"{"actor":{"reference":"#r"}}"##)
    let read = try pulled(json)
    let client = try #require(ClientID(rawValue: "margaret-chen"))
    let before = SyncedVisit(plan: read.plan, worker: WorkerID(rawValue: "sarah"), client: client)
    var after = before
    after.worker = WorkerID(rawValue: "james")
    let james = Worker(id: try #require(after.worker), key: PersonKey(rawValue: "k-james"), name: "James")
    let margaret = Client(id: client, key: PersonKey(rawValue: "k-margaret"), name: "Margaret Chen")
    let writing = VisitWriting(
      VisitID(rawValue: "v"), after, client: UpstreamActor(margaret, at: RecordAddress(type: "Patient", id: "p")),
      worker: UpstreamActor(james, at: RecordAddress(type: "Practitioner", id: "j")), reader: reader)
    let present = VisitWriting.Present(
      appointment: try JSONDocument(json: Array(json.utf8)), read: read, encounter: nil, readEncounter: nil,
      visit: before,
      worker: read.workers.first, others: [])
    let written = writing.appointment(editing: present, isOurID: true)
    #expect(try pulled(String(decoding: written.json, as: UTF8.self)).workers.map(\.value) == ["Practitioner/j"])
  }
}
