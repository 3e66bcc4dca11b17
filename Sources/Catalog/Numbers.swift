/// Numbers as a language writes them. The command line has no formats of Foundation's: it would start later with them.
extension Language {
  /// What stands between groups of three digits (CLDR 46, `numbers/symbols/group`).
  private var group: String {
    switch self {
    case .english: ","
    case .french: "\u{202F}"
    case .polish, .russian: "\u{A0}"
    case .spanish, .brazilianPortuguese, .german, .italian, .dutch, .indonesian, .turkish, .vietnamese: "."
    }
  }

  /// What stands before the first digit of a fraction.
  package var decimalSign: String { self == .english ? "." : "," }

  /// The fewest digits that are divided (`minimumGroupingDigits`): in Spanish, Italian and Polish four stand together.
  private var leastDigits: Int { self == .spanish || self == .polish || self == .italian ? 5 : 4 }

  /// A whole number: 12,304 in English, 12.304 in German, 12 304 in Polish.
  package func written(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    guard digits.utf8.count >= leastDigits else { return String(number) }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { text += group }
      text.append(digit)
    }
    return (number < 0 ? "-" : "") + text
  }

  /// A number of tenths: 12.5 in English, 12,5 elsewhere.
  package func written(tenths: Int64) -> String {
    (tenths < 0 ? "-" : "") + written(Int64((tenths.magnitude) / 10)) + decimalSign + "\(tenths.magnitude % 10)"
  }

  /// Bytes in the unit that fits: "1.2 MB".
  package func written(bytes: Int64) -> String {
    var (value, unit) = (bytes, byteUnits[0])
    var tenths: Int64 = 0
    for larger in byteUnits.dropFirst() where value >= 1000 {
      (tenths, value, unit) = (value % 1000 / 100, value / 1000, larger)
    }
    let isWhole = unit == byteUnits[0] || value >= 100
    return "\(isWhole ? written(value) : written(tenths: value * 10 + tenths)) \(unit)"
  }

  /// The units of bytes, each a thousand of the one before.
  private var byteUnits: [String] {
    switch self {
    case .french: ["o", "ko", "Mo", "Go", "To"]
    case .russian: ["Б", "кБ", "МБ", "ГБ", "ТБ"]
    default: ["B", "kB", "MB", "GB", "TB"]
    }
  }
}
