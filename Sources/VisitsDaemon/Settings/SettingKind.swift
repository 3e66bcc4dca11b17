import Foundation
import JSONRPC
import Systemd
import VisitsAPI

/// A kind of value: what it must be, and how it is read and written.
struct SettingKind<Value>: Sendable {
  /// What it must be, in words that follow "must be".
  let expected: String
  /// Reads a value that is not empty, or says why it is none.
  let read: @Sendable (GivenSetting.Item, Machine) throws(SettingsProblem.Reason) -> Value
  /// The value as YAML.
  let write: @Sendable (Value) -> String

  init(
    _ expected: String,
    read: @escaping @Sendable (GivenSetting.Item, Machine) throws(SettingsProblem.Reason) -> Value,
    write: @escaping @Sendable (Value) -> String
  ) {
    self.expected = expected
    self.read = read
    self.write = write
  }

  /// A kind that the text alone decides.
  init(
    _ expected: String, parse: @escaping @Sendable (String) -> Value?, write: @escaping @Sendable (Value) -> String
  ) {
    self.init(expected) { given, _ throws(SettingsProblem.Reason) in
      guard let value = parse(given.text) else { throw .badValue(expected: expected, nearest: nil) }
      return value
    } write: {
      write($0)
    }
  }
}

extension SettingKind where Value == Int {
  /// A whole number, written in digits only.
  static func integer(_ range: ClosedRange<Int>) -> SettingKind {
    SettingKind("a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
      return Int(text).flatMap { range.contains($0) ? $0 : nil }
    } write: {
      String($0)
    }
  }
}

extension SettingKind where Value == String {
  /// One line of text, of so many characters.
  static func text(_ length: ClosedRange<Int>) -> SettingKind {
    SettingKind("one line of \(length.lowerBound) to \(length.upperBound) characters") { text in
      let isLine = !text.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{2028}" }
      return isLine && length.contains(text.count) ? text : nil
    } write: {
      $0
    }
  }

  /// A language tag.
  static var locale: SettingKind {
    SettingKind("a language tag such as en or fr-CA") { text in
      LanguageTag.isOne(text) ? text : nil
    } write: {
      $0
    }
  }

  /// A number to dial.
  static var phoneNumber: SettingKind {
    SettingKind("a telephone number such as 911 or +1 780 555 0100") { text in
      let dialled = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      return (2...20).contains(dialled) && text.allSatisfy("0123456789 +-*#()".contains) ? text : nil
    } write: {
      $0
    }
  }

  /// A code that callers send: a word in camelCase.
  static var code: SettingKind {
    SettingKind("a word such as noSignal, of at most 32 letters and digits") { text in
      let isWord = text.utf8.allSatisfy(\.isASCIIAlphanumeric) && text.utf8.count <= 32
      return isWord && text.first?.isLowercase == true ? text : nil
    } write: {
      $0
    }
  }

  /// An absolute path, or for a flag one from the working directory on.
  static func path(atMost limit: Int) -> SettingKind {
    let expected = "an absolute path of at most \(limit) bytes"
    return SettingKind(expected) { given, machine throws(SettingsProblem.Reason) in
      var path = given.text
      if case .flag = given.origin, !path.hasPrefix("/") { path = machine.workingDirectory + "/" + path }
      guard path.hasPrefix("/"), path.utf8.count <= limit, !path.utf8.contains(0) else {
        throw .badValue(expected: expected, nearest: nil)
      }
      return path
    } write: {
      $0
    }
  }
}

extension SettingKind where Value == TimeZone {
  /// A time zone of the IANA database. Abbreviations and fixed offsets are refused: they know no clock changes.
  static var timeZone: SettingKind {
    let expected = "an IANA time zone such as America/Edmonton"
    return SettingKind(expected) { given, _ throws(SettingsProblem.Reason) in
      guard let zone = TimeZone(iana: given.text) else {
        throw .badValue(
          expected: expected, nearest: Nearest.name(to: given.text, among: TimeZone.knownTimeZoneIdentifiers))
      }
      return zone
    } write: {
      $0.identifier
    }
  }
}

extension TimeZone {
  /// The zone of this name in the IANA database.
  ///
  /// Foundation turns `UTC` into `GMT`; `Etc/UTC` keeps its name.
  init?(iana name: String) {
    let name = name == "UTC" ? "Etc/UTC" : name
    guard name.contains("/") else { return nil }
    self.init(identifier: name)
  }
}

extension SettingKind where Value == Priority {
  private static var words: KeyValuePairs<String, Priority> {
    ["debug": .debug, "info": .info, "notice": .notice, "warning": .warning, "error": .error]
  }

  /// A priority of the log.
  static var priority: SettingKind {
    SettingKind("debug, info, notice, warning or error") { text in
      words.first { $0.key == text }?.value
    } write: { priority in
      words.first { $0.value == priority }?.key ?? ""
    }
  }
}
