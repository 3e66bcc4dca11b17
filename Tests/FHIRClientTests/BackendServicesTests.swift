import FHIR
import FHIRClient
import Foundation
import Synchronization
import Testing
import VisitsTestSupport

private let read = FHIRRequest.read("Appointment", "a")

/// A FHIR server that issues tokens too: the first is "token-1". It accepts only the newest.
private final class Issuer: Sendable {
  /// What is said instead of a token, and instead of where tokens are issued.
  let refusal = Mutex<ScriptedServer.Reply?>(nil)
  let discovery = Mutex<ScriptedServer.Reply?>(nil)
  private let issued = Mutex(0)

  func revoke() {
    issued.withLock { $0 += 1 }
  }

  func reply(to request: ReadRequest) -> ScriptedServer.Reply {
    switch request.target {
    case "/fhir/.well-known/smart-configuration":
      let endpoint = "http://\(request.headers["host"] ?? "")/auth/token"
      return discovery.withLock { $0 }
        ?? .answer(
          200, #"{"token_endpoint":"\#(endpoint)"}"#, type: "application/json",
          headers: ["Date: Fri, 20 Nov 2026 09:30:00 GMT"])
    case "/auth/token":
      if let refusal = refusal.withLock({ $0 }) { return refusal }
      let number = issued.withLock { count in
        count += 1
        return count
      }
      return .answer(
        200, #"{"access_token":"token-\#(number)","token_type":"bearer","expires_in":300}"#, type: "application/json")
    default:
      let newest = issued.withLock { $0 }
      return request.headers["authorization"] == "Bearer token-\(newest)" ? .answer() : .answer(401, "")
    }
  }
}

/// Runs a test against such a server, with a key of ours in a file.
private func withIssuer(
  pem: String, tokenEndpoint: String? = nil, wall: WallClock = WallClock(),
  _ use: (FHIRClient, Issuer, ScriptedServer) async throws -> Void
) async throws {
  try await withFolder { folder in
    let file = folder.appending(path: "key.pem")
    try pem.write(to: file, atomically: true, encoding: .utf8)
    let issuer = Issuer()
    let server = try await ScriptedServer { issuer.reply(to: $0) }
    let client = BackendServices(
      clientID: "visits-17", key: SecretFile(path: file.path), keyID: "k1", scope: "system/Appointment.rs",
      tokenEndpoint: tokenEndpoint?.replacing("PORT", with: "\(server.port)"))
    let settings = FHIRClientSettings(base: server.base, authentication: .backendServices(client))
    try await withClient(settings, wall: wall) { try await use($0, issuer, server) }
    try await server.stop()
  }
}

@Suite("Tokens for signed assertions")
struct BackendServicesTests {
  private let p384: TestKey

  init() throws { p384 = try TestKey(.curve("P-384")) }

  @Test("the limit of a request holds for its token too, and what never left was surely not carried out")
  func limited() async throws {
    try await withIssuer(pem: p384.pem()) { client, issuer, server in
      issuer.refusal.withLock { $0 = .silence }
      #expect(await client.perform(read, within: .milliseconds(50)) == .failure(.unreachable(.timeout)))
      #expect(!server.requests.contains { $0.target == "/fhir/Appointment/a" })
    }
  }

  @Test("a token is asked for as SMART has it, with a signature that holds (ES384)")
  func es384() async throws {
    try await withIssuer(pem: p384.pem()) { client, _, server in
      #expect(try await client.perform(read).get().status == 200)
      let requests = server.requests
      #expect(
        requests.map(\.target) == ["/fhir/.well-known/smart-configuration", "/auth/token", "/fhir/Appointment/a"])
      #expect(requests[1].method == "POST")
      #expect(requests[1].headers["content-type"] == "application/x-www-form-urlencoded")
      let form = Dictionary(
        [FHIRRequest.QueryItem](text: requests[1].body).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      #expect(form["grant_type"] == "client_credentials")
      #expect(form["scope"] == "system/Appointment.rs")
      #expect(form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
      let assertion = try ReadAssertion(form: requests[1].body)
      #expect(assertion.header == ["alg": "ES384", "typ": "JWT", "kid": "k1"])
      // 2026-11-20T09:30:00Z, by the server's clock, though ours shows 08:00.
      #expect(
        assertion.claims == [
          "iss": "visits-17", "sub": "visits-17", "aud": .string("http://127.0.0.1:\(server.port)/auth/token"),
          "jti": "id-1", "iat": 1_795_167_000, "exp": 1_795_167_240,
        ])
      #expect(p384.verifies(Array(assertion.signature), of: Array(assertion.signed)))
    }
  }

  @Test("an RSA key signs with RS384")
  func rs384() async throws {
    let key = try TestKey(.rsa(bits: 2048))
    try await withIssuer(pem: key.pem()) { client, _, server in
      #expect(try await client.perform(read).get().status == 200)
      let assertion = try ReadAssertion(form: server.requests[1].body)
      #expect(assertion.header["alg"]?.string == "RS384")
      #expect(key.verifies(Array(assertion.signature), of: Array(assertion.signed)))
    }
  }

  @Test("a token serves until half a minute before its end")
  func cached() async throws {
    let wall = WallClock()
    try await withIssuer(pem: p384.pem(), wall: wall) { client, _, server in
      func tokens() -> Int { server.requests.count { $0.target == "/auth/token" } }
      for _ in 1...3 { #expect(try await client.perform(read).get().status == 200) }
      wall.advance(seconds: 269)
      #expect(try await client.perform(read).get().status == 200)
      #expect(tokens() == 1)
      wall.advance(seconds: 1)
      #expect(try await client.perform(read).get().status == 200)
      #expect(tokens() == 2)
      let used = try server.requests.filter { $0.target == "/auth/token" }
        .map { try ReadAssertion(form: $0.body).claims["jti"]?.string }
      #expect(used == ["id-1", "id-2"])
    }
  }

  @Test("a token that was taken back is replaced, once")
  func revoked() async throws {
    try await withIssuer(pem: p384.pem()) { client, issuer, server async throws in
      #expect(try await client.perform(read).get().status == 200)
      issuer.revoke()
      #expect(try await client.perform(read).get().status == 200)
      #expect(server.requests.count { $0.target == "/auth/token" } == 2)
    }
  }

  @Test("where the place is set, the server is not asked for it, and our own clock counts")
  func set() async throws {
    try await withIssuer(pem: p384.pem(), tokenEndpoint: "http://127.0.0.1:PORT/auth/token") {
      client, _, server async throws in
      #expect(try await client.perform(read).get().status == 200)
      #expect(server.requests.map(\.target) == ["/auth/token", "/fhir/Appointment/a"])
      #expect(try ReadAssertion(form: server.requests[0].body).claims["iat"]?.integer == 1_795_161_600)
    }
  }

  @Test(
    "what the issuer says instead of a token is told, and the request does not leave",
    arguments: [
      (
        ScriptedServer.Reply.answer(
          400, #"{"error":"invalid_client","error_description":"key k1 is \u001b[1mnot known"}"#,
          type: "application/json"),
        FHIRFailure.unauthenticated(
          .refused(status: 400, code: "invalid_client", words: "key k1 is \u{FFFD}[1mnot known"))
      ),
      (.answer(401, "no", type: "text/plain"), .unauthenticated(.refused(status: 401, code: nil, words: nil))),
      (.answer(503, "", headers: ["Retry-After: 9"]), .tokenDelayed(retryAfter: 9)),
      (.answer(200, "<html>", type: "text/html"), .unauthenticated(.unreadableAnswer)),
      (.answer(200, #"{"access_token":"x"}"#), .unauthenticated(.unreadableAnswer)),
      (.answer(200, #"{"access_token":"a b","token_type":"bearer"}"#), .unauthenticated(.unreadableAnswer)),
      (.answer(302, "", headers: ["Location: /x"]), .unauthenticated(.unreadableAnswer)),
      (
        .answer(
          200, #"{"access_token":"x","token_type":"bearer"}"# + String(repeating: " ", count: 1 << 20),
          type: "application/json"),
        .unauthenticated(.unreadableAnswer)
      ),
      (.last(""), .unreachable(.closed)),
    ])
  func refused(reply: ScriptedServer.Reply, expected: FHIRFailure) async throws {
    try await withIssuer(pem: p384.pem()) { client, issuer, server in
      issuer.refusal.withLock { $0 = reply }
      let write = FHIRRequest(.put, .path("Appointment/a"), ifMatch: "1", body: Array("{}".utf8))
      #expect(await client.perform(write) == .failure(expected))
      #expect(!server.requests.contains { $0.target == "/fhir/Appointment/a" })
      #expect(!expected.outcomeIsUnknown)
    }
  }

  @Test(
    "a server that does not say where tokens are issued, or names an unsafe place, is told",
    arguments: [
      (ScriptedServer.Reply.answer(404, ""), AuthenticationFault.noTokenEndpoint),
      (.answer(200, "{}", type: "application/json"), .noTokenEndpoint),
      (.answer(200, "<html>", type: "text/html"), .noTokenEndpoint),
      (.answer(200, #"{"token_endpoint":"http://auth.example/"}"#, type: "application/json"), .insecureTokenEndpoint),
      (.answer(200, #"{"token_endpoint":"file:///etc/passwd"}"#, type: "application/json"), .noTokenEndpoint),
    ])
  func undiscovered(reply: ScriptedServer.Reply, expected: AuthenticationFault) async throws {
    try await withIssuer(pem: p384.pem()) { client, issuer, _ in
      issuer.discovery.withLock { $0 = reply }
      #expect(await client.perform(read) == .failure(.unauthenticated(expected)))
    }
  }

  @Test("what is no key that can sign is named, and does not show itself", arguments: ["", "secret", "P256"])
  func noKey(pem: String) async throws {
    let pem = pem == "P256" ? try TestKey(.curve("P-256")).pem() : pem
    try await withIssuer(pem: pem) { client, _, _ in
      guard case .failure(.unauthenticated(.noKey(let file))) = await client.perform(read) else {
        Issue.record("The key was taken.")
        return
      }
      #expect(file.hasSuffix("/key.pem"))
    }
  }
}
