import Foundation

/// Readable ids of workers and clients: `[a-z0-9][a-z0-9-]{0,63}`.
package enum Slug {
  /// Whether the text is a slug.
  package static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    guard (1...64).contains(bytes.count), bytes.first != UInt8(ascii: "-") else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
  }

  /// A slug made of a person's name ("Łukasz Żółć" gives `lukasz-zolc`); `nil` when the name has no letter or digit
  /// that a slug can hold.
  package static func make(from name: String) -> String? {
    var slug = ""
    for scalar in FoldedText.fold(name).unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        slug.unicodeScalars.append(scalar)
      } else if scalar != "'" && scalar != "’" && !slug.isEmpty && slug.last != "-" {
        slug.append("-")
      }
      if slug.utf8.count == 60 { break }
    }
    while slug.last == "-" { slug.removeLast() }
    return slug.isEmpty ? nil : slug
  }
}

/// Text as it is compared when a person searches: lower case, without accents.
package enum FoldedText {
  /// `"Łukasz Żółć"` gives `"lukasz zolc"`; runs of white space become one space.
  package static func fold(_ text: String) -> String {
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Locale(identifier: "en_US_POSIX"))
    var result = ""
    for character in folded.lowercased() {
      // Letters with a stroke are letters of their own to Unicode: no folding takes the stroke away.
      switch character {
      case "ł": result += "l"
      case "ø": result += "o"
      case "đ", "ð": result += "d"
      case "ı": result += "i"
      case "ß": result += "ss"
      case "æ": result += "ae"
      case "œ": result += "oe"
      case "þ": result += "th"
      case _ where character.isWhitespace: if !result.isEmpty && result.last != " " { result += " " }
      default: result.append(character)
      }
    }
    return result.last == " " ? String(result.dropLast()) : result
  }
}
