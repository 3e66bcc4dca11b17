import COpenSSL

/// A key pair that a test has generated.
package final class TestKey {
  /// What kind of key to generate.
  package enum Kind {
    /// RSA, by the number of bits of the modulus.
    case rsa(bits: Int)
    /// An elliptic curve by its name at OpenSSL: `P-384`.
    case curve(String)
  }

  /// libcrypto failed.
  package struct Failure: Error {}

  private let key: OpaquePointer

  /// Generates a key pair.
  package init(_ kind: Kind) throws {
    let algorithm =
      switch kind {
      case .rsa: "RSA"
      case .curve: "EC"
      }
    guard let context = EVP_PKEY_CTX_new_from_name(nil, algorithm, nil) else { throw Failure() }
    defer { EVP_PKEY_CTX_free(context) }
    var isSet = EVP_PKEY_keygen_init(context)
    switch kind {
    case .rsa(let bits): isSet &= EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits))
    case .curve(let name): isSet &= EVP_PKEY_CTX_set_group_name(context, name)
    }
    var generated: OpaquePointer?
    guard isSet == 1, EVP_PKEY_generate(context, &generated) == 1, let generated else { throw Failure() }
    key = generated
  }

  deinit { EVP_PKEY_free(key) }

  /// The private key in PKCS #8.
  ///
  /// - Parameter passphrase: Encrypts it.
  package func pem(passphrase: String? = nil) throws -> String {
    try text { target in
      guard let passphrase else { return PEM_write_bio_PKCS8PrivateKey(target, key, nil, nil, 0, nil, nil) }
      return passphrase.withCString { start in
        PEM_write_bio_PKCS8PrivateKey(target, key, EVP_aes_256_cbc(), start, Int32(passphrase.utf8.count), nil, nil)
      }
    }
  }

  /// The private key in the older format of its algorithm: PKCS #1 or SEC 1.
  package func traditionalPEM() throws -> String {
    try text { PEM_write_bio_PrivateKey_traditional($0, key, nil, nil, 0, nil, nil) }
  }

  /// Whether a JSON Web Signature over these bytes was made with this key and SHA-384.
  package func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestVerifyInit(context, nil, EVP_sha384(), nil, key) == 1 else { return false }
    let signature = EVP_PKEY_is_a(key, "EC") == 1 ? Self.der(joined: signature) : signature
    return EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
  }

  /// The DER form of the two integers of an ECDSA signature.
  private static func der(joined: [UInt8]) -> [UInt8] {
    let half = joined.count / 2
    let parsed = ECDSA_SIG_new()
    defer { ECDSA_SIG_free(parsed) }
    let r = BN_bin2bn(Array(joined.prefix(half)), Int32(half), nil)
    let s = BN_bin2bn(Array(joined.suffix(half)), Int32(half), nil)
    ECDSA_SIG_set0(parsed, r, s)
    var start: UnsafeMutablePointer<UInt8>?
    let length = i2d_ECDSA_SIG(parsed, &start)
    defer { CRYPTO_free(start, nil, 0) }
    return Array(UnsafeBufferPointer(start: start, count: Int(max(0, length))))
  }

  private func text(_ write: (OpaquePointer) -> Int32) throws -> String {
    guard let target = BIO_new(BIO_s_mem()) else { throw Failure() }
    defer { BIO_free(target) }
    guard write(target) == 1 else { throw Failure() }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = BIO_read(target, &bytes, Int32(bytes.count))
    return String(decoding: bytes.prefix(Int(max(0, count))), as: UTF8.self)
  }
}
