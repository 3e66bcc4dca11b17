extension SettingKind where Value == UInt32 {
  /// Permission bits in octal.
  static var mode: SettingKind {
    SettingKind("a file mode such as 0660") { text in
      (3...4).contains(text.utf8.count) ? UInt32(text, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil } : nil
    } write: {
      "0" + String($0, radix: 8)
    }
  }

  /// A group of this machine.
  static var group: SettingKind {
    SettingKind("a group of this machine, by name or number") { given, machine throws(SettingsProblem.Reason) in
      guard let id = UInt32(given.text) ?? machine.group(given.text) else { throw .unknownGroup(given.text) }
      return id
    } write: {
      String($0)
    }
  }
}

extension SettingKind where Value == Settings.Principal {
  /// A user of this machine, or with `@` a group.
  static var principal: SettingKind {
    SettingKind("a user or a @group of this machine, by name or number") {
      given, machine throws(SettingsProblem.Reason) in
      if given.text.hasPrefix("@") {
        let name = String(given.text.dropFirst())
        guard let id = UInt32(name) ?? machine.group(name) else { throw .unknownGroup(name) }
        return .group(id)
      }
      guard let id = UInt32(given.text) ?? machine.user(given.text) else { throw .unknownUser(given.text) }
      return .user(id)
    } write: { principal in
      switch principal {
      case .user(let id): String(id)
      case .group(let id): "\"@\(id)\""
      }
    }
  }
}
