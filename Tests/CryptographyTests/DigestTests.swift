import Cryptography
import Testing

@Suite("Digests")
struct DigestTests {
  @Test("SHA-256 of \"abc\" is the digest that FIPS 180-4 gives as its example")
  func sha256() {
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(hexadecimal(Digest.sha256(Array("abc".utf8))) == expected)
    #expect(
      hexadecimal(Digest.sha256([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test("HMAC-SHA-256 gives the code of RFC 4231's second test case")
  func hmac() {
    let code = Digest.hmacSHA256(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(hexadecimal(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
