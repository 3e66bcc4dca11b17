import COpenSSL

/// A private key that signs JSON Web Tokens, with the algorithm that fits it (RFC 7518, 3.1).
///
/// The key is kept as its PEM text and decoded for each signature: a token is signed a few times an hour.
package struct SigningKey: Sendable {
  /// How a key signs.
  package enum Algorithm: String, Sendable {
    /// RSA PKCS #1 v1.5 with SHA-384.
    case rs384 = "RS384"
    /// ECDSA on P-384 with SHA-384.
    case es384 = "ES384"
  }

  /// libcrypto failed to sign.
  package struct Failure: Error {}

  /// How this key signs.
  package let algorithm: Algorithm
  private let pem: String

  /// Reads a private key in PKCS #8, PKCS #1 or SEC 1.
  ///
  /// - Parameter pem: The key in PEM. `nil` results from anything else, from a key behind a passphrase, from an RSA key
  ///   of fewer than 2,048 bits and from an elliptic curve other than P-384.
  package init?(pem: String) {
    let algorithm: Algorithm? = withPrivateKey(pem: pem) { key in
      if EVP_PKEY_is_a(key, "RSA") == 1 { return EVP_PKEY_get_bits(key) >= 2048 ? .rs384 : nil }
      return isP384(key) ? .es384 : nil
    }
    guard let algorithm else { return nil }
    self.algorithm = algorithm
    self.pem = pem
  }

  /// The signature of some bytes, as a JSON Web Signature carries it (RFC 7518, 3.3 and 3.4).
  ///
  /// - Throws: ``Failure`` if libcrypto cannot sign.
  package func signature(of bytes: [UInt8]) throws(Failure) -> [UInt8] {
    guard let signature = withPrivateKey(pem: pem, { key in sign(bytes, with: key) }) else { throw Failure() }
    switch algorithm {
    case .rs384: return signature
    case .es384:
      guard let joined = joinedIntegers(ofECDSA: signature) else { throw Failure() }
      return joined
    }
  }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The algorithm alone: no error and no log line shows the key.
  package var description: String { "(\(algorithm.rawValue) key)" }
  /// The same, so that `String(reflecting:)` does not show the key either.
  package var debugDescription: String { description }
  /// No properties, so that `dump` does not show the key either.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Calls a function with the private key in a PEM text; returns `nil` if the text holds none.
private func withPrivateKey<Result>(pem: String, _ use: (OpaquePointer) -> Result?) -> Result? {
  let bytes = Array(pem.utf8)
  guard let source = BIO_new_mem_buf(bytes, Int32(bytes.count)) else { return nil }
  defer { BIO_free(source) }
  // Without a callback, libcrypto asks the terminal for the passphrase of an encrypted key.
  guard let key = PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil) else {
    ERR_clear_error()
    return nil
  }
  defer { EVP_PKEY_free(key) }
  return use(key)
}

private func isP384(_ key: OpaquePointer) -> Bool {
  var name = [CChar](repeating: 0, count: 32)
  guard EVP_PKEY_is_a(key, "EC") == 1, EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1 else { return false }
  return name.prefix { $0 != 0 }.elementsEqual("secp384r1".utf8.map(CChar.init))
}

/// Signs the SHA-384 digest of some bytes.
private func sign(_ bytes: [UInt8], with key: OpaquePointer) -> [UInt8]? {
  guard let context = EVP_MD_CTX_new() else { return nil }
  defer { EVP_MD_CTX_free(context) }
  var length = 0
  guard EVP_DigestSignInit(context, nil, EVP_sha384(), nil, key) == 1,
    EVP_DigestSign(context, nil, &length, bytes, bytes.count) == 1
  else { return nil }
  var signature = [UInt8](repeating: 0, count: length)
  guard EVP_DigestSign(context, &signature, &length, bytes, bytes.count) == 1 else { return nil }
  return Array(signature.prefix(length))
}

/// The two integers of an ECDSA signature on P-384, 48 bytes each: a JSON Web Signature carries them like this, and
/// libcrypto returns them in DER.
private func joinedIntegers(ofECDSA der: [UInt8]) -> [UInt8]? {
  der.withUnsafeBufferPointer { buffer in
    var start = buffer.baseAddress
    guard let parsed = d2i_ECDSA_SIG(nil, &start, buffer.count) else { return nil }
    defer { ECDSA_SIG_free(parsed) }
    let size: Int32 = 48
    var (r, s) = ([UInt8](repeating: 0, count: Int(size)), [UInt8](repeating: 0, count: Int(size)))
    guard BN_bn2binpad(ECDSA_SIG_get0_r(parsed), &r, size) == size,
      BN_bn2binpad(ECDSA_SIG_get0_s(parsed), &s, size) == size
    else { return nil }
    return r + s
  }
}
