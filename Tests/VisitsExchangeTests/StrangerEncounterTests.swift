import Testing
import VisitsExchange
import VisitsModel

@Suite("An Encounter of a stranger's Bundle")
struct StrangerEncounterTests {
  private typealias Bundle = StrangerBundle

  private func plan(_ encounters: String...) -> ImportPlan {
    let appointment = Bundle.appointment(Bundle.patient, Bundle.worker)
    let rosa = #"{"resourceType":"Patient","id":"p2","name":[{"text":"Rosa Diaz"}]}"#
    let entries = ([Bundle.margaret, Bundle.tom, Bundle.ann, rosa, appointment] + encounters)
      .map { "{\"resource\":\($0)}" }.joined(separator: ",")
    return FHIRBundleReader(now: now).plan(
      from: "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[\(entries)]}")
  }

  @Test(
    "that names another worker or client does not complete the visit, and is refused",
    arguments: [
      Bundle.encounter("e", by: "w2"), Bundle.encounter("e", subject: "p2"),
      Bundle.encounter("e", subject: "p2", by: "w2"),
    ])
  func others(encounter: String) {
    let plan = plan(encounter)
    #expect(plan.visits.map(\.life) == [.scheduled])
    #expect(
      plan.refusals == [
        "entry[5] Encounter/e: names another worker or client than its Appointment; correct one of them"
      ])
  }

  @Test("that is the second of its Appointment is refused, and the first one counts")
  func second() {
    let plan = plan(Bundle.encounter("e"), Bundle.encounter("e2", from: "19:00", to: "20:00"))
    #expect(plan.visits.first?.life.checkIn?.at == Instant(milliseconds: 1_795_626_300_000))
    #expect(plan.visits.first?.life.checkOut?.at == Instant(milliseconds: 1_795_630_020_000))
    #expect(
      plan.refusals == [
        "entry[6] Encounter/e2: another Encounter already tells the outcome of the visit (entry[5] Encounter/e); "
          + "keep the correct one"
      ])
  }

  @Test("that names the worker by a role, or a stranger, is the visit's")
  func roles() {
    let role = #"{"resourceType":"PractitionerRole","id":"r","practitioner":{"reference":"Practitioner/w"}}"#
    for worker in ["PractitionerRole/r", "Practitioner/99"] {
      let plan = plan(Bundle.encounter("e", by: worker), role)
      #expect(plan.refusals == [])
      #expect(plan.visits.map(\.life.status) == [.completed])
      let counted = plan.passedOver.map { "\($0.count) \($0.kind) \($0.reason.rawValue)" }
      #expect(counted == (worker == "PractitionerRole/r" ? [] : ["1 PractitionerRole notNamed"]))
    }
  }

  @Test("of one of two workers is theirs, and that of a third is refused")
  func several() {
    let two = Bundle.appointment(
      Bundle.patient, Bundle.worker, #"{"actor":{"reference":"Practitioner/w2"},"status":"accepted"}"#)
    let third = #"{"resourceType":"Practitioner","id":"w3","name":[{"text":"Kim Ono"}]}"#
    let plan = Bundle.plan(
      Bundle.ann, third, two, Bundle.encounter("e", by: "w2"), Bundle.encounter("f", by: "w3"))
    #expect(plan.visits.map(\.life.status) == [.scheduled, .completed])
    #expect(
      plan.refusals == [
        "entry[6] Encounter/f: names another worker or client than its Appointment; correct one of them"
      ])
  }

  @Test("of the class VR makes the visit one by video or telephone")
  func virtual() {
    let plan = plan(Bundle.encounter("e", #""class":{"code":"VR"},"#))
    #expect(plan.visits.map(\.virtual) == [VirtualPlace()])
  }

  @Test("whose period is a day says that the times are not kept")
  func days() {
    let plan = plan(
      #"{"resourceType":"Encounter","id":"e","status":"finished","appointment":[{"reference":"Appointment/a"}],"#
        + #""period":{"start":"2026-11-25"}}"#)
    #expect(plan.visits.map(\.life.status) == [.completed])
    #expect(
      plan.remarks == [
        "entry[5] Encounter/e: period.start: \"2026-11-25\" is no whole date, or no time, and is not kept"
      ])
  }
}
