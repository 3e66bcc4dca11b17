/// The code pages in which spreadsheets save tables on Windows, told apart by the bytes beyond ASCII.
enum WindowsCodePage: String {
  /// Western Europe.
  case western = "WINDOWS-1252"
  /// Central Europe.
  case central = "WINDOWS-1250"
  /// Cyrillic.
  case cyrillic = "WINDOWS-1251"

  /// The page in which most of these bytes are letters of a word that people write; the western one where nothing speaks
  /// for another.
  init(likelyOf bytes: [UInt8]) {
    var evidence = Evidence(hasAcutes: bytes.contains(where: Evidence.acutes.contains))
    for (position, byte) in bytes.enumerated() {
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0x20
      let opensQuestion = byte == Evidence.openingQuestion && Evidence.asks(bytes[(position + 1)...])
      evidence.note(byte, before: next, opensQuestion: opensQuestion)
    }
    self = evidence.page
  }
}

/// What the bytes beyond ASCII tell, letter by letter. The letter that a byte is in the central page stands before the
/// one in the western page.
private struct Evidence {
  /// á í ý and their capitals, which both pages have at the same place.
  static let acutes: Set<UInt8> = [0xC1, 0xCD, 0xDD, 0xE1, 0xED, 0xFD]
  /// Letters in the central page alone; in the western they are signs, nothing, or Š and Ž, which its languages lack:
  /// Ł ł Ą ą Ż ż Ź ź Ľ ľ Ť ť Š š Ž ž.
  private static let central: Set<UInt8> = [
    0xA3, 0xB3, 0xA5, 0xB9, 0xAF, 0xBF, 0x8F, 0x9F, 0xBC, 0xBE, 0x8D, 0x9D, 0x8A, 0x9A, 0x8E, 0x9E,
  ]
  /// ŕ à, ă ã, ĺ å: hardly written in the languages of the central page, or with others beside them that are.
  private static let western: Set<UInt8> = [0xC0, 0xE0, 0xC3, 0xE3, 0xC5, 0xE5]
  /// Č è, Ř ø, Ň ò, Ď ï: a consonant in the central page, a vowel in the western.
  private static let consonants: Set<UInt8> = [0xC8, 0xE8, 0xD8, 0xF8, 0xD2, 0xF2, 0xCF, 0xEF]
  /// Ě ì, Ů ù: beside á, í or ý the first within a word, the second at its end.
  private static let endings: Set<UInt8> = [0xCC, 0xEC, 0xD9, 0xF9]
  /// ¿ ż
  static let openingQuestion: UInt8 = 0xBF
  /// Ń ñ, Ő õ, Ś œ: a vowel follows the second alone.
  private static let beforeVowels: Set<UInt8> = [0xD1, 0xF1, 0xD5, 0xF5, 0x8C, 0x9C]

  let hasAcutes: Bool
  private var score = (central: 0, western: 0)
  private var run = 0
  private var bytes = (inWords: 0, alone: 0)
  private var lettersBefore = 0
  private var previous: UInt8 = 0x20

  init(hasAcutes: Bool) { self.hasAcutes = hasAcutes }

  /// Whether a question ends in this line, before a mark that opens another: Spanish opens one by ¿, so that at the start
  /// of a word it speaks for no page.
  static func asks(_ rest: ArraySlice<UInt8>) -> Bool {
    let end = rest.prefix(200).first { [UInt8(ascii: "?"), openingQuestion, 0x0A, 0x0D].contains($0) }
    return end == UInt8(ascii: "?") && rest.first.map { isASCIILetter($0) || $0 >= 0xC0 } == true
  }

  mutating func note(_ byte: UInt8, before next: UInt8, opensQuestion: Bool) {
    defer {
      lettersBefore = Self.isLetter(byte) ? lettersBefore + 1 : 0
      previous = byte
    }
    guard byte >= 0x80 else { return endRun() }
    run += 1
    if next < 0x80 { endRun() }
    // A sign stands before a digit, or behind a unit: £20, 5 cm³. A letter stands in a word.
    if opensQuestion, lettersBefore == 0 { return }
    guard lettersBefore > 2 || Self.isASCIILetter(next) || next >= 0xC0 else { return }
    if Self.central.contains(byte) { score.central += 2 }
    if Self.western.contains(byte) { score.western += 2 }
    if Self.consonants.contains(byte) { add(isCentral: hasAcutes && isConsonant(byte, before: next)) }
    if Self.endings.contains(byte) { add(isCentral: hasAcutes && Self.isLetter(next)) }
    if Self.beforeVowels.contains(byte) { add(isCentral: !Self.isVowel(next)) }
  }

  /// Whether a letter that may be a consonant or a vowel is the former: a vowel stands beside it, but for `Liège`, which
  /// cannot be told from `Anička`, and ï, which stands behind vowels.
  private func isConsonant(_ byte: UInt8, before next: UInt8) -> Bool {
    Self.isVowel(next) || byte | 0x20 != 0xEF && Self.isVowel(previous)
  }

  /// Cyrillic words are runs of bytes beyond ASCII, which no word of the other two is.
  var page: WindowsCodePage {
    if bytes.inWords > bytes.alone { return .cyrillic }
    return score.central > score.western ? .central : .western
  }

  private mutating func add(isCentral: Bool) {
    if isCentral { score.central += 1 } else { score.western += 1 }
  }

  private mutating func endRun() {
    if run > 2 { bytes.inWords += run } else { bytes.alone += run }
    run = 0
  }

  private static func isLetter(_ byte: UInt8) -> Bool { isASCIILetter(byte) || byte >= 0x80 }

  /// With á é í ó ú ý, which both pages have.
  private static func isVowel(_ byte: UInt8) -> Bool {
    "aeiouyAEIOUY".utf8.contains(byte) || acutes.contains(byte) || [0xC9, 0xD3, 0xDA, 0xE9, 0xF3, 0xFA].contains(byte)
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
  }
}
