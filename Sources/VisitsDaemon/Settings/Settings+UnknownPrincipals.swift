extension Settings.Principal {
  /// The name as the configuration has it, `@` before a group's; `nil`: this machine knows the user or group.
  var unknownName: String? {
    switch self {
    case .unknownUser(let name): name
    case .unknownGroup(let name): "@\(name)"
    case .user, .group: nil
    }
  }
}

extension Settings.Roles {
  /// Names of one setting.
  struct Names: Sendable, Equatable {
    /// The setting, such as `roles.coordinator`.
    let key: String
    /// The names of users and groups, as the setting has them.
    let names: [String]

    /// The names as one text.
    var text: String { names.joined(separator: ", ") }
  }

  private static var lists: [(key: String, path: WritableKeyPath<Self, [Settings.Principal]>)] {
    [
      ("roles.coordinator", \.coordinator), ("roles.monitor", \.monitor), ("roles.gateway", \.gateway),
      ("roles.admin", \.admin),
    ]
  }

  /// The users and groups that this machine does not know, setting by setting.
  var unknownNames: [Names] { names { $0.unknownName != nil } }

  /// The users and groups that this machine does not know.
  var unknown: Set<Settings.Principal> {
    Set(Self.lists.flatMap { self[keyPath: $0.path].filter { $0.unknownName != nil } })
  }

  /// Replaces users and groups that were not known.
  ///
  /// - Parameter found: What they were found to be, by what they were.
  /// - Returns: The names that are known now, setting by setting.
  mutating func take(_ found: [Settings.Principal: Settings.Principal]) -> [Names] {
    let isKnown = { (principal: Settings.Principal) in
      principal.unknownName != nil && found[principal].map { $0.unknownName == nil } == true
    }
    let known = names(isKnown)
    for list in Self.lists {
      self[keyPath: list.path] = self[keyPath: list.path].map { isKnown($0) ? found[$0] ?? $0 : $0 }
    }
    return known
  }

  private func names(_ isMeant: (Settings.Principal) -> Bool) -> [Names] {
    Self.lists.compactMap { key, path in
      let names = self[keyPath: path].filter(isMeant).compactMap(\.unknownName)
      return names.isEmpty ? nil : Names(key: key, names: names)
    }
  }
}
