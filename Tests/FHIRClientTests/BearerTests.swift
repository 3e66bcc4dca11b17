import FHIR
import FHIRClient
import Foundation
import Testing

private let read = FHIRRequest.read("Appointment", "a")

/// A server that knows one token, which stands in a file.
private func outcome(
  file text: String, accepts: String, then: String? = nil, request: FHIRRequest = read
) async throws -> (outcomes: [Result<FHIRAnswer, FHIRFailure>], seen: [String?]) {
  try await withFolder { folder in
    let file = folder.appending(path: "token")
    try text.write(to: file, atomically: true, encoding: .utf8)
    let server = try await ScriptedServer { request in
      if let then { try? then.write(to: file, atomically: true, encoding: .utf8) }
      return request.headers["authorization"] == "Bearer \(accepts)" ? .answer() : .answer(401, "")
    }
    let settings = FHIRClientSettings(
      base: server.base, authentication: .bearer(SecretFile(path: file.path)))
    let outcomes = try await withClient(settings) { client in
      [await client.perform(request), await client.perform(request)]
    }
    try await server.stop()
    return (outcomes, server.requests.map { $0.headers["authorization"] })
  }
}

@Suite("A token from a file")
struct BearerTests {
  @Test("the token goes along, without the line end behind it")
  func sent() async throws {
    let (outcomes, seen) = try await outcome(file: "abc.123\n", accepts: "abc.123")
    #expect(try outcomes.map { try $0.get().status } == [200, 200])
    #expect(seen == ["Bearer abc.123", "Bearer abc.123"])
  }

  @Test("after a 401 the file is read anew, once, and a write is sent again")
  func renewed() async throws {
    let write = FHIRRequest(.put, .path("Appointment/a"), ifMatch: "1", body: Array("{}".utf8))
    let (outcomes, seen) = try await outcome(file: "old", accepts: "new", then: "new\r\n", request: write)
    #expect(try outcomes.map { try $0.get().status } == [200, 200])
    #expect(seen == ["Bearer old", "Bearer new", "Bearer new"])
  }

  @Test("a token that is refused and still stands in the file is not sent twice")
  func unchanged() async throws {
    let (outcomes, seen) = try await outcome(file: "old", accepts: "new")
    #expect(try outcomes.map { AnswerClass(try $0.get()) } == [.unauthorized, .unauthorized])
    #expect(seen == ["Bearer old", "Bearer old"])
  }

  @Test("a new token that is refused too is not followed by a third")
  func twice() async throws {
    let (outcomes, seen) = try await outcome(file: "old", accepts: "none", then: "newer")
    #expect(try outcomes[0].get().status == 401)
    #expect(seen.prefix(2) == ["Bearer old", "Bearer newer"])
  }

  @Test(
    "a file that holds no token is named, and nothing is asked",
    arguments: ["", "\n", "two\nlines", "sp ace", "ü", "evil\r\nX-Header: 1", "nul\u{0}"])
  func noToken(text: String) async throws {
    let (outcomes, seen) = try await outcome(file: text, accepts: "x")
    guard case .failure(.unauthenticated(.noToken(let file))) = outcomes[0] else {
      Issue.record("\(outcomes[0])")
      return
    }
    #expect(file.hasSuffix("/token"))
    #expect(seen.isEmpty)
  }

  @Test(
    "a file that is not there, is a folder or never ends is named", arguments: ["/nowhere/token", "/", "/dev/zero"])
  func unreadable(path: String) async throws {
    let settings = FHIRClientSettings(
      base: "https://ehr.example", authentication: .bearer(SecretFile(path: path)))
    let outcome = try await withClient(settings) { await $0.perform(read) }
    #expect(outcome == .failure(.unauthenticated(.unreadable(file: path))))
  }

  @Test("a credential is found in the service manager's folder, and nowhere else")
  func credentials() {
    let folder = "/run/credentials/visitsd.service"
    #expect(SecretFile(credential: "upstream", in: folder)?.path == folder + "/upstream")
    #expect(SecretFile(credential: "upstream", in: nil) == nil)
    #expect(SecretFile(credential: "upstream", in: "") == nil)
    #expect(SecretFile(credential: "../x", in: folder) == nil)
    #expect(SecretFile(credential: "..", in: folder) == nil)
    #expect(SecretFile(credential: "", in: folder) == nil)
  }

  @Test("the token goes to no other server, and stands in no failure")
  func kept() async throws {
    let (outcomes, seen) = try await outcome(
      file: "t0ken", accepts: "t0ken", request: .next("http://127.0.0.1:9/fhir?page=2"))
    #expect(outcomes == [.failure(.foreignLink), .failure(.foreignLink)])
    #expect(seen.isEmpty)
  }
}
