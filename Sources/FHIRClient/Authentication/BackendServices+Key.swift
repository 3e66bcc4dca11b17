import Cryptography
import FHIR

extension BackendServices {
  /// Reads the key from its file.
  ///
  /// - Throws: ``AuthenticationFault/noKey(file:)`` if the file holds no key that can sign.
  func signingKey() throws(AuthenticationFault) -> SigningKey {
    guard let key = SigningKey(pem: try self.key.text().value) else { throw .noKey(file: self.key.path) }
    return key
  }
}
