extension Settings {
  /// Reads the settings: the defaults, overridden by the file, by the environment, by the flags.
  ///
  /// What is overridden is checked all the same.
  ///
  /// - Parameters:
  ///   - file: the file that `--config` names, which must exist; nil for the default one, which need not.
  ///   - flags: the settings on the command line.
  ///   - machine: the machine, with the environment.
  /// - Throws: everything that is wrong.
  package static func load(
    file: String? = nil, flags: [DaemonArguments.Flag] = [], on machine: Machine
  ) throws(SettingsError) -> Settings {
    var layers: [GivenSettings] = []
    do throws(SettingsProblem) {
      let path = file ?? SettingsFile.defaultPath
      let text = try SettingsFile.read(path, mayBeMissing: file == nil)
      layers.append(GivenSettings(yaml: text, path: path))
    } catch {
      layers.append(GivenSettings(problems: [error]))
    }
    layers.append(GivenSettings(environment: machine.environment))
    layers.append(GivenSettings(flags: flags))

    var settings = Settings(on: machine)
    var problems: [SettingsProblem] = []
    for layer in layers {
      let wrong = layer.settings.flatMap { $0.row.read($0, machine, &settings) }
      problems += (layer.problems + wrong).inOrderOfLines
    }
    // With a value refused, the default stands in its place, and a comparison would only confuse.
    if problems.isEmpty {
      let given = layers.flatMap(\.settings)
      problems = settings.outOfOrder(given) + settings.upstreamProblems(given) + settings.verificationProblems(given)
    }
    guard problems.isEmpty else { throw SettingsError(problems: problems) }
    return settings
  }

  /// Reads the settings as the command line asks.
  package static func load(_ arguments: DaemonArguments, on machine: Machine) throws(SettingsError) -> Settings {
    try load(file: arguments.config, flags: arguments.flags, on: machine)
  }

  private func outOfOrder(_ given: [GivenSetting]) -> [SettingsProblem] {
    Self.orders.compactMap { order in
      let (left, right) = (self[keyPath: order.smaller.path], self[keyPath: order.larger.path])
      let last = given.last { [order.smaller.key, order.larger.key].contains($0.row.key) }
      guard left > right, let last else { return nil }
      return SettingsProblem(
        origin: last.origin, key: order.smaller.key, value: String(left),
        reason: .greaterThan(key: order.larger.key, value: right))
    }
  }
}

extension [SettingsProblem] {
  /// Sorted by line, those of one line as they were found.
  fileprivate var inOrderOfLines: [SettingsProblem] {
    enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
  }
}

extension SettingsProblem {
  /// The line in the file, 0 if it has none.
  fileprivate var line: Int {
    if case .file(_, let line?, _) = origin { line } else { 0 }
  }
}
