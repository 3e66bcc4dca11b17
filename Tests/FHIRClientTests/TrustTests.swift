import FHIR
import FHIRClient
import Foundation
import NIOSSL
import Testing

private func file(_ stem: String) -> String {
  URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Certificates/\(stem).pem").path
}

/// What a client that trusts the tests' authority, or not, gets from a server with this certificate.
private func outcome(certificate: String, host: String = "localhost", authorities: String? = file("authority"))
  async throws -> Result<FHIRAnswer, FHIRFailure>
{
  let configuration = TLSConfiguration.makeServerConfiguration(
    certificateChain: try NIOSSLCertificate.fromPEMFile(file(certificate)).map { .certificate($0) },
    privateKey: .privateKey(try NIOSSLPrivateKey(file: file("key"), format: .pem)))
  let server = try await ScriptedServer(tls: NIOSSLContext(configuration: configuration)) { _ in .answer() }
  let outcome = try await outcome(
    of: FHIRRequest(.put, .path("Appointment/a"), ifMatch: "1", body: Array("{}".utf8)), authorities: authorities,
    base: "https://\(host):\(server.port)/fhir")
  try await server.stop()
  // Whoever is not trusted has not been told anything.
  if case .failure = outcome { #expect(server.requests.isEmpty) }
  return outcome
}

@Suite("Whom a client trusts")
struct TrustTests {
  @Test("an issuer named in the file is believed, by name and by address", arguments: ["localhost", "127.0.0.1"])
  func good(host: String) async throws {
    #expect(try await outcome(certificate: "good", host: host).get().status == 200)
  }

  @Test("a certificate that has expired is refused, with the day")
  func expired() async throws {
    let day = try FHIRInstant("2021-01-01T00:00:00Z")
    #expect(try await outcome(certificate: "expired") == .failure(.untrusted(.expired(day))))
  }

  @Test("a certificate that is not valid yet is refused, with the day")
  func early() async throws {
    let day = try FHIRInstant("2110-01-01T00:00:00Z")
    #expect(try await outcome(certificate: "early") == .failure(.untrusted(.notYetValid(day))))
  }

  @Test("a certificate for another name is refused", arguments: ["localhost", "127.0.0.1"])
  func otherName(host: String) async throws {
    #expect(try await outcome(certificate: "othername", host: host) == .failure(.untrusted(.otherName)))
  }

  @Test("an issuer that nobody knows is not believed")
  func unknownIssuer() async throws {
    #expect(try await outcome(certificate: "stranger") == .failure(.untrusted(.unknownIssuer)))
    #expect(try await outcome(certificate: "good", authorities: nil) == .failure(.untrusted(.unknownIssuer)))
  }

  @Test("a server that speaks no TLS is not spoken to")
  func plain() async throws {
    let server = try await ScriptedServer { _ in .answer() }
    let outcome = try await FHIRClientTests.outcome(
      of: .metadata, base: "https://127.0.0.1:\(server.port)/fhir")
    try await server.stop()
    #expect(outcome == .failure(.untrusted(.handshake)))
    #expect(server.requests.isEmpty)
  }
}
