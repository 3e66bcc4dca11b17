import FHIR
import FHIRClient
import Testing

private let resource = Array(#"{"resourceType":"Appointment","id":"a"}"#.utf8)

/// What the server sees of a request.
private func seen(_ request: FHIRRequest, base suffix: String = "") async throws -> ReadRequest {
  let server = try await ScriptedServer { _ in .answer() }
  let settings = FHIRClientSettings(base: server.base + suffix, userAgent: "visits/1.0")
  _ = try await withClient(settings) { try await $0.perform(request).get() }
  try await server.stop()
  return try #require(server.requests.first)
}

@Suite("A request on the wire")
struct RequestTests {
  @Test("a read asks for JSON, past every cache, and says who asks")
  func read() async throws {
    let request = try await seen(.read("Appointment", "a"))
    #expect(request.method == "GET")
    #expect(request.target == "/fhir/Appointment/a")
    #expect(request.headers["accept"] == "application/fhir+json")
    #expect(request.headers["cache-control"] == "no-cache")
    #expect(request.headers["user-agent"] == "visits/1.0")
    #expect(request.headers["authorization"] == nil)
    #expect(request.headers["content-type"] == nil)
  }

  @Test(
    "the base address may end with slashes",
    arguments: [("", "/fhir/metadata"), ("/", "/fhir/metadata"), ("/r4//", "/fhir/r4/metadata")])
  func base(suffix: String, expected: String) async throws {
    #expect(try await seen(.metadata, base: suffix).target == expected)
  }

  @Test("an update carries the version it builds on, and asks for the resource as it is kept")
  func update() async throws {
    let request = try await seen(
      FHIRRequest(.put, .path("Appointment/a"), ifMatch: "3", wantsResource: true, body: resource))
    #expect(request.method == "PUT")
    #expect(request.headers["if-match"] == "W/\"3\"")
    #expect(request.headers["prefer"] == "return=representation")
    #expect(request.headers["content-type"] == "application/fhir+json")
    #expect(request.headers["content-length"] == "39")
    #expect(request.body == #"{"resourceType":"Appointment","id":"a"}"#)
  }

  @Test("a create is bound to there being none yet")
  func create() async throws {
    let put = try await seen(FHIRRequest(.put, .path("Appointment/a"), ifNoneMatch: .anything, body: resource))
    #expect(put.headers["if-none-match"] == "*")
    #expect(put.headers["prefer"] == "return=minimal")
    let post = try await seen(
      FHIRRequest(.post, .path("Appointment"), ifNoneExist: [.init("identifier", "urn:x|1")], body: resource))
    #expect(post.headers["if-none-exist"] == "identifier=urn%3Ax%7C1")
    let known = try await seen(FHIRRequest(.get, .path("Appointment/a"), ifNoneMatch: .version("3")))
    #expect(known.headers["if-none-match"] == "W/\"3\"")
  }

  @Test("a transaction goes to the base address itself")
  func transaction() async throws {
    let request = try await seen(.transaction(TransactionBundle([])), base: "/")
    #expect(request.method == "POST")
    #expect(request.target == "/fhir")
    #expect(request.body == #"{"resourceType":"Bundle","type":"transaction"}"#)
  }

  @Test("the headers of an answer arrive")
  func answer() async throws {
    let answer = try await outcome { _ in
      .answer(
        503, #"{"resourceType":"OperationOutcome"}"#,
        headers: ["ETag: W/\"7\"", "Retry-After: 11", "Date: Fri, 20 Nov 2026 08:00:00 GMT"])
    }.get()
    #expect(answer.status == 503)
    #expect(answer.version == "7")
    #expect(answer.retryAfter == 11)
    #expect(answer.date == morning)
    #expect(AnswerClass(answer) == .again(retryAfter: 11))
  }

  @Test(
    "an id or a version that no address or header may carry is not sent",
    arguments: [
      FHIRRequest.read("Appointment", ".."), .read("Appointment", "."), .read("Appointment", ""),
      FHIRRequest(.put, .path("Appointment/a"), ifMatch: "3\r\nX-Evil: 1", body: resource),
      FHIRRequest(.put, .path("Appointment/a"), ifMatch: "3\"", body: resource),
      FHIRRequest(.put, .path("Appointment/a"), ifMatch: "", body: resource),
    ])
  func unsendable(request: FHIRRequest) async throws {
    #expect(try await outcome(of: request) { _ in .answer() } == .failure(.unsendable))
  }
}

@Suite("Links and redirects")
struct LinkTests {
  @Test(
    "a link to the same origin is followed as it is, relative ones too",
    arguments: [
      ("http://127.0.0.1:PORT/fhir?page=2&x=%20y", "/fhir?page=2&x=%20y"), ("HTTP://127.0.0.1:PORT/other", "/other"),
      ("/fhir/page/2", "/fhir/page/2"), ("?page=2", "/fhir?page=2"), ("Appointment?page=2", "/fhir/Appointment?page=2"),
      ("/fhir?a=b#part", "/fhir?a=b"), ("/fhir?at=08:00", "/fhir?at=08:00"),
    ])
  func followed(link: String, expected: String) async throws {
    let server = try await ScriptedServer { _ in .answer() }
    let link = link.replacing("PORT", with: "\(server.port)")
    _ = try await outcome(of: .next(link), base: server.base).get()
    try await server.stop()
    #expect(server.requests.map(\.target) == [expected])
  }

  @Test(
    "a link to anywhere else is refused before a byte is sent",
    arguments: [
      "http://127.0.0.1:1/fhir?page=2", "https://127.0.0.1:PORT/fhir", "http://localhost:PORT/fhir",
      "http://evil.example/fhir", "//evil.example/fhir", "http://127.0.0.1:PORT@evil.example/", "ftp://127.0.0.1/",
      "http://127.0.0.1:PORT\\@evil.example/", "javascript:alert(1)", "", "/fhir?a b", "/fhir?ü", "/fhir\r\nX: y",
    ])
  func foreign(link: String) async throws {
    let server = try await ScriptedServer { _ in .answer() }
    let link = link.replacing("PORT", with: "\(server.port)")
    #expect(try await outcome(of: .next(link), base: server.base) == .failure(.foreignLink))
    try await server.stop()
    #expect(server.requests.isEmpty)
  }

  @Test("no redirect is followed, wherever it leads", arguments: [301, 302, 303, 307, 308])
  func redirects(status: Int) async throws {
    let server = try await ScriptedServer { _ in .answer(status, headers: ["Location: /fhir/elsewhere"]) }
    let request = FHIRRequest(.post, .path("Appointment"), body: resource)
    #expect(try await outcome(of: request, base: server.base) == .failure(.redirected(status: status)))
    try await server.stop()
    #expect(server.requests.count == 1)
  }

  @Test("that nothing has changed is an answer, not a redirect")
  func notModified() async throws {
    let answer = try await outcome { _ in .bytes("HTTP/1.1 304 Not Modified\r\netag: W/\"3\"\r\n\r\n") }.get()
    #expect(AnswerClass(answer) == .notModified)
  }
}

@Suite("The settings of a server")
struct SettingsTests {
  private func fault(_ base: String, allowsPlainHTTP: Bool = false, authorities: String? = nil) async
    -> FHIRClientSettingsFault?
  {
    do {
      let settings = FHIRClientSettings(base: base, authorities: authorities, allowsPlainHTTP: allowsPlainHTTP)
      try await withClient(settings) { _ in }
      return nil
    } catch {
      return error as? FHIRClientSettingsFault
    }
  }

  @Test(
    "what is no address of a server is refused, with what is wrong",
    arguments: [
      ("ehr.example/fhir", AddressFault.noScheme), ("ftp://ehr.example/", .otherScheme), ("https://", .badHost),
      ("https://[::1/", .badHost), ("https://ehr.exämple/", .badCharacter), ("https://e hr/", .badCharacter),
      ("https://ehr.example:0/", .badPort), ("https://ehr.example:65536/", .badPort),
      ("https://ehr.example:+1/", .badPort), ("https://user:word@ehr.example/", .credentials),
      ("https://ehr.example/fhir?x=1", .notABase), ("https://ehr.example/#x", .notABase),
      ("http://ehr.example/fhir", .plainHTTP), ("http://127.0.0.1.ehr.example/", .plainHTTP),
      ("http://10.0.0.1/", .plainHTTP),
    ])
  func refused(base: String, expected: AddressFault) async {
    #expect(await fault(base) == .base(expected))
  }

  @Test(
    "https is fine everywhere, http on this machine or when it is said so",
    arguments: ["https://ehr.example", "http://localhost:8080/fhir", "http://127.3.2.1/", "http://[::1]:8080/fhir/"])
  func accepted(base: String) async {
    #expect(await fault(base) == nil)
    #expect(await fault("http://ehr.example/fhir", allowsPlainHTTP: true) == nil)
  }

  @Test("a file of certificates that cannot be read, or holds none, is refused by name")
  func authorities() async {
    #expect(await fault("https://e", authorities: "/nowhere/ca.pem") == .authorities(file: "/nowhere/ca.pem"))
    #expect(await fault("https://e", authorities: #filePath) == .authorities(file: #filePath))
  }
}
