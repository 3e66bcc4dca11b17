/// The place of a setting's value.
typealias SettingPath<Value> = any WritableKeyPath<Settings, Value> & Sendable

/// One setting: its key, what it may be, and what it means for the operator.
struct SettingRow: Sendable {
  /// The key, sections before dots.
  let key: String
  /// What it means, for the operator; sentences.
  let about: String
  /// What it must be, in words that follow "must be".
  let expected: String
  /// Whether it is a list.
  let isList: Bool
  /// Which value holds without it, where that is no fixed one, in words.
  let otherwise: String?
  /// An example for the shipped file, as it would be written below the key.
  var example: [String] = []
  /// The value as the shipped file shows it.
  let shown: @Sendable (Settings) -> String
  /// Takes the value over from other settings; whether it was another.
  let takeOver: @Sendable (_ from: Settings, _ to: inout Settings) -> Bool
  /// Checks what was given and puts it into the settings.
  let read: @Sendable (GivenSetting, Machine, inout Settings) -> [SettingsProblem]

  /// Its name in the environment: `VISITSD_AGENCY_TIME_ZONE` for `agency.timeZone`.
  var environmentName: String { SettingRow.environmentPrefix + screamingSnakeCase(key) }

  /// What the names of all settings in the environment begin with.
  static let environmentPrefix = "VISITSD_"
}

extension SettingRow {
  /// A setting with a fixed default, which is the one of ``Settings``.
  static func fixed<Value: Equatable & Sendable>(
    _ key: String, _ path: SettingPath<Value>, _ kind: SettingKind<Value>, _ about: String
  ) -> SettingRow {
    one(key, path, kind, about, otherwise: nil) { kind.write($0[keyPath: path]) }
  }

  /// A setting whose default depends on the machine.
  static func found<Value: Equatable & Sendable>(
    _ key: String, _ path: SettingPath<Value>, _ kind: SettingKind<Value>, example: String,
    _ about: String, otherwise: String
  ) -> SettingRow {
    one(key, path, kind, about, otherwise: otherwise) { _ in example }
  }

  /// A setting that may be absent.
  static func optional<Value: Equatable & Sendable>(
    _ key: String, _ path: SettingPath<Value?>, _ kind: SettingKind<Value>, example: String,
    _ about: String, without: String
  ) -> SettingRow {
    let optional = SettingKind<Value?>(kind.expected) { given, machine throws(SettingsProblem.Reason) in
      try kind.read(given, machine)
    } write: { _ in
      example
    }
    return one(key, path, optional, about, otherwise: without) { _ in example }
  }

  private static func one<Value: Equatable & Sendable>(
    _ key: String, _ path: SettingPath<Value>, _ kind: SettingKind<Value>, _ about: String,
    otherwise: String?, shown: @escaping @Sendable (Settings) -> String
  ) -> SettingRow {
    SettingRow(
      key: key, about: about, expected: kind.expected, isList: false, otherwise: otherwise, shown: shown,
      takeOver: takingOver(path)
    ) { given, machine, settings in
      guard case .one(let item) = given.value else { return [given.problem(.wrongShape(.one))] }
      return item.read(kind, of: key, on: machine) { settings[keyPath: path] = $0 }
    }
  }

  /// Takes over what stands at a place.
  static func takingOver<Value: Equatable & Sendable>(
    _ path: SettingPath<Value>
  ) -> @Sendable (_ from: Settings, _ to: inout Settings) -> Bool {
    { source, target in
      let isOther = source[keyPath: path] != target[keyPath: path]
      target[keyPath: path] = source[keyPath: path]
      return isOther
    }
  }

  /// A setting that is a list; its default is the one of ``Settings``.
  static func list<Value: Equatable & Sendable>(
    _ key: String, _ path: SettingPath<[Value]>, _ kind: SettingKind<Value>,
    atLeastOne: Bool = false, _ about: String
  ) -> SettingRow {
    SettingRow(
      key: key, about: about, expected: kind.expected, isList: true, otherwise: nil,
      shown: { "[" + $0[keyPath: path].map(kind.write).joined(separator: ", ") + "]" },
      takeOver: takingOver(path)
    ) { given, machine, settings in
      guard case .list(let items) = given.value else { return [given.problem(.wrongShape(.list))] }
      if items.isEmpty, atLeastOne { return [given.problem(.noValue)] }
      var values: [Value] = []
      let problems = items.flatMap { $0.read(kind, of: key, on: machine) { values.append($0) } }
      settings[keyPath: path] = values
      return problems
    }
  }
}

extension GivenSetting.Item {
  /// Reads this item, or says what is wrong with it.
  func read<Value>(
    _ kind: SettingKind<Value>, of key: String, on machine: Machine, store: (Value) -> Void
  ) -> [SettingsProblem] {
    do throws(SettingsProblem.Reason) {
      guard !text.isEmpty else { throw .noValue }
      store(try kind.read(self, machine))
      return []
    } catch {
      return [SettingsProblem(origin: origin, key: key, value: text, reason: error)]
    }
  }
}

/// `agency.timeZone` as `AGENCY_TIME_ZONE`.
func screamingSnakeCase(_ key: String) -> String {
  var name = ""
  for character in key {
    if character.isUppercase { name += "_" }
    name += character == "." ? "_" : character.uppercased()
  }
  return name
}
