import Cryptography
import Testing
import VisitsTestSupport

@Suite("Keys that sign")
struct SigningKeyTests {
  private let message = Array("header.claims".utf8)

  @Test("a P-384 key signs with ES384, 96 bytes, whichever PEM format it is in")
  func es384() throws {
    let pair = try TestKey(.curve("P-384"))
    for pem in [try pair.pem(), try pair.traditionalPEM()] {
      let key = try #require(SigningKey(pem: pem))
      #expect(key.algorithm == .es384)
      // The integers have leading zeros in one signature of 128: all of them must have the same length.
      for _ in 1...300 {
        let signature = try key.signature(of: message)
        #expect(signature.count == 96)
        #expect(pair.verifies(signature, of: message))
      }
    }
  }

  @Test("an RSA key of 2,048 bits signs with RS384, whichever PEM format it is in")
  func rs384() throws {
    let pair = try TestKey(.rsa(bits: 2048))
    for pem in [try pair.pem(), try pair.traditionalPEM()] {
      let key = try #require(SigningKey(pem: pem))
      #expect(key.algorithm == .rs384)
      let signature = try key.signature(of: message)
      #expect(pair.verifies(signature, of: message))
      #expect(!pair.verifies(signature, of: message + [0]))
    }
  }

  @Test("a key that is printed shows its algorithm alone")
  func printed() throws {
    let key = try #require(SigningKey(pem: TestKey(.curve("P-384")).pem()))
    var dumped = ""
    dump(key, to: &dumped)
    #expect(["\(key)", String(reflecting: key), dumped] == ["(ES384 key)", "(ES384 key)", "- (ES384 key)\n"])
  }

  @Test("other keys are refused: P-256, RSA of 1,024 bits, a key behind a passphrase, no key at all")
  func refused() throws {
    #expect(SigningKey(pem: try TestKey(.curve("P-256")).pem()) == nil)
    #expect(SigningKey(pem: try TestKey(.rsa(bits: 1024)).pem()) == nil)
    #expect(SigningKey(pem: try TestKey(.curve("P-384")).pem(passphrase: "secret")) == nil)
    for text in [
      "", "secret", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
    ] {
      #expect(SigningKey(pem: text) == nil)
    }
  }
}
