/// The order of letters in the languages that have letters of their own between those of English.
extension Language {
  /// The alphabet; `nil` where accents do not count.
  private var alphabet: [Character]? {
    switch self {
    case .spanish: Self.spanishLetters
    case .turkish: Self.turkishLetters
    case .vietnamese: Self.vietnameseLetters
    case .polish: Self.polishLetters
    case .russian: Self.russianLetters
    case .english, .brazilianPortuguese, .french, .german, .italian, .dutch, .indonesian: nil
    }
  }

  private static let spanishLetters = Array("abcdefghijklmnñopqrstuvwxyz")
  private static let turkishLetters = Array("abcçdefgğhıijklmnoöpqrsştuüvwxyz")
  private static let vietnameseLetters = Array("aăâbcdđeêfghijklmnoôơpqrstuưvwxyz")
  private static let polishLetters = Array("aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż")
  private static let russianLetters = Array("абвгдеёжзийклмнопрстуфхцчшщъыьэюя")

  /// What a name is sorted by, so that it stands where a reader of this language looks for it: in Turkish "Işık" before
  /// "İrem", and "Cem" before "Çağla".
  ///
  /// - Parameter fold: takes the accents off letters that the alphabet does not have, and makes all small.
  package func sortKey(_ name: String, fold: (String) -> String) -> [UInt32] {
    guard let alphabet else { return fold(name).unicodeScalars.map(\.value) }
    // Behind everything that is no letter of the alphabet, other scripts aside.
    func place(_ letter: Character) -> [UInt32]? { alphabet.firstIndex(of: letter).map { [0x100 + UInt32($0)] } }
    return lowercased(name).flatMap { letter in
      place(letter)
        ?? fold(String(letter)).flatMap {
          place($0) ?? $0.unicodeScalars.map { $0.value < 0x80 ? $0.value : $0.value + 0x1000 }
        }
    }
  }
}
