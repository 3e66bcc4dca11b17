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
  /// A user of this machine, or with `@` a group. A name that the machine does not know yet is no mistake: a network's
  /// directory may not answer while the machine starts.
  static var principal: SettingKind {
    let expected = "a user or a @group of this machine, by name or number"
    return SettingKind(expected) { given, machine throws(SettingsProblem.Reason) in
      let isGroup = given.text.hasPrefix("@")
      let name = String(given.text.dropFirst(isGroup ? 1 : 0))
      // A colon separates the fields of passwd(5) and group(5), the end of a line their entries.
      guard !name.isEmpty, !name.contains(where: { $0 == ":" || $0.isNewline }) else {
        throw .badValue(expected: expected, nearest: nil)
      }
      if let id = UInt32(name) { return isGroup ? .group(id) : .user(id) }
      return machine.resolved(isGroup ? .unknownGroup(name) : .unknownUser(name))
    } write: { principal in
      switch principal {
      case .user(let id): String(id)
      case .group(let id): "\"@\(id)\""
      case .unknownUser(let name): name
      case .unknownGroup(let name): "\"@\(name)\""
      }
    }
  }
}
