import FHIR
import Testing
import VisitsModel

@testable import VisitsExchange

/// Bundles as other systems write them, in our own words.
@Suite("A Bundle of a stranger's")
struct StrangerBundleTests {
  private static let margaret = """
    {"resourceType":"Patient","id":"margaret","name":[{"use":"official","text":"Margaret Li Chen","family":"Chen",
    "given":["Margaret","Li"],"prefix":["Mrs."],"suffix":["PhD"]}],
    "address":[{"use":"home","line":["123 Oak St","Unit 4"],"city":"Edmonton","district":"Strathcona","state":"AB",
    "postalCode":"T5J 0A1","country":"CA"}]}
    """
  private static let sarah = """
    {"resourceType":"Practitioner","id":"sarah","name":[{"family":"Miller","given":["Sarah"],"suffix":["RN"]}]}
    """

  private static func appointment(_ more: String, participants: String = "") -> String {
    """
    {"resourceType":"Appointment","id":"a","status":"booked","start":"2026-11-21T15:00:00Z",
    "end":"2026-11-21T16:00:00Z",\(more)"participant":[{"actor":{"reference":"Patient/margaret"},"status":"accepted"},
    {"actor":{"reference":"Practitioner/sarah"},"status":"accepted"}\(participants)]}
    """
  }

  private func plan(_ resources: String..., isKnown: Bool = false) -> ImportPlan {
    let entries = resources.map { "{\"resource\":\($0)}" }.joined(separator: ",")
    return FHIRBundleReader(now: now).plan(
      from: "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[\(entries)]}"
    ) { _, _ in isKnown }
  }

  private func passedOver(_ plan: ImportPlan) -> [String] {
    plan.passedOver.map { "\($0.count) \($0.kind) \($0.reason.rawValue)" }
  }

  @Test("keeps the parts of names and addresses beside the line that is shown")
  func parts() throws {
    let plan = plan(Self.sarah, Self.margaret)
    let client = try #require(plan.clients.first)
    #expect(client.name == "Margaret Li Chen")
    #expect(
      client.nameParts == NameParts(prefix: "Mrs.", given: ["Margaret", "Li"], family: "Chen", suffix: "PhD"))
    #expect(client.address == "123 Oak St, Unit 4, Edmonton")
    #expect(
      client.addressParts
        == PostalAddress(
          lines: ["123 Oak St", "Unit 4"], city: "Edmonton", district: "Strathcona", region: "AB",
          postalCode: "T5J 0A1", country: "CA"))
    #expect(plan.workers.first?.nameParts == NameParts(given: ["Sarah"], family: "Miller", suffix: "RN"))
  }

  @Test("says why a visit is made and what the client should know before")
  func reasons() throws {
    let visit = try #require(
      plan(
        Self.sarah, Self.margaret,
        Self.appointment(
          """
          "reasonCode":[{"coding":[{"system":"http://snomed.info/sct","code":"225358003","display":"Wound care"}]},
          {"text":"After surgery"}],"patientInstruction":"Keep the dressing dry.",
          """)
      ).visits.first)
    #expect(visit.purpose == "Wound care; After surgery")
    #expect(visit.instruction == "Keep the dressing dry.")
  }

  @Test(
    "tells a visit by video or telephone, and its link",
    arguments: [
      (
        #""extension":[{"url":"http://hl7.org/fhir/5.0/StructureDefinition/extension-Appointment.virtualService","#
          + #""extension":[{"url":"channelType","valueCoding":{"code":"zoom"}},"#
          + #"{"url":"address","valueUrl":"https://video.example/r/7"}]}],"#, "", "https://video.example/r/7"
      ),
      (
        #""extension":[{"url":"https://ehr.example/fhir/video-visit-link","valueContactPoint":"#
          + #"{"system":"url","value":"https://video.example/r/8"}}],"#, "", "https://video.example/r/8"
      ),
      (
        #""contained":[{"resourceType":"HealthcareService","id":"hs","type":[{"coding":[{"system":"#
          + #""http://snomed.info/sct","code":"448337001"}]}],"telecom":[{"system":"phone","value":"+1 780 555 0100"},"#
          + ##"{"system":"url","value":"https://video.example/r/9"}]}],"##,
        ##",{"actor":{"reference":"#hs"},"status":"accepted"}"##, "https://video.example/r/9"
      ),
      (
        #""contained":[{"resourceType":"Location","id":"v","name":"Telephone","physicalType":{"coding":[{"code":"vi"}]},"#
          + #""telecom":[{"system":"phone","value":"+1 (780) 555-0100"}]}],"#,
        ##",{"actor":{"reference":"#v"},"status":"accepted"}"##, "tel:+17805550100"
      ),
      (#""appointmentType":{"text":"Telehealth"},"#, "", nil),
      (
        "", #",{"actor":{"reference":"HealthcareService/77","display":"Video consultations"},"status":"accepted"}"#,
        nil
      ),
      (
        #""appointmentType":{"text":"Virtual"},"extension":[{"url":"https://x.example/telehealth","#
          + #""valueUrl":"javascript:alert(1)"}],"#, "", nil
      ),
    ] as [(String, String, String?)])
  func virtual(more: String, participants: String, link: String?) throws {
    let plan = plan(Self.sarah, Self.margaret, Self.appointment(more, participants: participants))
    #expect(plan.refusals == [])
    let visit = try #require(plan.visits.first)
    #expect(visit.virtual == VirtualPlace(link: link))
    #expect(visit.address == nil)
  }

  @Test("and one to which somebody comes is none of these")
  func inPerson() throws {
    let plan = plan(
      Self.sarah, Self.margaret,
      Self.appointment(
        #""appointmentType":{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/v2-0276","code":"FOLLOWUP"}]},"#
          + #""extension":[{"url":"https://fhir.hl7.org.uk/Extension-DeliveryChannel","valueCode":"In-person"}],"#))
    #expect(plan.visits.first?.virtual == nil)
  }

  @Test("with a code alone is shown in the words that R4 has for it, else with its system, never as a bare number")
  func codes() throws {
    func service(_ coding: String) -> String? {
      plan(Self.sarah, Self.margaret, Self.appointment("\"serviceType\":[{\"coding\":[\(coding)]}],"))
        .visits.first?.service
    }
    let system = "http://terminology.hl7.org/CodeSystem/service-type"
    #expect(service("{\"system\":\"\(system)\",\"code\":\"11\"}") == "Personal Care for Older Persons")
    #expect(service("{\"system\":\"\(system)\",\"code\":\"0\"}") == "0 (\(system))")
    #expect(service(#"{"code":"0"}"#) == "code 0")
    #expect(
      service("{\"system\":\"urn:oid:1.2\",\"code\":\"77\"},{\"system\":\"\(system)\",\"code\":\"124\"}")
        == "General Practice")
    let cancelled = plan(
      Self.sarah, Self.margaret,
      Self.appointment(
        #""cancelationReason":{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/"#
          + #"appointment-cancellation-reason","code":"pat-lt"}]},"#
      ).replacing("booked", with: "cancelled"))
    #expect(cancelled.visits.first?.life.reason == "Patient: Lack of Transportation")
  }

  @Test("names a reference whole, or with its end, and who is meant in words")
  func references() {
    let id = String(repeating: "x", count: 40)
    let long = "https://fhir.vendor.example/api/FHIR/R4/Practitioner/\(id)"
    let plan = plan(
      Self.margaret,
      """
      {"resourceType":"Appointment","id":"a","status":"booked","start":"2026-11-21T15:00:00Z",
      "end":"2026-11-21T16:00:00Z","participant":[{"actor":{"reference":"Patient/margaret"},"status":"accepted"},
      {"actor":{"reference":"\(long)","display":"Adam Careful"},"status":"accepted"}]}
      """)
    #expect(
      plan.refusals == [
        "entry[1] Appointment/a: participant[1].actor: \"\(long) (Adam Careful)\" is not in this Bundle and was never "
          + "imported; add it to the Bundle or import it first"
      ])
    let longest = Quotation(reference: "https://\(String(repeating: "a", count: 300)).example/Patient/4711").description
    #expect(longest.count == 199)
    #expect(longest.hasSuffix(".example/Patient/4711"))
    #expect(longest.contains("..."))
  }

  @Test("counts what it passes over, by kind and reason")
  func passedOver() {
    let plan = plan(
      Self.sarah, Self.margaret, Self.appointment(""),
      #"{"resourceType":"Observation","id":"o"}"#, #"{"resourceType":"Observation","id":"p"}"#,
      #"{"resourceType":"Location","id":"l","name":"Office"}"#,
      #"{"resourceType":"PractitionerRole","id":"r","practitioner":{"reference":"Practitioner/sarah"}}"#,
      #"{"resourceType":"Encounter","id":"e","status":"planned","appointment":[{"reference":"Appointment/a"}]}"#)
    #expect(plan.refusals == [])
    #expect(
      passedOver(plan) == [
        "1 Encounter notBegun", "1 Location notNamed", "2 Observation notRead", "1 PractitionerRole notNamed",
      ])
  }

  @Test("an Encounter whose Appointment is not in it is kept for one that may be here")
  func loneEncounters() {
    let plan = plan(
      #"{"resourceType":"Encounter","id":"e","status":"finished","appointment":[{"reference":"Appointment/x"}],"#
        + #""participant":[{"individual":{"reference":"Practitioner/sarah"}}],"#
        + #""period":{"start":"2026-11-20T15:00:00Z","end":"2026-11-20T16:00:00Z"}}"#,
      #"{"resourceType":"Encounter","id":"f","status":"finished"}"#)
    #expect(plan.encounters.map(\.appointments.count) == [1, 0])
    #expect(plan.encounters.first?.life.checkOut?.at == now)
    #expect(plan.encounters.first?.workers.map(\.value) == ["Practitioner/sarah"])
  }

  @Test("with a mistake in what nobody needs is read all the same")
  func mistakes() {
    let plan = plan(
      Self.sarah, Self.margaret, Self.appointment(""),
      #"{"resourceType":"Observation","id":"o","id":"again"}"#, #"{"resourceType":"Organization","id":7}"#,
      #"{"resourceType":"Location","id":"l","address":"123 Oak St"}"#)
    #expect(plan.refusals == [])
    #expect(plan.visits.count == 1)
    #expect(passedOver(plan) == ["1 Location unreadable", "1 Observation unreadable", "1 Organization unreadable"])
  }

  @Test("with a mistake in the place of a visit is refused: the client's home would be taken")
  func mistakenPlace() {
    let plan = plan(
      Self.sarah, Self.margaret,
      Self.appointment("", participants: #",{"actor":{"reference":"Location/l"},"status":"accepted"}"#),
      #"{"resourceType":"Location","id":"l","address":"123 Oak St"}"#)
    #expect(plan.refusals == ["entry[3] Location/l: address: expected object, found string"])
  }

  @Test("tells people apart of whom it knows no name")
  func nameless() {
    let plan = plan(
      #"{"resourceType":"Patient","id":"P_1","identifier":[{"system":"urn:mrn","value":"4711"}]}"#,
      #"{"resourceType":"Patient","id":"P_2"}"#, #"{"resourceType":"Practitioner","id":"W_1"}"#)
    #expect(plan.clients.map(\.name) == ["Client 4711", "Client P_2"])
    #expect(plan.workers.map(\.name) == ["Worker W_1"])
  }

  @Test("says that a client has died")
  func deceased() {
    let plan = plan(#"{"resourceType":"Patient","id":"p","name":[{"text":"Ann"}],"deceasedDateTime":"2026-10-02"}"#)
    #expect(plan.clients.first?.isDeceased == true)
    #expect(plan.clients.first?.isActive == false)
  }
}
