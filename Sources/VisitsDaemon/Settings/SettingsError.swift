/// Why the settings cannot be used: everything that is wrong with them, in the order in which it stands.
package struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, at least one thing.
  package let problems: [SettingsProblem]

  /// The sentences, a line each.
  package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong with the settings.
package struct SettingsProblem: Error, Sendable, Equatable {
  /// Where something stands.
  package enum Origin: Sendable, Equatable {
    /// In the file; line and column count from 1.
    case file(String, line: Int?, column: Int?)
    /// In this variable of the environment.
    case environment(String)
    /// Behind this flag.
    case flag(String)
  }

  /// What a setting can look like.
  package enum Shape: Sendable, Equatable {
    /// One value.
    case one
    /// A list of values.
    case list
    /// Keys below it.
    case section
  }

  /// What is wrong.
  package enum Reason: Error, Sendable, Equatable {
    /// No setting has this key.
    case unknownKey(nearest: String?)
    /// The value is none that the setting can have.
    case badValue(expected: String, nearest: String?)
    /// The key is there, its value is not.
    case noValue
    /// The key is there twice.
    case duplicate(firstLine: Int)
    /// A list where one value belongs, or the like.
    case wrongShape(Shape)
    /// This machine has no such group.
    case unknownGroup(String)
    /// The value is greater than that of another setting, which must be the larger one.
    case greaterThan(key: String, value: Int)
    /// Another setting says the same thing in another way.
    case excludedBy(key: String)
    /// Another setting must be there too.
    case needs(key: String)
    /// The file is no YAML; the parser's words.
    case syntax(String)
    /// The system's error number on reading the file.
    case unreadable(Int32)
    /// The file is not a text in UTF-8.
    case notUTF8
    /// The file is longer than any configuration.
    case tooLong(limit: Int)
  }

  /// Where it is.
  package let origin: Origin
  /// Which setting.
  package let key: String?
  /// What it was given.
  package let value: String?
  /// What is wrong.
  package let reason: Reason

  /// The known key or value nearest to what was given.
  package var nearest: String? {
    switch reason {
    case .unknownKey(let nearest), .badValue(_, let nearest): nearest
    default: nil
    }
  }
}
