import FHIR
import Testing

private func bundle(_ entries: String...) throws -> Bundle {
  try Bundle(json: "{\"resourceType\":\"Bundle\",\"type\":\"searchset\",\"entry\":[\(entries.joined(separator: ","))]}")
}

private func entry(_ resource: String) -> String { "{\"resource\":\(resource)}" }

private let good = entry(#"{"resourceType":"Patient","id":"good"}"#)

@Suite("Bundles")
struct BundleTests {
  @Test(
    "one bad entry is told with its place, and the others are read",
    arguments: [
      (
        #"{"resourceType":"Appointment","id":"abc","status":5}"#,
        "entry[1] Appointment/abc: status: expected a string, found a number"
      ),
      (
        #"{"resourceType":"Appointment","id":"abc","participant":[{},{"actor":{"reference":["Patient/1"]}}]}"#,
        "entry[1] Appointment/abc: participant[1].actor.reference: expected a string, found an array"
      ),
      (
        #"{"status":"booked","start":"2026-11-20T08:00:00","resourceType":"Appointment","id":"abc"}"#,
        "entry[1] Appointment/abc: start: \"2026-11-20T08:00:00\" is no time that FHIR knows: "
          + "the offset from UTC is missing; end it with Z or like -07:00"
      ),
      (
        #"{"resourceType":"Appointment","id":"abc","status":"booked","status":"cancelled"}"#,
        "entry[1] Appointment/abc: status: is twice in the same object; remove one of the two"
      ),
      (
        #"{"resourceType":"Patient","id":"p","extension":[{"url":"u","x":[{"a":1,"\u0061":2}]}]}"#,
        "entry[1] Patient/p: extension[0].x[0].a: is twice in the same object; remove one of the two"
      ),
      (
        #"{"resourceType":"Appointment","id":"abc","minutesDuration":"60"}"#,
        "entry[1] Appointment/abc: minutesDuration: expected a number, found a string"
      ),
      (
        #"{"resourceType":"Appointment","id":"abc","minutesDuration":1e99}"#,
        "entry[1] Appointment/abc: minutesDuration: expected a whole number, found 1e99"
      ),
      (
        #"{"resourceType":"Patient","id":"p","active":"true"}"#,
        "entry[1] Patient/p: active: expected true or false, found a string"
      ),
      (
        #"{"resourceType":"Patient","id":"p","name":{"family":"Chen"}}"#,
        "entry[1] Patient/p: name: expected an array, found an object"
      ),
      (
        #"{"resourceType":"Patient","id":"p","name":["Chen"]}"#,
        "entry[1] Patient/p: name[0]: expected an object, found a string"
      ),
      (
        #"{"resourceType":"Patient","contained":[{"resourceType":"Location","id":"l","name":1}]}"#,
        "entry[1] Patient: contained[0].name: expected a string, found a number"
      ),
      (#"{"resourceType":"Patient","id":7}"#, "entry[1] Patient: id: expected a string, found a number"),
      (#"{"id":"x"}"#, "entry[1]: resourceType: is missing"),
      ("[]", "entry[1]: expected an object, found an array"),
    ])
  func located(resource: String, words: String) throws {
    let bundle = try bundle(good, entry(resource), good)
    #expect(bundle.problems.map(\.description) == [words])
    #expect(bundle.entries.map(\.index) == [0, 2])
  }

  @Test("an entry that is no entry is told, too")
  func badEntries() throws {
    let bundle = try bundle("7", "{}", #"{"fullUrl":1,"resource":{"resourceType":"X"}}"#, good)
    #expect(
      bundle.problems.map(\.description) == [
        "entry[0]: expected an object, found a number",
        "entry[1]: resource: is missing",
        "entry[2]: fullUrl: expected a string, found a number",
      ])
    #expect(bundle.entries.count == 1)
  }

  @Test("a message quotes little of what it was sent, and nothing that a terminal obeys")
  func quotation() throws {
    let hostile = String(repeating: "A", count: 100_000)
    let bundle = try bundle(
      entry(#"{"resourceType":"Appointment","id":"\u001b[2J\u202e","start":"\#(hostile)"}"#))
    #expect(
      bundle.problems[0].description
        == "entry[0] Appointment/\u{FFFD}[2J\u{FFFD}: start: \"\(hostile.prefix(60))...\" is no time that FHIR knows: "
        + "write it like 2026-11-20T08:00:00-07:00")
  }

  @Test("a string longer than FHIR allows is refused where it is read, and kept where it is not")
  func giantStrings() throws {
    let giant = String(repeating: "x", count: 2 << 20)
    let bundle = try bundle(
      entry(#"{"resourceType":"Patient","id":"a","name":[{"text":"\#(giant)"}]}"#),
      entry(#"{"resourceType":"Patient","id":"b","photo":[{"data":"\#(giant)"}]}"#))
    #expect(
      bundle.problems.map(\.description) == [
        "entry[0] Patient/a: name[0].text: longer than the 1048576 bytes that FHIR allows"
      ])
    #expect(bundle.entries[0].resource.json.count > 2 << 20)
  }

  @Test("100,000 entries are read, and a bad one among them is found", .timeLimit(.minutes(1)))
  func manyEntries() throws {
    let small = #"{"resource":{"resourceType":"Basic"}}"#
    let many = Array(repeating: small, count: 50_000).joined(separator: ",")
    let bundle = try bundle(many, #"{"resource":{"resourceType":"Patient","id":1}}"#, many)
    #expect(bundle.entries.count == 100_000)
    #expect(bundle.problems.map(\.place) == ["entry[50000] Patient: id"])
  }

  @Test("an object of 200,000 names is checked for repeated ones in reasonable time", .timeLimit(.minutes(1)))
  func manyNames() throws {
    let names = (0..<200_000).map { "\"n\($0)\":0" }.joined(separator: ",")
    let bundle = try bundle(entry("{\"resourceType\":\"Basic\",\(names),\"n7\":1}"))
    #expect(bundle.problems.map(\.place) == ["entry[0] Basic: n7"])
  }

  @Test("null, empty strings, unknown fields and whole numbers with a point do no harm")
  func sloppy() throws {
    let bundle = try bundle(
      entry(
        #"""
        {"resourceType":"Appointment","id":"a","status":null,"comment":"","end":null,"minutesDuration":60.0,
         "participant":[{"actor":null,"status":"accepted"}],"_status":{"extension":[]},"vendor":{"x":[1,2.5e3,true]}}
        """#),
      entry(#"{"resourceType":"Patient","name":[{"given":[null,"Ann",""],"_given":[{"id":"1"},null,null]}]}"#))
    #expect(bundle.problems.isEmpty)
    guard case .appointment(let appointment) = bundle.entries[0].resource.content,
      case .patient(let patient) = bundle.entries[1].resource.content
    else { throw FHIRProblem(reason: .missing) }
    #expect(appointment.status == nil && appointment.comment == nil && appointment.end == nil)
    #expect(appointment.minutesDuration == 60)
    #expect(appointment.participants[0].actor == nil)
    #expect(patient.names[0].given == ["Ann"])
  }

  @Test("a resource keeps its bytes exactly, unknown fields and all")
  func keepsBytes() throws {
    let resource = #"{ "resourceType":"Patient", "vendor" : {"n": 1.50, "s":"\u00e9"},"id":"p" }"#
    let bundle = try bundle(entry(resource))
    #expect(String(decoding: bundle.entries[0].resource.json, as: UTF8.self) == resource)
    #expect(try Resource(json: bundle.entries[0].resource.json) == bundle.entries[0].resource)
  }

  @Test("links, total, search mode and types that are not read are kept")
  func envelope() throws {
    let bundle = try Bundle(
      json: #"""
        {"resourceType":"Bundle","id":"b","type":"searchset","total":2,
         "link":[{"relation":"self","url":"https://ehr.example/fhir/Appointment"},
                 {"relation":"next","url":"https://ehr.example/fhir?_getpages=1&x=%7C"}],
         "entry":[{"fullUrl":"https://ehr.example/fhir/Observation/1","search":{"mode":"include"},
                   "resource":{"resourceType":"Observation","id":"1","identifier":{"value":"no array"}}}]}
        """#)
    #expect(bundle.type == "searchset" && bundle.total == 2)
    #expect(bundle.link("next") == "https://ehr.example/fhir?_getpages=1&x=%7C")
    #expect(bundle.entries[0].searchMode == "include")
    #expect(bundle.entries[0].resource.content == .other)
    #expect(bundle.entries[0].address?.base == "https://ehr.example/fhir")
  }
}
