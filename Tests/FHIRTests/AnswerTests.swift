import FHIR
import Testing

private func answer(_ status: Int, _ headers: [String: String] = [:], _ body: String = "") -> FHIRAnswer {
  FHIRAnswer(status: status, body: Array(body.utf8)) { headers[$0] }
}

private let outcome =
  #"{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"invalid","#
  + #""diagnostics":"Patient/7 is not known","expression":["Bundle.entry[3].resource.subject"]}]}"#
private let json = ["content-type": "application/fhir+json; charset=UTF-8"]

@Suite("What an answer means")
struct AnswerTests {
  @Test(
    "every status has one meaning",
    arguments: [
      (200, AnswerClass.taken), (201, .taken), (204, .taken), (304, .notModified), (401, .unauthorized),
      (409, .conflict), (412, .conflict), (413, .tooMuch), (408, .again(retryAfter: nil)),
      (423, .again(retryAfter: nil)), (425, .again(retryAfter: nil)), (429, .again(retryAfter: nil)),
      (500, .again(retryAfter: nil)), (502, .again(retryAfter: nil)), (503, .again(retryAfter: nil)),
      (504, .again(retryAfter: nil)), (599, .again(retryAfter: nil)), (403, .forbidden(.init(status: 403))),
      (404, .gone(.init(status: 404))), (410, .gone(.init(status: 410))), (400, .refused(.init(status: 400))),
      (405, .refused(.init(status: 405))), (415, .refused(.init(status: 415))), (422, .refused(.init(status: 422))),
      (301, .stranger(status: 301)), (302, .stranger(status: 302)), (307, .stranger(status: 307)),
      (407, .stranger(status: 407)), (100, .stranger(status: 100)), (600, .stranger(status: 600)),
    ])
  func statuses(status: Int, expected: AnswerClass) {
    #expect(AnswerClass(answer(status)) == expected)
  }

  @Test("a refusal carries upstream's own words and the entry at fault")
  func words() {
    #expect(
      AnswerClass(answer(422, json, outcome))
        == .refused(.init(status: 422, words: "Patient/7 is not known", entries: [3])))
    #expect(
      AnswerClass(answer(410, json, outcome))
        == .gone(.init(status: 410, words: "Patient/7 is not known", entries: [3])))
  }

  @Test("what a server does not know at all is told from what it does not want")
  func unsupported() {
    let outcome =
      #"{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"not-supported","#
      + #""diagnostics":"No transactions here"}]}"#
    #expect(
      AnswerClass(answer(400, json, outcome))
        == .refused(.init(status: 400, words: "No transactions here", isUnsupported: true)))
    #expect(AnswerClass(answer(405)) == .refused(.init(status: 405, isUnsupported: true)))
    #expect(AnswerClass(answer(400)) == .refused(.init(status: 400, isUnsupported: false)))
  }

  @Test(
    "a page for people is no word of a FHIR server: nothing is withdrawn or parked for it",
    arguments: [200, 400, 403, 404, 410, 422])
  func pages(status: Int) {
    let page = "<!DOCTYPE html><title>Sign in</title>"
    #expect(AnswerClass(answer(status, ["content-type": "text/html"], page)) == .stranger(status: status))
    #expect(AnswerClass(answer(status, [:], " \n" + page)) == .stranger(status: status))
  }

  @Test("that nothing is found is a FHIR server's word alone, or one without words", arguments: [404, 410])
  func strangers(status: Int) {
    func isOfFHIR(_ type: String, _ body: String) -> Bool? {
      guard case .gone(let refusal) = AnswerClass(answer(status, ["content-type": type], body)) else { return nil }
      return refusal.isOfFHIR
    }
    #expect(isOfFHIR("application/json", #"{"message":"no Route matched with those values"}"#) == false)
    #expect(isOfFHIR("text/plain", "404 page not found") == false)
    let outcome = #"{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"not-found"}]}"#
    #expect(isOfFHIR("application/json", outcome) == true)
    #expect(isOfFHIR("application/fhir+json", "{}") == true)
    #expect(isOfFHIR("application/json", "") == true)
  }

  @Test("what a proxy says of the server's health is heeded in any form")
  func proxies() {
    let html = ["content-type": "text/html", "retry-after": "7"]
    #expect(AnswerClass(answer(503, html, "<html>")) == .again(retryAfter: 7))
    #expect(AnswerClass(answer(413, html, "<html>")) == .tooMuch)
    #expect(AnswerClass(answer(401, html, "<html>")) == .unauthorized)
  }

  @Test("a success that is no JSON is not believed")
  func foreignSuccess() {
    #expect(AnswerClass(answer(200, ["content-type": "text/plain"], "ok")) == .stranger(status: 200))
    #expect(AnswerClass(answer(200, ["content-type": "application/fhir+xml"], "<a/>")) == .stranger(status: 200))
    #expect(AnswerClass(answer(200, ["content-type": "application/json"], "{}")) == .taken)
    #expect(AnswerClass(answer(200, [:], "{}")) == .taken)
  }

  @Test(
    "Retry-After is read as seconds or as a date of the server's own clock, a day at most",
    arguments: [
      ("120", nil, 120), ("0", nil, 0), ("99999999999999999999", nil, 86_400), ("-5", nil, nil), ("soon", nil, nil),
      ("Fri, 20 Nov 2026 08:00:30 GMT", "Fri, 20 Nov 2026 08:00:00 GMT", 30),
      ("Fri, 20 Nov 2026 07:00:00 GMT", "Fri, 20 Nov 2026 08:00:00 GMT", 0),
      ("Fri, 20 Nov 2099 08:00:00 GMT", "Fri, 20 Nov 2026 08:00:00 GMT", 86_400),
      ("Fri, 20 Nov 2026 08:00:30 GMT", nil, nil),
    ] as [(String, String?, Int?)])
  func retryAfter(text: String, date: String?, expected: Int?) {
    var headers = ["retry-after": text]
    headers["date"] = date
    #expect(answer(503, headers).retryAfter == expected)
  }

  @Test(
    "the version is read from a weak and from a strong ETag",
    arguments: [("W/\"3\"", "3"), ("\"a-b\"", "a-b"), ("3", nil), ("W/\"\"", nil), ("\"", nil)] as [(String, String?)])
  func etags(text: String, expected: String?) {
    #expect(answer(200, ["etag": text]).version == expected)
  }

  @Test("the headers of an answer are read")
  func headers() {
    let answer = answer(
      201,
      [
        "last-modified": "Fri, 20 Nov 2026 08:00:00 GMT",
        "location": "https://ehr.example/fhir/Appointment/a/_history/2",
      ])
    #expect(answer.lastModified?.description == "2026-11-20T08:00:00Z")
    #expect(answer.address?.id == "a")
    #expect(answer.address?.version == "2")
  }
}

@Suite("Dates of HTTP")
struct HTTPDateTests {
  @Test(
    "all three forms are read",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func forms(text: String) {
    #expect(HTTPDate(text)?.instant.description == "1994-11-06T08:49:37Z")
  }

  @Test(
    "anything else is no date",
    arguments: [
      "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 31 Feb 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 NOV 1994 08:49:37 GMT",
      "784111777", "Sun, +6 Nov 1994 08:49:37 GMT", String(repeating: "1 ", count: 40),
    ])
  func noDates(text: String) {
    #expect(HTTPDate(text) == nil)
  }

  @Test(
    "an instant is written as FHIR reads it",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_795_161_600_000, "2026-11-20T08:00:00Z"),
      (1_709_164_800_001, "2024-02-29T00:00:00.001Z"),
      (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00Z"),
    ])
  func written(milliseconds: Int64, expected: String) throws {
    #expect(FHIRInstant(milliseconds: milliseconds).description == expected)
    #expect(try FHIRInstant(expected).milliseconds == milliseconds)
  }
}
