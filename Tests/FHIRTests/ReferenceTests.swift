import FHIR
import Testing

@Suite("References inside a Bundle")
struct ReferenceTests {
  /// Resolves a reference that stands in the first entry, an Appointment; answers with the fullUrl or what else it is.
  private func resolve(_ reference: String, from url: String? = nil, others: [String]) throws -> String {
    let fullURL = url.map { "\"fullUrl\":\"\($0)\"," } ?? ""
    let appointment = """
      {\(fullURL)"resource":{"resourceType":"Appointment","id":"a",
       "contained":[{"resourceType":"Patient","id":"p1","name":[{"text":"Inside"}]}],
       "participant":[{"actor":\(reference)}]}}
      """
    let bundle = try Bundle(
      json: "{\"resourceType\":\"Bundle\",\"entry\":[\(([appointment] + others).joined(separator: ","))]}")
    #expect(bundle.problems.isEmpty)
    guard case .appointment(let read) = bundle.entries[0].resource.content, let actor = read.participants[0].actor
    else { throw FHIRProblem(reason: .missing) }
    switch BundleReferences(bundle).target(of: actor, in: bundle.entries[0]) {
    case .entry(let entry): return "entry[\(entry.index)] \(entry.resource.name)"
    case .contained(let resource): return "contained \(resource.name)"
    case .outside(let address): return "outside \(address)"
    case .several(let entries): return "several \(entries.map(\.index))"
    case .named(let name): return "named \(name.text)"
    case .nothing: return "nothing"
    }
  }

  private func patient(_ id: String?, url: String? = nil, identifier: String? = nil) -> String {
    let members = [
      "\"resourceType\":\"Patient\"", id.map { "\"id\":\"\($0)\"" },
      identifier.map { "\"identifier\":[{\"system\":\"urn:mrn\",\"value\":\"\($0)\"}]" },
    ].compactMap(\.self).joined(separator: ",")
    return "{\(url.map { "\"fullUrl\":\"\($0)\"," } ?? "")\"resource\":{\(members)}}"
  }

  private let here = "https://ehr.example/fhir"

  @Test(
    "relative, absolute and versioned references find the same Patient",
    arguments: [
      "Patient/1", "/Patient/1", "https://ehr.example/fhir/Patient/1", "Patient/1/_history/3",
      "https://ehr.example/fhir/Patient/1/_history/3",
    ])
  func addresses(reference: String) throws {
    let found = try resolve(
      "{\"reference\":\"\(reference)\"}", from: "\(here)/Appointment/a",
      others: [patient("1", url: "https://other.example/fhir/Patient/1"), patient("1", url: "\(here)/Patient/1")])
    #expect(found == "entry[2] Patient/1")
  }

  @Test("a Bundle without any fullUrl resolves by type and id")
  func withoutURLs() throws {
    #expect(try resolve(#"{"reference":"Patient/1"}"#, others: [patient("1")]) == "entry[1] Patient/1")
    #expect(
      try resolve("{\"reference\":\"\(here)/Patient/1\"}", others: [patient("1")]) == "entry[1] Patient/1")
  }

  @Test("the Patient/1 of another server is another patient")
  func otherServer() throws {
    let other = patient("1", url: "https://other.example/fhir/Patient/1")
    #expect(
      try resolve(#"{"reference":"Patient/1"}"#, from: "\(here)/Appointment/a", others: [other])
        == "outside https://ehr.example/fhir/Patient/1")
    #expect(
      try resolve("{\"reference\":\"\(here)/Patient/1\"}", others: [other])
        == "outside https://ehr.example/fhir/Patient/1")
  }

  @Test("urn:uuid finds its fullUrl, with or without an id")
  func uuid() throws {
    let urn = "urn:uuid:0d2ba0a4-5b14-4b8e-9a0e-7f1c4b6d8e10"
    #expect(try resolve("{\"reference\":\"\(urn)\"}", others: [patient(nil, url: urn)]) == "entry[1] Patient")
    #expect(try resolve("{\"reference\":\"\(urn)\"}", others: [patient("1")]) == "nothing")
  }

  @Test("a contained resource is found in its own resource only")
  func contained() throws {
    #expect(try resolve(##"{"reference":"#p1"}"##, others: [patient("p1")]) == "contained Patient/p1")
    #expect(try resolve(##"{"reference":"#p2"}"##, others: [patient("p2")]) == "nothing")
  }

  @Test("an identifier alone finds the one resource that bears it")
  func logical() throws {
    let logical = #"{"type":"Patient","identifier":{"system":"urn:mrn","value":"77"}}"#
    #expect(
      try resolve(logical, others: [patient("1", identifier: "77"), patient("2", identifier: "78")])
        == "entry[1] Patient/1")
    #expect(
      try resolve(logical, others: [patient("1", identifier: "77"), patient("2", identifier: "77")])
        == "several [1, 2]")
    let wrongType = #"{"type":"Practitioner","identifier":{"system":"urn:mrn","value":"77"}}"#
    #expect(
      try resolve(wrongType, others: [patient("1", identifier: "77")]) == "named Practitioner?identifier=urn:mrn|77")
    let wrongSystem = #"{"identifier":{"system":"urn:other","value":"77"}}"#
    #expect(
      try resolve(wrongSystem, others: [patient("1", identifier: "77")]) == "named ?identifier=urn:other|77")
  }

  @Test("a search by identifier, as Synthea's transactions have it, finds its resource")
  func conditional() throws {
    let search = #"{"reference":"Patient?identifier=urn%3Amrn%7C77"}"#
    #expect(try resolve(search, others: [patient("1", identifier: "77")]) == "entry[1] Patient/1")
  }

  @Test("the identifier helps where the address leads nowhere")
  func both() throws {
    let both = #"{"reference":"Patient/9","identifier":{"system":"urn:mrn","value":"77"}}"#
    #expect(try resolve(both, others: [patient("1", identifier: "77")]) == "entry[1] Patient/1")
  }

  @Test("copies of one entry are one answer, and words alone are none")
  func copies() throws {
    #expect(
      try resolve(#"{"reference":"Patient/1"}"#, others: [patient("1"), patient("1")]) == "entry[1] Patient/1")
    #expect(try resolve(#"{"display":"Margaret Chen"}"#, others: [patient("1")]) == "nothing")
  }

  @Test(
    "what is no address of a resource is not taken for one",
    arguments: [
      "Patient", "patient/1", "Patient/", "//", "ftp://a/Patient/1", "urn:oid:1.2.3", "https:/Patient/1",
      "Patient/1?x=y", "a/b/c",
    ])
  func noAddresses(text: String) {
    #expect(ResourceAddress(text) == nil)
  }

  @Test(
    "is a type and an id, whatever stands in the id",
    arguments: ["Patient/1", "/Patient/1", "Patient/a_b", "Patient/a.b-c", "Patient/%41", "Patient/\u{E9}"])
  func relative(text: String) {
    let id = String(text.split(separator: "/")[1])
    #expect(ResourceAddress(text) == ResourceAddress(base: nil, type: "Patient", id: id))
  }

  @Test("names one server always the same, however its address is written")
  func normalServer() {
    #expect(ResourceAddress("https://EHR.example:443/fhir/r4/Patient/1")?.base == "https://ehr.example/fhir/r4")
    #expect(ResourceAddress("HTTP://ehr.example:80/Patient/1/_history/2")?.base == "http://ehr.example")
    #expect(ResourceAddress("https://ehr.example:8443/Fhir/Patient/1")?.base == "https://ehr.example:8443/Fhir")
  }
}
