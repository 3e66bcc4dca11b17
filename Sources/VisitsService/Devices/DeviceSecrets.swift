import Cryptography
import Foundation
import VisitsModel

/// Codes and tokens of devices: made here, shown once, and kept as digests only.
///
/// They are made of a device's id with a key that lives as long as the process and is written nowhere. So a request that
/// is repeated because its answer was lost is answered with the same secret, though nobody has kept it; after a restart
/// it cannot be, and the office invites again.
struct DeviceSecrets: Sendable {
  private let key: [UInt8]

  /// - Parameter random: 128 bits that nobody can guess.
  init(random: () -> (UInt64, UInt64)) {
    let (first, second) = (random(), random())
    key = [first.0, first.1, second.0, second.1].flatMap { word in withUnsafeBytes(of: word, Array.init) }
  }

  /// The code with which a device is enrolled: 60 bits, which nobody tries out before it expires.
  func code(of device: DeviceID) -> DeviceCode { DeviceCode(bits: bytes("code", device)) }

  /// The token of a device: 256 bits, with a prefix by which one that has gone astray is known.
  func token(of device: DeviceID) -> String {
    let text = Data(bytes("token", device)).base64EncodedString()
    return "visits_" + text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// What is kept of a token. Whoever looks for it compares digests, and so learns nothing from how long that takes.
  static func digest(ofToken token: String) -> String { digest("token:" + token) }

  /// What is kept of a code.
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
