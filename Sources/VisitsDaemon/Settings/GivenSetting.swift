import Foundation
import JSONRPC

/// A setting as it was given somewhere, before anybody knows whether it is right.
struct GivenSetting: Sendable {
  /// One text, and where it stands.
  struct Item: Sendable {
    /// The text.
    let text: String
    /// Where it stands.
    let origin: SettingsProblem.Origin
  }

  /// Keys with values of their own, as an entry of a list.
  struct Group: Sendable {
    /// A key and what was given for it.
    struct Member: Sendable {
      /// The key.
      let key: String
      /// Where the key stands.
      let origin: SettingsProblem.Origin
      /// What was given.
      let value: Value
    }

    /// Where it begins.
    let origin: SettingsProblem.Origin
    /// Its keys, in their order; one may be there twice.
    let members: [Member]
  }

  /// What was given.
  enum Value: Sendable {
    /// One value.
    case one(Item)
    /// A list.
    case list([Item])
    /// A list of keys with values of their own.
    case groups([Group])
    /// Something else.
    case other
  }

  /// The row that it is for.
  let row: SettingRow
  /// Where its key stands.
  let origin: SettingsProblem.Origin
  /// What was given.
  let value: Value

  /// A problem with all of it.
  func problem(_ reason: SettingsProblem.Reason) -> SettingsProblem {
    let text: String? = if case .one(let item) = value { item.text } else { nil }
    return SettingsProblem(origin: origin, key: row.key, value: text, reason: reason)
  }
}

/// What a source of settings gave.
struct GivenSettings: Sendable {
  /// The settings with a known key.
  var settings: [GivenSetting] = []
  /// What is wrong already.
  var problems: [SettingsProblem] = []
}

extension GivenSettings {
  /// The settings in `environment`: every variable that begins with `VISITSD_`; a list is written with commas.
  init(environment: [String: String]) {
    for (name, text) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix(SettingRow.environmentPrefix) {
      let origin = SettingsProblem.Origin.environment(name)
      if let row = Settings.rows.first(where: { $0.environmentName == name }) {
        settings.append(GivenSetting(row: row, origin: origin, value: Self.value(text, of: row, origin)))
      } else {
        // Without the part that all names share, which would make every name a near one.
        let ownPart = name.dropFirst(SettingRow.environmentPrefix.count)
        let nearest = Nearest.name(to: String(ownPart), among: Settings.rows.map { screamingSnakeCase($0.key) })
          .map { SettingRow.environmentPrefix + $0 }
        problems.append(
          SettingsProblem(origin: origin, key: name, value: text, reason: .unknownKey(nearest: nearest)))
      }
    }
  }

  /// The settings among the flags.
  init(flags: [DaemonArguments.Flag]) {
    for flag in flags {
      guard let row = Settings.rows.first(where: { $0.key == flag.key }) else { continue }
      let origin = SettingsProblem.Origin.flag(flag.name)
      settings.append(GivenSetting(row: row, origin: origin, value: Self.value(flag.value, of: row, origin)))
    }
  }

  private static func value(
    _ text: String, of row: SettingRow, _ origin: SettingsProblem.Origin
  ) -> GivenSetting.Value {
    guard row.isList else { return .one(GivenSetting.Item(text: text, origin: origin)) }
    return .list(
      text.split(separator: ",").map {
        GivenSetting.Item(text: $0.trimmingCharacters(in: .whitespaces), origin: origin)
      })
  }
}
