import COpenSSL

/// Digests and message authentication codes.
package enum Digest {
  /// The SHA-256 digest of some bytes (FIPS 180-4).
  ///
  /// - Returns: 32 bytes.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    precondition(SHA256(bytes, bytes.count, &digest) != nil, "libcrypto cannot compute SHA-256")
    return digest
  }

  /// The HMAC-SHA-256 code of some bytes under a key (RFC 2104).
  ///
  /// - Returns: 32 bytes.
  package static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    let made = HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil)
    precondition(made != nil, "libcrypto cannot compute HMAC-SHA-256")
    return code
  }
}
