import Testing
import VisitsModel

@testable import VisitsExchange
@testable import VisitsSync

@Suite("The stored fields of an Appointment")
struct AppointmentSnapshotTests {
  private let patient = UpstreamIdentity(system: "https://ehr.example/fhir", value: "Patient/1")
  private let worker = UpstreamIdentity(system: "https://ehr.example/fhir", value: "Practitioner/7")
  private let plan = SyncedVisit.Plan(
    start: Instant(milliseconds: 1_795_280_400_000), end: Instant(milliseconds: 1_795_284_000_000))

  @Test("are read again as they were stored, every one of them")
  func everyField() throws {
    let read = MappedAppointment(
      status: .noshow, plan: plan, client: patient, workers: [worker],
      place: UpstreamIdentity(system: "urn:ietf:rfc:3986", value: "urn:uuid:1"), address: "123 Oak St, \"rear\"",
      service: "Personal care", note: "Ring twice\nMind the dog \u{1F415}", reason: "Nobody home", missedBy: .client)
    let snapshot = AppointmentSnapshot(mapped: read, worker: worker)
    #expect(try MappedText.value(from: snapshot.text) == snapshot)
  }

  @Test("leave out what the Appointment does not say")
  func fewFields() throws {
    let read = MappedAppointment(status: .booked, plan: plan, client: patient, workers: [])
    let snapshot = AppointmentSnapshot(mapped: read, worker: nil)
    #expect(
      snapshot.text == """
        {"read":{"status":"booked","plan":{"start":1795280400000,"end":1795284000000},\
        "client":{"system":"https://ehr.example/fhir","value":"Patient/1"},"workers":[]}}
        """)
    #expect(try MappedText.value(from: snapshot.text) == snapshot)
  }
}
