import Testing
import VisitsExchange
import VisitsModel

@Suite("A participant of a stranger's Appointment")
struct StrangerParticipantTests {
  private typealias Bundle = StrangerBundle

  @Test("who is only informed makes no visit")
  func informed() {
    let plan = Bundle.plan(
      Bundle.ann,
      Bundle.appointment(
        Bundle.patient, Bundle.worker,
        #"{"actor":{"reference":"Practitioner/w2"},"required":"information-only","status":"accepted"}"#))
    #expect(plan.visits.map(\.worker?.value) == ["Practitioner/w"])
  }

  @Test("who is the Patient and only informed is not visited")
  func informedPatient() {
    let plan = Bundle.plan(
      Bundle.appointment(
        #"{"actor":{"reference":"Patient/p"},"required":"information-only","status":"accepted"}"#, Bundle.worker))
    #expect(
      plan.refusals == [
        "entry[2] Appointment/a: participant[0].actor: the Patient is only informed, and is not visited; let the "
          + "Patient take part if they are"
      ])
  }

  @Test("who is the worker and has just a name does not leave the visit open")
  func namedWorker() {
    let attender =
      #"{"type":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/v3-ParticipationType","#
      + #""code":"ATND"}]}],"actor":{"display":"Dr Ann Smith"},"status":"accepted"}"#
    let words =
      "participant[1].actor: \"Dr Ann Smith\" takes part as a worker and has no record; refer to their "
      + "Practitioner"
    #expect(
      Bundle.plan(Bundle.appointment(Bundle.patient, attender)).refusals == ["entry[2] Appointment/a: \(words)"])
    let beside = Bundle.plan(Bundle.appointment(Bundle.patient, attender, Bundle.worker))
    #expect(beside.visits.map(\.worker?.value) == ["Practitioner/w"])
    #expect(beside.remarks == ["entry[2] Appointment/a: \(words)"])
  }

  @Test("who may be anybody is told by the name")
  func named() {
    let plan = Bundle.plan(
      Bundle.appointment(Bundle.patient, #"{"actor":{"display":"Carey Long"},"status":"needs-action"}"#))
    #expect(plan.visits.map(\.worker) == [nil])
    #expect(
      plan.remarks == [
        "entry[2] Appointment/a: participant[1].actor: \"Carey Long\" takes part and has no record, so it is unknown "
          + "whether that is a worker or a place; refer to the record, or remove it"
      ])
  }

  @Test("that is a telephone makes the visit a call, even if just for information")
  func telephone() {
    let plan = Bundle.plan(
      Bundle.appointment(
        Bundle.patient, Bundle.worker,
        #"{"actor":{"display":"Phone Call"},"required":"information-only","status":"accepted"}"#))
    #expect(plan.visits.map(\.virtual) == [VirtualPlace()])
    #expect(plan.remarks == [])
  }

  @Test("who is the client and has declined is told while the visit is ahead")
  func declined() {
    let declined = #"{"actor":{"reference":"Patient/p"},"status":"declined"}"#
    #expect(
      Bundle.plan(Bundle.appointment(declined, Bundle.worker)).remarks == [
        "entry[2] Appointment/a: participant[0].actor: the client has declined, and the visit is planned anyway; "
          + "ask whether it takes place"
      ])
    #expect(Bundle.plan(Bundle.appointment(declined, Bundle.worker, status: "cancelled")).remarks == [])
  }

  @Test("who is another client and has declined leaves the visit to the one who comes")
  func otherDeclined() {
    let rosa = #"{"resourceType":"Patient","id":"p2","name":[{"text":"Rosa Diaz"}]}"#
    let plan = Bundle.plan(
      rosa,
      Bundle.appointment(
        Bundle.patient, #"{"actor":{"reference":"Patient/p2"},"status":"declined"}"#, Bundle.worker))
    #expect(plan.refusals == [])
    #expect(plan.visits.map(\.client.value) == ["Patient/p"])
  }

  @Test("who is there for a part of the time is told")
  func partOfTime() {
    let plan = Bundle.plan(
      Bundle.appointment(
        Bundle.patient,
        #"{"actor":{"reference":"Practitioner/w"},"status":"accepted","#
          + #""period":{"start":"2026-11-25T17:00:00Z","end":"2026-11-25T17:30:00Z"}}"#))
    #expect(
      plan.remarks == [
        "entry[2] Appointment/a: participant[1].period: takes part only from 2026-11-25T17:00:00Z to "
          + "2026-11-25T17:30:00Z; the visit is planned for the whole time"
      ])
  }

  @Test("that is neither a person nor a place, and is not in the Bundle, is counted by its kind")
  func devices() {
    let plan = Bundle.plan(
      Bundle.appointment(
        Bundle.patient, Bundle.worker, #"{"actor":{"reference":"Device/hoist"}}"#,
        #"{"actor":{"reference":"RelatedPerson/daughter"}}"#))
    let counted = plan.passedOver.map { "\($0.count) \($0.kind) \($0.reason.rawValue)" }
    #expect(counted == ["1 Device notRead", "1 RelatedPerson notRead"])
  }

  @Test(
    "is not read where it says something unknown that changes its meaning, as the records themselves are not",
    arguments: [
      (
        Bundle.appointment(
          Bundle.patient,
          #"{"actor":{"reference":"Practitioner/w"},"modifierExtension":[{"url":"http://x.example/not"}]}"#),
        "entry[2] Appointment/a: participant[1].modifierExtension"
      ),
      (
        Bundle.appointment(
          Bundle.patient, Bundle.worker,
          more: #""modifierExtension":[{"url":"http://x.example/not","valueBoolean":true}],"#),
        "entry[2] Appointment/a: modifierExtension"
      ),
      (
        Bundle.appointment(Bundle.patient, Bundle.worker, more: #""implicitRules":"http://x.example/not","#),
        "entry[2] Appointment/a: implicitRules"
      ),
      (
        #"{"resourceType":"Practitioner","id":"w9","modifierExtension":[{"url":"http://x.example/not"}]}"#,
        "entry[2] Practitioner/w9: modifierExtension"
      ),
      (
        Bundle.encounter("e", #""modifierExtension":[{"url":"http://x.example/not"}],"#),
        "entry[2] Encounter/e: modifierExtension"
      ),
    ] as [(String, String)])
  func modifiers(resource: String, place: String) {
    #expect(
      Bundle.plan(resource).refusals == [
        "\(place): \"http://x.example/not\" changes what this record means, and is not known here; take it out, or "
          + "enter the record by hand"
      ])
  }
}

@Suite("What a stranger's Appointment is about")
struct StrangerPurposeTests {
  private typealias Bundle = StrangerBundle

  private func visit(_ more: String) -> PlannedVisit? {
    Bundle.plan(Bundle.appointment(Bundle.patient, Bundle.worker, more: more)).visits.first
  }

  @Test("is told by its reasons, its description and its further services, each once")
  func purpose() {
    let visit = visit(
      #""serviceType":[{"text":"Bath"},{"text":"Meal"}],"description":"Discuss MRI","reasonCode":[{"text":"Meal"}],"#
        + #""reasonReference":[{"reference":"Condition/1","display":"Burn of ear"}],"#)
    #expect(visit?.service == "Bath")
    #expect(visit?.purpose == "Meal; Burn of ear; Discuss MRI")
  }

  @Test("is its kind where it names no service")
  func kind() {
    #expect(visit(#""appointmentType":{"coding":[{"display":"Follow-up"}]},"#)?.service == "Follow-up")
    #expect(visit(#""specialty":[{"text":"Podiatry"}],"#)?.service == "Podiatry")
    #expect(visit(#""appointmentType":{"coding":[{"code":"VR"}]},"#)?.service == nil)
  }

  @Test(
    "is a call whose link or number stands in other places",
    arguments: [
      (
        #""extension":[{"url":"http://hl7.org/fhir/5.0/StructureDefinition/extension-Appointment.virtualService","#
          + #""extension":[{"url":"address","valueContactPoint":{"system":"phone","value":"+1 780 555 0100"}}]}],"#,
        "tel:+17805550100"
      ),
      (
        #""extension":[{"url":"http://ehealth.example/fhir/StructureDefinition/ehealth-meeting-url","#
          + #""valueUri":"https://portal.example/?x=1"}],"#, "https://portal.example/?x=1"
      ),
      (
        #""contained":[{"resourceType":"Endpoint","id":"e","address":"https://v.example/1"}],"#
          + ##""supportingInformation":[{"reference":"#e"}],"##, "https://v.example/1"
      ),
    ] as [(String, String)])
  func links(more: String, link: String) {
    #expect(visit(more)?.virtual == VirtualPlace(link: link))
    #expect(visit(more)?.former?.virtual?.link == nil)
  }
}

@Suite("A stranger's Bundle as a whole")
struct StrangerPageTests {
  private typealias Bundle = StrangerBundle

  @Test("that is a page of many says so")
  func pages() {
    let head = #""type":"searchset","total":57,"link":[{"relation":"next","url":"https://x.example/y?page=2"}]"#
    #expect(
      Bundle.plan(Bundle.appointment(Bundle.patient, Bundle.worker), head: head).remarks == [
        "Bundle: holds 3 of the 57 records that the search found; import the further pages, too"
      ])
    #expect(Bundle.plan(head: #""type":"searchset","total":2"#).remarks == [])
  }

  @Test("says what the other system says of it")
  func outcomes() {
    let outcome =
      #"{"resourceType":"OperationOutcome","issue":[{"severity":"warning","#
      + #""details":{"text":"3 Appointments withheld"}}]}"#
    #expect(
      Bundle.plan(outcome).remarks == ["entry[2] OperationOutcome: the other system says: 3 Appointments withheld"])
  }

  @Test("that asks for a deletion says that it is not done, and is read")
  func deletions() {
    let plan = FHIRBundleReader(now: now).plan(
      from: """
        {"resourceType":"Bundle","type":"transaction","entry":[{"resource":\(Bundle.tom)},
         {"request":{"method":"DELETE","url":"Appointment/old"}}]}
        """)
    #expect(plan.refusals == [])
    #expect(plan.workers.map(\.name) == ["Tom Li"])
    #expect(
      plan.remarks == [
        "entry[1]: request: asks for the deletion of \"Appointment/old\", which an import does not do; cancel the visit "
          + "here if it is one"
      ])
  }

  @Test("keeps a name whose text has a comma, unless the parts say all of it")
  func names() {
    func name(_ name: String) -> String? {
      Bundle.plan(#"{"resourceType":"Patient","id":"q","name":[\#(name)]}"#).clients.last?.name
    }
    #expect(name(#"{"text":"Müller, Anna Maria","family":"Müller"}"#) == "Müller, Anna Maria")
    #expect(name(#"{"text":"Müller, Anna","family":"Müller","given":["Anna"]}"#) == "Anna Müller")
  }

  @Test("says which birth dates it does not keep")
  func birthDates() {
    let plan = Bundle.plan(
      #"{"resourceType":"Patient","id":"q","name":[{"text":"Ann"}],"birthDate":"1970-06"}"#)
    #expect(
      plan.remarks == ["entry[2] Patient/q: birthDate: \"1970-06\" is no whole date, or no time, and is not kept"])
  }
}
