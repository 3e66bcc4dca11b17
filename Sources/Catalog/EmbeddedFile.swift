import CCatalog

/// The bytes that a function of a C target returns: a file embedded in the program, valid as long as it runs.
///
/// - Parameter function: Returns the first byte and sets its argument to the number of bytes.
package func embeddedFile(
  _ function: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>
) -> UnsafeBufferPointer<UInt8> {
  var size = 0
  let start = function(&size)
  return UnsafeBufferPointer(start: start, count: size)
}

extension Language {
  /// The language's file.
  package var file: UnsafeBufferPointer<UInt8> {
    switch self {
    case .english: embeddedFile(language_en)
    case .spanish: embeddedFile(language_es)
    case .brazilianPortuguese: embeddedFile(language_pt_BR)
    case .french: embeddedFile(language_fr)
    case .german: embeddedFile(language_de)
    case .italian: embeddedFile(language_it)
    case .dutch: embeddedFile(language_nl)
    case .indonesian: embeddedFile(language_id)
    case .turkish: embeddedFile(language_tr)
    case .vietnamese: embeddedFile(language_vi)
    case .polish: embeddedFile(language_pl)
    case .russian: embeddedFile(language_ru)
    }
  }
}
