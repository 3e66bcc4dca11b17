import FHIR
import Testing

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

@Suite("A page of a search")
struct SearchPageTests {
  private let page = #"""
    {"resourceType":"Bundle","type":"searchset","total":4,
     "link":[{"relation":"self","url":"https://e/fhir/x"},{"relation":"next","url":"https://e/fhir?page=2"}],
     "entry":[
      {"resource":{"resourceType":"Appointment","id":"a","meta":{"versionId":"2","lastUpdated":"2026-11-20T08:00:00Z"}},
       "search":{"mode":"match"}},
      {"resource":{"resourceType":"Appointment","id":"b","status":17,
       "meta":{"versionId":"5","lastUpdated":"2026-11-20T09:00:00Z"}}},
      {"resource":{"resourceType":"Patient","id":"p","meta":{"versionId":"1","lastUpdated":"2027-01-01T00:00:00Z"}},
       "search":{"mode":"include"}},
      {"resource":{"resourceType":"OperationOutcome","issue":[{"severity":"warning","diagnostics":"slow today"}]},
       "search":{"mode":"outcome"}},
      {"fullUrl":"urn:uuid:1"}]}
    """#

  @Test("matches, includes and remarks are told apart, and the next page is found")
  func parts() throws {
    let page = try SearchPage(json: bytes(page))
    #expect(page.matches.map(\.id) == ["a", "b"])
    #expect(page.includes.map(\.id) == ["p"])
    #expect(page.remarks == "slow today")
    #expect(page.next == "https://e/fhir?page=2")
    #expect(page.total == 4)
  }

  @Test("a resource that cannot be read is known by type, id and version, and told with its place")
  func unreadable() throws {
    let page = try SearchPage(json: bytes(page))
    let found = page.matches[1]
    #expect([found.type, found.id, found.versionId] == ["Appointment", "b", "5"])
    #expect(
      page.problems.map(\.description) == [
        "entry[4]: resource: is missing", "entry[1] Appointment/b: status: expected a string, found a number",
      ])
  }

  @Test(
    "of entries that hold no record the first is told, and none is kept",
    arguments: [
      ("0,0", "entry[0]: resource: is missing"), (#"{"resource":{"id":"a"}},0"#, "entry[0]: resourceType: is missing"),
      (#"{"resource":{"resourceType":"Patient"}}"#, "entry[0]: id: is missing"),
      (#"{"resource":{"resourceType":"Patient","id":7}}"#, "entry[0] Patient: id: expected a string, found a number"),
    ])
  func nameless(entries: String, problem: String) throws {
    let page = try SearchPage(json: bytes(#"{"resourceType":"Bundle","entry":[\#(entries)]}"#))
    #expect(page.matches.isEmpty)
    #expect(page.nameless?.description == problem)
  }

  @Test("an id of 64 bytes is one, and a longer one is none")
  func longID() throws {
    func page(_ length: Int) throws -> SearchPage {
      let id = String(repeating: "x", count: length)
      return try SearchPage(
        json: bytes(#"{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Patient","id":"\#(id)"}}]}"#))
    }
    #expect(try page(64).matches.count == 1)
    let problem = try page(65).nameless
    #expect(problem?.path == "id")
    #expect(problem?.reason == .tooLong(limit: 64))
    #expect(ResourceAddress("Patient/" + String(repeating: "x", count: 64)) != nil)
    #expect(ResourceAddress("Patient/" + String(repeating: "x", count: 65)) == nil)
    #expect(ResourceAddress("https://e/fhir/Patient/" + String(repeating: "x", count: 65)) == nil)
    #expect(FHIRAnswer.version(inETag: "W/\"\(String(repeating: "7", count: 65))\"") == nil)
  }

  @Test("a page of more values than any has is refused before they are read")
  func manyValues() {
    let zeros = String(repeating: "0,", count: 200_000)
    #expect(throws: FHIRProblem(reason: .tooManyValues(limit: 200_000))) {
      try SearchPage(json: bytes(#"{"resourceType":"Bundle","entry":[\#(zeros)0]}"#))
    }
  }

  @Test("the watermark counts every match, and no include")
  func watermark() throws {
    #expect(try SearchPage(json: bytes(page)).lastUpdated?.description == "2026-11-20T09:00:00Z")
  }

  @Test("an empty page, the last one, has neither matches nor a next one")
  func empty() throws {
    let page = try SearchPage(json: bytes(#"{"resourceType":"Bundle","type":"searchset"}"#))
    #expect(page.matches.isEmpty)
    #expect(page.next == nil)
    #expect(page.lastUpdated == nil)
  }

  @Test("text that breaks off, and another resource, are refused")
  func refused() {
    #expect(throws: FHIRProblem.self) { try SearchPage(json: bytes(String(page.dropLast(20)))) }
    #expect(throws: FHIRProblem(reason: .wrongType(expected: "Bundle", found: "Patient"))) {
      try SearchPage(json: bytes(#"{"resourceType":"Patient"}"#))
    }
  }
}

@Suite("Requests and transactions")
struct TransactionTests {
  private let appointment = bytes(#"{"resourceType":"Appointment","id":"a","status":"booked"}"#)

  @Test("everything in a search is escaped, its order kept")
  func escaped() {
    let request = FHIRRequest.search(
      "Appointment", [.init("date", "ge2026-11-20T08:00:00+01:00"), .init("a b", "ü|&")])
    #expect(request.relativeText == "Appointment?date=ge2026-11-20T08%3A00%3A00%2B01%3A00&a%20b=%C3%BC%7C%26")
    #expect(FHIRRequest.read("Patient", "a/b?c").relativeText == "Patient/a/b%3Fc")
    #expect(FHIRRequest.next("https://e/x?y=%20z").relativeText == "https://e/x?y=%20z")
  }

  @Test("a transaction is written as R4 has it, and read back the same")
  func written() throws {
    let bundle = TransactionBundle([
      .init(
        fullURL: "https://e/fhir/Appointment/a",
        FHIRRequest(.put, .path("Appointment/a"), ifMatch: "3", body: appointment)),
      .init(FHIRRequest(.put, .path("Appointment/b"), ifNoneMatch: .anything, body: appointment)),
      .init(
        fullURL: "urn:uuid:1",
        FHIRRequest(.post, .path("Flag"), ifNoneExist: [.init("identifier", "urn:x|1")], body: appointment)),
      .init(FHIRRequest(.get, .path("Patient", query: [.init("_id", "7")]))),
    ])
    #expect(
      String(decoding: bundle.json, as: UTF8.self) == #"{"resourceType":"Bundle","type":"transaction","entry":["#
        + #"{"fullUrl":"https://e/fhir/Appointment/a","resource":{"resourceType":"Appointment","id":"a","status":"booked"},"#
        + #""request":{"method":"PUT","url":"Appointment/a","ifMatch":"W/\"3\""}},"#
        + #"{"resource":{"resourceType":"Appointment","id":"a","status":"booked"},"#
        + #""request":{"method":"PUT","url":"Appointment/b","ifNoneMatch":"*"}},"#
        + #"{"fullUrl":"urn:uuid:1","resource":{"resourceType":"Appointment","id":"a","status":"booked"},"#
        + #""request":{"method":"POST","url":"Flag","ifNoneExist":"identifier=urn%3Ax%7C1"}},"#
        + #"{"request":{"method":"GET","url":"Patient?_id=7"}}]}"#)
    #expect(try TransactionBundle(json: bundle.json) == bundle)
    #expect(try TransactionBundle(json: TransactionBundle([]).json) == TransactionBundle([]))
  }

  @Test("each answer stands where its request stood")
  func answered() throws {
    let response = bytes(
      #"""
      {"resourceType":"Bundle","type":"transaction-response","entry":[
       {"resource":{"resourceType":"Appointment","id":"a"},
        "response":{"status":"200 OK","etag":"W/\"4\"","lastModified":"2026-11-20T08:00:00Z"}},
       {"response":{"status":"412","outcome":{"resourceType":"OperationOutcome","issue":[{"diagnostics":"older"}]}}},
       {"response":{"status":"201","location":"Flag/f/_history/1"}}]}
      """#)
    let answers = try TransactionResponse(json: response, to: 3).answers
    #expect(answers.map(\.status) == [200, 412, 201])
    #expect(answers[0].version == "4")
    #expect(answers[0].lastModified?.description == "2026-11-20T08:00:00Z")
    #expect(String(decoding: answers[0].body, as: UTF8.self) == #"{"resourceType":"Appointment","id":"a"}"#)
    #expect(OperationOutcome(json: answers[1].body)?.words == "older")
    #expect(answers[2].address?.id == "f")
    #expect(try TransactionResponse(json: TransactionResponse(answers).json, to: 3).answers == answers)
  }

  @Test("a response with an answer too few, or of another type, cannot be matched to the requests")
  func unmatched() {
    let response = bytes(
      #"{"resourceType":"Bundle","type":"transaction-response","entry":[{"response":{"status":"200"}}]}"#)
    #expect(throws: FHIRProblem(path: "entry[1]", reason: .missing)) { try TransactionResponse(json: response, to: 2) }
    #expect(throws: FHIRProblem(path: "entry[0]", reason: .missing)) { try TransactionResponse(json: response, to: 0) }
    #expect(throws: FHIRProblem.self) {
      try TransactionResponse(json: bytes(#"{"resourceType":"Bundle","type":"batch-response"}"#), to: 0)
    }
    #expect(throws: FHIRProblem(entry: 0, path: "response.status", reason: .missing)) {
      try TransactionResponse(
        json: bytes(#"{"type":"transaction-response","entry":[{"response":{"status":"fine"}}]}"#), to: 1)
    }
  }
}
