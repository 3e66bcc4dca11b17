/// A code that a person reads from one screen and types on another: twelve characters of Crockford's Base32, which has no
/// I, L, O and U (https://www.crockford.com/base32.html).
struct DeviceCode: Sendable, Hashable {
  /// How many characters a code has, of 5 bits each.
  static let length = 12
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  /// The characters, without what groups them.
  let characters: String

  /// The code that the first bits make. There must be 12 bytes at least.
  init(bits: [UInt8]) {
    characters = String(bits.prefix(Self.length).map { Self.alphabet[Int($0 & 31)] })
  }

  /// Reads what a person typed; `nil` for what is no code. Case, blanks and hyphens do not matter, and letters that are
  /// taken for digits are those digits.
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

  /// In groups, for people: `K7QM-2V9X-4HTD`.
  var text: String {
    stride(from: 0, to: Self.length, by: 4).map { String(characters.dropFirst($0).prefix(4)) }.joined(separator: "-")
  }
}
