/// The code with which a worker enrols a device. It is shown on one screen and typed on another: twelve characters of
/// Crockford's Base32, which has no I, L, O and U (https://www.crockford.com/base32.html).
struct DeviceCode: Sendable, Hashable {
  /// The number of characters in a code. Each stands for 5 bits.
  static let length = 12
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  /// The characters, without separators.
  let characters: String

  /// Creates a code from the low 5 bits of each of the first 12 bytes. There must be at least 12 bytes.
  init(bits: [UInt8]) {
    characters = String(bits.prefix(Self.length).map { Self.alphabet[Int($0 & 31)] })
  }

  /// Parses a typed code; `nil` if the text is no code. Case, blanks and hyphens are ignored, and letters that look
  /// like digits are read as digits.
  init?(typed text: String) {
    let read = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }.map { character -> Character in
      switch character {
      case "O": "0"
      case "I", "L": "1"
      default: character
      }
    }
    guard read.count == Self.length, read.allSatisfy(Self.alphabet.contains) else { return nil }
    characters = String(read)
  }

  /// The code in groups of four: `K7QM-2V9X-4HTD`.
  var text: String {
    stride(from: 0, to: Self.length, by: 4).map { String(characters.dropFirst($0).prefix(4)) }.joined(separator: "-")
  }
}
