import Testing
import VisitsExchange
import VisitsModel

@Suite("Content that cannot be taken")
struct RefusalTests {
  @Test("each contradiction is refused at its place, with what to do; nothing else is disturbed")
  func contradictions() throws {
    let plan = FHIRBundleReader(now: now).plan(from: try fixture("contradictions")) { kind, identity in
      switch kind {
      case .client: identity == UpstreamIdentity(system: "fhir", value: "Patient/known")
      case .worker: identity == UpstreamIdentity(system: "fhir", value: "Practitioner/known")
      }
    }
    #expect(
      plan.refusals == [
        "entry[1] Patient/twice: is in the Bundle more than once with different content (entry[1], entry[2]); "
          + "keep the correct one",
        "entry[2] Patient/twice: is in the Bundle more than once with different content (entry[1], entry[2]); "
          + "keep the correct one",
        "entry[3] Patient/broken: name: expected array, found string",
        "entry[4] Patient: has no id, no fullUrl and no identifier with a system; "
          + "without one a second import could not find it again",
        "entry[5] Patient/8: fullUrl \"https://a.example/fhir/Patient/7\" and the resource \"Patient/8\" are not the "
          + "same; correct one of them",
        "entry[6] Appointment/no-status: status: is missing; it is needed to know whether the visit takes place",
        "entry[7] Appointment/odd-status: status: \"maybe\" is no status of an Appointment in FHIR R4",
        "entry[8] Appointment/no-start: start: is missing; a visit needs a planned start",
        "entry[9] Appointment/no-end: end: is missing, and so is minutesDuration; a visit needs a planned end",
        "entry[10] Appointment/backwards: end: the end is not after the start; correct one of them",
        "entry[11] Appointment/too-long: end: is planned for more than 24 hours; split it into several Appointments",
        "entry[12] Appointment/nobody: participant: no Patient takes part; a visit needs a client",
        "entry[13] Appointment/group: participant[1].actor: several Patients take part; make one Appointment for each",
        "entry[14] Appointment/stranger: participant[0].actor: \"Patient/999\" is not in this Bundle and was never "
          + "imported; add it to the Bundle or import it first",
        "entry[15] Appointment/strange-worker: participant[1].actor: \"Practitioner/999\" is not in this Bundle and "
          + "was never imported; add it to the Bundle or import it first",
        "entry[16] Appointment/of-twice: participant[0].actor: refers to an entry that is refused itself "
          + "(entry[1] Patient/twice); correct that first",
        "entry[17] Appointment/of-broken: participant[0].actor: refers to an entry that is refused itself (entry[3]); "
          + "correct that first",
        "entry[18] Appointment/nowhere: participant[0].actor: \"urn:uuid:00000000-0000-0000-0000-000000000000\" "
          + "leads to nothing; correct the reference",
        "entry[19] Appointment/inner: participant[0].actor: the contained Patient has no identifier with a system, "
          + "so it is unknown who it is; add one, or refer to a Patient of its own",
        "entry[20] Appointment/cancelled-under-way: status: the Encounter is in-progress but the Appointment is "
          + "cancelled; correct one of them",
        "entry[22] Bundle: a Bundle inside a Bundle is not read; import it by itself",
      ])
    #expect(
      plan.lines == [
        "client good | Good Client | Patient/good",
        "visit Appointment/fine | 2026-11-20T15:00:00Z to 2026-11-21T15:00:00Z | Patient/known | Practitioner/known "
          + "| scheduled",
      ])
  }

  @Test(
    "a text that is no Bundle is refused as a whole, and no entry of it is",
    arguments: [
      ("", "Bundle", "is not JSON from line 1, column 1 on; export it again"),
      ("{\"resourceType\":\"Bundle\",}", "Bundle", "is not JSON from line 1, column 26 on; export it again"),
      ("{\"resourceType\":\"Patient\"}", "Bundle", "expected Bundle, found Patient"),
      ("{\"resourceType\":\"Bundle\",\"entry\":7}", "entry", "expected array, found number"),
      (
        "{\"resourceType\":\"Bundle\",\"type\":\"history\"}", "Bundle: type",
        "a history holds several versions of the same thing; export a collection or a search instead"
      ),
    ])
  func noBundle(text: String, place: String, reason: String) {
    let plan = FHIRBundleReader(now: now).plan(from: text)
    #expect(plan.refusals == ["\(place): \(reason)"])
    #expect(plan.unreadable != nil && plan.refused.isEmpty)
    #expect(plan.lines.isEmpty)
  }

  @Test(
    "a time that has no date, and a birth that lies ahead everywhere, are refused",
    arguments: [
      (
        #"{"resourceType":"Appointment","id":"a","status":"booked","start":"9999-12-31T23:30:00Z","minutesDuration":60}"#,
        "entry[0] Appointment/a: end", "lies outside the years 1 to 9999; give the date that was meant"
      ),
      (
        #"{"resourceType":"Appointment","id":"a","status":"booked","start":"0001-01-01T00:00:00+01:00","minutesDuration":60}"#,
        "entry[0] Appointment/a: start", "lies outside the years 1 to 9999; give the date that was meant"
      ),
      (
        #"{"resourceType":"Patient","id":"p","birthDate":"2026-11-22"}"#, "entry[0] Patient/p: birthDate",
        "is in the future; give the true date of birth, or none"
      ),
    ])
  func impossibleTimes(resource: String, place: String, reason: String) {
    let plan = FHIRBundleReader(now: now).plan(from: bundle(resource))
    #expect(plan.refusals == ["\(place): \(reason)"])
    #expect(plan.clients.isEmpty)
  }

  @Test("who is born today somewhere on earth is taken")
  func bornToday() {
    let plan = FHIRBundleReader(now: now).plan(
      from: bundle(#"{"resourceType":"Patient","id":"p","birthDate":"2026-11-20"}"#))
    #expect(plan.clients.map(\.birthDate?.text) == ["2026-11-20"])
  }

  @Test("a name of a megabyte is refused, not cut")
  func longName() {
    let name = String(repeating: "a", count: 1_000_000)
    let plan = FHIRBundleReader(now: now).plan(
      from: bundle(#"{"resourceType":"Patient","id":"p","name":[{"text":"\#(name)"}]}"#))
    #expect(plan.refusals == ["entry[0] Patient/p: name: is longer than 200 characters; shorten it"])
  }

  @Test("an identifier that two records bear identifies neither")
  func sharedIdentifier() {
    let plan = FHIRBundleReader(now: now).plan(
      from: bundle(
        #"{"resourceType":"Patient","id":"a","name":[{"text":"A"}],"identifier":[{"system":"s","value":"000"}]}"#,
        #"{"resourceType":"Patient","id":"b","name":[{"text":"B"}],"identifier":[{"system":"s","value":"000"}]}"#,
        #"{"resourceType":"Practitioner","id":"c","identifier":[{"system":"s","value":"000"}]}"#))
    #expect(plan.refused.isEmpty)
    #expect(
      plan.lines == [
        "worker c | Worker 000 | Practitioner/c 000", "client a | A | Patient/a", "client b | B | Patient/b",
      ])
    #expect(
      plan.remarks == [
        "entry[0] Patient/a: identifier: \"000\" is borne by several records of this Bundle, so it identifies none of them",
        "entry[1] Patient/b: identifier: \"000\" is borne by several records of this Bundle, so it identifies none of them",
        "entry[2] Practitioner/c: name: has no name that is in use",
      ])
  }

  @Test("records that replace each other in a circle do not hang the import")
  func circle() {
    let plan = FHIRBundleReader(now: now).plan(
      from: bundle(
        #"{"resourceType":"Patient","id":"a","link":[{"type":"replaced-by","other":{"reference":"Patient/b"}}]}"#,
        #"{"resourceType":"Patient","id":"b","link":[{"type":"replaced-by","other":{"reference":"Patient/a"}}]}"#,
        visit("v", participants: #"{"actor":{"reference":"Patient/a"}}"#)))
    #expect(plan.visits.map(\.client.value) == ["Patient/a"])
  }

  @Test("20,000 records of one id, and 2,000 references to it, are refused in time", .timeLimit(.minutes(1)))
  func manyCopies() {
    let patients = (0..<20_000).map { #"{"resourceType":"Patient","id":"p","birthDate":"\#(1000 + $0 % 1000)"}"# }
    let visits = (0..<2_000).map { visit("v\($0)", participants: #"{"actor":{"reference":"Patient/p"}}"#) }
    let plan = FHIRBundleReader(now: now).plan(from: bundle(patients + visits))
    #expect(plan.refused.count == 22_000)
    #expect(plan.lines.isEmpty)
  }

  @Test("an Appointment with thousands of people, or with people inside, is refused before it becomes visits")
  func crowds() {
    let many = (0..<5_000).map { #"{"actor":{"reference":"Practitioner/w\#($0)"}}"# }.joined(separator: ",")
    let inside = (0..<300).map { #"{"resourceType":"Practitioner","id":"w\#($0)"}"# }.joined(separator: ",")
    let plan = FHIRBundleReader(now: now).plan(
      from: bundle(
        visit("crowd", participants: many),
        #"{"resourceType":"Appointment","id":"full","contained":[\#(inside)]}"#))
    #expect(
      plan.refusals == [
        "entry[0] Appointment/crowd: participant: more than 100 take part; a visit is one client's, "
          + "split it into several Appointments",
        "entry[1] Appointment/full: contained: holds more than 256 resources; make them entries of the Bundle",
      ])
  }

  @Test("a worker who is listed twice makes one visit; who has declined makes none")
  func engagement() {
    let plan = FHIRBundleReader(now: now).plan(
      from: bundle(
        #"{"resourceType":"Patient","id":"p"}"#, #"{"resourceType":"Practitioner","id":"w"}"#,
        visit(
          "v",
          participants: #"""
            {"actor":{"reference":"Patient/p"}},{"actor":{"reference":"Practitioner/w"}},
            {"actor":{"reference":"Practitioner/w"},"status":"accepted"},
            {"actor":{"reference":"Practitioner/gone"},"status":"declined"}
            """#)))
    #expect(plan.refused.isEmpty)
    #expect(plan.visits.map(\.worker?.value) == ["Practitioner/w"])
  }

  private func visit(_ id: String, participants: String) -> String {
    #"""
    {"resourceType":"Appointment","id":"\#(id)","status":"booked","start":"2026-11-20T15:00:00Z",
     "end":"2026-11-20T16:00:00Z","participant":[\#(participants)]}
    """#
  }

  private func bundle(_ resources: String...) -> String { bundle(resources) }

  private func bundle(_ resources: [String]) -> String {
    let entries = resources.map { "{\"resource\":\($0)}" }.joined(separator: ",\n")
    return "{\"resourceType\":\"Bundle\",\"entry\":[\(entries)]}"
  }
}
