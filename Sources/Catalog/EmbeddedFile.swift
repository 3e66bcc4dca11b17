import CCatalog

/// The bytes of a file that is part of the program. They are never freed.
package typealias EmbeddedFile = UnsafeBufferPointer<UInt8>

extension EmbeddedFile {
  /// The file that a function of a C target returns.
  ///
  /// - Parameter function: Returns the first byte and sets its argument to the number of bytes.
  package init(_ function: (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?) {
    var size = 0
    let start = function(&size)
    self.init(start: start, count: size)
  }
}

extension Language {
  /// The language's file.
  package var file: EmbeddedFile {
    switch self {
    case .english: EmbeddedFile(language_en)
    case .spanish: EmbeddedFile(language_es)
    case .brazilianPortuguese: EmbeddedFile(language_pt_BR)
    case .french: EmbeddedFile(language_fr)
    case .german: EmbeddedFile(language_de)
    case .italian: EmbeddedFile(language_it)
    case .dutch: EmbeddedFile(language_nl)
    case .indonesian: EmbeddedFile(language_id)
    case .turkish: EmbeddedFile(language_tr)
    case .vietnamese: EmbeddedFile(language_vi)
    case .polish: EmbeddedFile(language_pl)
    case .russian: EmbeddedFile(language_ru)
    }
  }
}
