import Crypto
import CryptoExtras
import FHIR

/// A private key that signs assertions, with the one algorithm that fits it (RFC 7518, 3.1).
enum SigningKey: Sendable {
  case rsa(_RSA.Signing.PrivateKey)
  case p384(P384.Signing.PrivateKey)

  /// Reads PKCS#8, PKCS#1 or SEC 1 in PEM; `nil` for anything else, keys of too few bits among them.
  init?(pem: String) {
    if let key = try? P384.Signing.PrivateKey(pemRepresentation: pem) {
      self = .p384(key)
    } else if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) {
      self = .rsa(key)
    } else {
      return nil
    }
  }

  /// What the header of an assertion calls the algorithm.
  var algorithm: String {
    switch self {
    case .rsa: "RS384"
    case .p384: "ES384"
    }
  }

  /// The signature over these bytes.
  func signature(of bytes: [UInt8]) throws -> [UInt8] {
    let digest = SHA384.hash(data: bytes)
    return switch self {
    case .rsa(let key): Array(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    case .p384(let key): Array(try key.signature(for: digest).rawRepresentation)
    }
  }
}

extension BackendServices {
  /// The key as its file holds it now.
  func signingKey() throws(AuthenticationFault) -> SigningKey {
    guard let key = SigningKey(pem: try self.key.text().value) else { throw .noKey(file: self.key.path) }
    return key
  }
}
