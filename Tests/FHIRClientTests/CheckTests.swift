import FHIR
import FHIRClient
import Foundation
import Testing
import VisitsTestSupport

/// What is found wrong before anybody is asked anything.
private func fault(_ authentication: Authentication, authorities: String? = nil) -> FHIRClientSettingsFault? {
  do {
    let base = "https://ehr.example/fhir"
    try FHIRClientSettings(base: base, authentication: authentication, authorities: authorities).check()
    return nil
  } catch {
    return error
  }
}

private func services(_ key: String, tokenEndpoint: String? = nil) -> Authentication {
  .backendServices(
    BackendServices(clientID: "visits", key: SecretFile(path: key), scope: "system/*.rs", tokenEndpoint: tokenEndpoint))
}

@Suite("What a client's settings name")
struct CheckTests {
  /// A file of that content in a folder of the test's own.
  private func withFile(_ text: String, _ use: (String) throws -> Void) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "secret").path
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      try use(file)
    }
  }

  @Test("takes a base address for the same however it is written")
  func normal() {
    #expect(FHIRClientSettings.normal("HTTPS://EHR.example:443/fhir//") == "https://ehr.example/fhir")
    #expect(FHIRClientSettings.normal("http://127.0.0.1:8080/") == "http://127.0.0.1:8080")
    #expect(FHIRClientSettings.normal("no address") == "no address")
  }

  @Test("a token in its file is fine, and a file without one is named", arguments: ["", "two words", "one\ntwo"])
  func token(text: String) async throws {
    try await withFile("abc.123\n") { #expect(fault(.bearer(SecretFile(path: $0))) == nil) }
    try await withFile(text) { #expect(fault(.bearer(SecretFile(path: $0))) == .secret(.noToken(file: $0))) }
    #expect(fault(.bearer(SecretFile(path: "/nowhere"))) == .secret(.unreadable(file: "/nowhere")))
  }

  @Test("a key that can sign is fine, and any other is named")
  func key() async throws {
    for key in try [TestKey(.curve("P-384")), TestKey(.rsa(bits: 2048))] {
      try await withFile(try key.pem()) { #expect(fault(services($0)) == nil) }
    }
    for pem in [try TestKey(.curve("P-256")).pem(), "-----BEGIN PRIVATE KEY-----", ""] {
      try await withFile(pem) { #expect(fault(services($0)) == .secret(.noKey(file: $0))) }
    }
  }

  @Test("a token is asked for by https alone, or on this machine")
  func endpoint() async throws {
    try await withFile(TestKey(.curve("P-384")).pem()) { file in
      #expect(fault(services(file, tokenEndpoint: "https://ehr.example/token")) == nil)
      #expect(fault(services(file, tokenEndpoint: "http://localhost/token")) == nil)
      #expect(fault(services(file, tokenEndpoint: "http://ehr.example/token")) == .tokenEndpoint(.plainHTTP))
      #expect(fault(services(file, tokenEndpoint: "token.example")) == .tokenEndpoint(.noScheme))
    }
  }

  @Test("a file that every user of the machine may read is known for it", arguments: [(0o644, true), (0o640, false)])
  func mode(mode: Int, isOpen: Bool) async throws {
    try await withFile("abc") { file in
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      #expect(SecretFile(path: file).isOpenToAll == isOpen)
    }
    #expect(!SecretFile(path: "/nowhere").isOpenToAll)
  }
}
