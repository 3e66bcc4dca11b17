import Cryptography
import FHIR

/// A signed statement of who is asking, good for one token (RFC 7523; SMART, "Authenticating to the token endpoint").
struct ClientAssertion: Sendable {
  /// How long it is good, in seconds. SMART allows five minutes; one is left for clocks that differ.
  static let life: Int64 = 240

  /// The JWT.
  let text: Secret

  /// - Parameters:
  ///   - audience: the address of the token endpoint, so that nobody else can use the statement.
  ///   - id: a text that was never used before.
  init(
    _ client: BackendServices, audience: String, id: String, now: FHIRInstant, key: SigningKey
  ) throws {
    var header: JSONDocument = ["alg": .string(key.algorithm.rawValue), "typ": "JWT"]
    if let keyID = client.keyID { header["kid"] = .string(keyID) }
    let seconds = now.milliseconds / 1000
    let claims: JSONDocument = [
      "iss": .string(client.clientID), "sub": .string(client.clientID), "aud": .string(audience), "jti": .string(id),
      "iat": .number(Int(seconds)), "exp": .number(Int(seconds + Self.life)),
    ]
    let signed = base64URL(header.json) + "." + base64URL(claims.json)
    text = Secret(value: signed + "." + base64URL(try key.signature(of: Array(signed.utf8))))
  }
}

/// Bytes in the base64 alphabet for addresses, without padding (RFC 4648, 5; RFC 7515, 2).
func base64URL(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
    for position in 0...group.count {
      text.append(alphabet[Int(bits >> UInt32(18 - 6 * position) & 63)])
    }
  }
  return String(decoding: text, as: UTF8.self)
}
