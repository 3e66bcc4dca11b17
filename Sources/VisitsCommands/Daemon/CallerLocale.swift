import Catalog

/// The language in which a person wants to read.
enum CallerLocale {
  /// The option, else the environment's locale as BCP 47: `pt_BR.UTF-8` is `pt-BR`. `nil`, and so the agency's
  /// language, where the environment has none (`C`, `POSIX`).
  static func choose(option: String?, environment: [String: String]) -> String? {
    if let option { return option }
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      if let locale = environment[name], !locale.isEmpty { return tag(posix: locale) }
    }
    return nil
  }

  /// The language in which this program speaks itself: English, too, where the person has named none or one that it does
  /// not have. Chosen before the command line is read, since what is wrong with that is said in it.
  static func language(of arguments: [String], environment: [String: String]) -> Language {
    let words = arguments.prefix { $0 != "--" }
    var option: String?
    for (index, word) in words.enumerated() {
      if word == "--locale" { option = words.dropFirst(index + 1).first ?? option }
      if word.hasPrefix("--locale=") { option = String(word.dropFirst(9)) }
    }
    return choose(option: option, environment: environment).flatMap { Language(LocaleName($0)) } ?? .english
  }

  /// A POSIX locale (`language[_territory][.codeset][@modifier]`) as a language tag.
  private static func tag(posix locale: String) -> String? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    guard name != "C", name != "POSIX" else { return nil }
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    let isWord = { (part: Substring) in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    }
    guard let language = parts.first, (2...3).contains(language.count), isWord(language), parts.count <= 2 else {
      return nil
    }
    guard parts.count == 2, (2...3).contains(parts[1].count), isWord(parts[1]) else { return String(language) }
    return "\(language)-\(parts[1])"
  }
}
