import Cryptography
import Foundation
import VisitsModel

/// Creates the codes and tokens of devices. The daemon shows each of them once, and stores only its digest.
///
/// A secret is computed from the device's id with a key that lives as long as the process and is never written. So if
/// an answer is lost and the request is repeated, it gets the same secret, although the secret is not stored. After a
/// restart the key is another one. A repeated request then gets no secret, and the office invites the device again.
struct DeviceSecrets: Sendable {
  private let key: [UInt8]

  /// Creates the key from random numbers.
  ///
  /// - Parameter random: A source of 128 unpredictable bits. It is called twice.
  init(random: () -> (UInt64, UInt64)) {
    let (first, second) = (random(), random())
    key = [first.0, first.1, second.0, second.1].flatMap { word in withUnsafeBytes(of: word, Array.init) }
  }

  /// Returns the code with which a device is enrolled. It has 60 bits, too many to guess before the code expires.
  func code(of device: DeviceID) -> DeviceCode { DeviceCode(bits: bytes("code", device)) }

  /// Returns the token of a device. It has 256 bits, and a prefix by which a leaked token can be recognised.
  func token(of device: DeviceID) -> String {
    let text = Data(bytes("token", device)).base64EncodedString()
    return "visits_" + text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Returns the digest under which a token is stored. Lookups compare digests, so that the time that they take reveals
  /// nothing about a token.
  static func digest(ofToken token: String) -> String { digest("token:" + token) }

  /// Returns the digest under which a code is stored.
  static func digest(of code: DeviceCode) -> String { digest("code:" + code.characters) }

  private func bytes(_ purpose: String, _ device: DeviceID) -> [UInt8] {
    Digest.hmacSHA256(Array("\(purpose):\(device.rawValue)".utf8), key: key)
  }

  private static func digest(_ text: String) -> String {
    Digest.sha256(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
