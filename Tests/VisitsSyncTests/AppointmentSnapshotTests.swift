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
      addressParts: PostalAddress(lines: ["123 Oak St", "\"rear\""], city: "Edmonton", postalCode: "T5J 0A1"),
      placeName: "Room \"1\"",
      offer: UpstreamIdentity(system: "https://ehr.example/fhir", value: "HealthcareService/9"),
      virtual: VirtualPlace(link: "https://video.example/7"), service: "Personal care", purpose: "Wound care",
      instruction: "Keep it dry.", note: "Ring twice\nMind the dog \u{1F415}", reason: "Nobody home", missedBy: .client)
    let snapshot = AppointmentSnapshot(
      mapped: read, worker: worker,
      place: ResolvedPlace(PlaceFields(line: "123 Oak St", parts: PostalAddress(city: "Edmonton")), home: nil))
    #expect(try MappedText.value(from: snapshot.text) == snapshot)
  }

  @Test("are read again where little is known of a place and of a call")
  func sparse() throws {
    var read = MappedAppointment(status: .booked, plan: plan, client: patient, workers: [])
    read.addressParts = PostalAddress(postalCode: "T5J 0A1")
    read.virtual = VirtualPlace()
    let snapshot = AppointmentSnapshot(mapped: read, worker: nil)
    #expect(try MappedText.value(from: snapshot.text) == snapshot)
    let place = PlaceFields(line: "123 Oak St", parts: PostalAddress(postalCode: "T5J 0A1"))
    #expect(try PlaceFields(place.text) == place)
    #expect(try PlaceFields("123 Oak St") == PlaceFields(line: "123 Oak St", parts: nil))
    #expect(try PlaceFields("") == PlaceFields(line: nil, parts: nil))
  }

  @Test("tell a place with a name, or to call, and one that an earlier version stored")
  func names() throws {
    let parts = PostalAddress(lines: ["9 Main St"], city: "Leduc")
    let room = PlaceFields(line: "9 Main St, Leduc", parts: parts, name: "Room 1")
    let day = PlaceFields(line: nil, parts: nil, name: "Day Centre")
    let call = PlaceFields(line: nil, parts: nil, virtual: VirtualPlace(link: "https://video.example/7"))
    for place in [room, day, call] { #expect(try PlaceFields(place.text) == place) }
    #expect(try PlaceFields(line: "1 Oak", parts: nil).text == "1 Oak")
    let resolved = ResolvedPlace(room, home: "1 Oak")
    #expect(resolved.ownAddress == "Room 1, 9 Main St, Leduc")
    #expect(resolved.ownParts == PostalAddress(lines: ["Room 1", "9 Main St"], city: "Leduc"))
    #expect(ResolvedPlace(room, home: "9 Main St, Leduc").ownAddress == nil)
    #expect(ResolvedPlace(day, home: nil).ownAddress == "Day Centre")
    #expect(ResolvedPlace(call, home: "1 Oak").ownAddress == nil)
    let read = MappedAppointment(status: .booked, plan: plan, client: patient, workers: [])
    for place in [room, day, call] {
      let snapshot = AppointmentSnapshot(mapped: read, worker: nil, place: ResolvedPlace(place, home: nil))
      #expect(try MappedText.value(from: snapshot.text) == snapshot)
    }
  }

  @Test("tell the place at the time, the client's home where no other is told")
  func place() throws {
    let read = MappedAppointment(status: .booked, plan: plan, client: patient, workers: [])
    let oak = PlaceFields(line: "1 Oak", parts: nil)
    let places = [
      ResolvedPlace(oak, home: "1 Oak"), ResolvedPlace(nil, home: "1 Oak"), ResolvedPlace(oak, home: nil),
    ]
    #expect(places.map(\.ownAddress) == [nil, nil, "1 Oak"])
    for place in places {
      let snapshot = AppointmentSnapshot(mapped: read, worker: nil, place: place)
      #expect(try MappedText.value(from: snapshot.text) == snapshot)
    }
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
