import JSONRPC

extension SettingRow {
  /// `emergency.tiers`: a list of commands, each with when it is run.
  static let emergencyTiers = SettingRow(
    key: "emergency.tiers",
    about: """
      Who is paged in an emergency, tier by tier. The first is paged at once, each next one when nobody has \
      acknowledged the emergency afterMinutes after the one before (2 without it). A command is a program with its \
      arguments; no shell looks at it. It finds one line of JSON on its standard input, with version (1), emergency, \
      tier, attempt, state (raised or acknowledged), stored, raises, worker, phone, since, note, client, address, \
      location (latitude, longitude, accuracy) and message, a text for people; what is not known is null. Nobody's name \
      stands anywhere else, neither in its arguments nor in its environment, and what it prints is thrown away. It has \
      succeeded when it exits with 0; else it is run again after 5, 15, 30 and 60 seconds. A page under way while \
      visitsd stops is sent again after the next start: a page may come twice, and none is lost.
      """,
    expected: "the path of a program, or a command and afterMinutes, a whole number from 0 to 60", isList: true,
    otherwise: nil,
    example: [
      "- command: [/usr/local/bin/page, on-call]", "- command: [/usr/local/bin/page, everybody]", "  afterMinutes: 5",
    ],
    shown: { _ in "[]" }, takeOver: takingOver(\.emergency.tiers)
  ) { given, machine, settings in
    var reader = TierReader(machine: machine)
    switch given.value {
    case .list(let items): for item in items { reader.read(item) }
    case .groups(let groups): for group in groups { reader.read(group) }
    case .one, .other: return [given.problem(.wrongShape(.list))]
    }
    settings.emergency.tiers = reader.tiers
    return reader.problems
  }
}

/// Reads the tiers one by one.
private struct TierReader {
  private typealias Tier = Settings.Emergency.Tier
  private static let key = "emergency.tiers"
  private static let program = SettingKind<String>.path(atMost: 4000)
  private static let argument = SettingKind<String>("a text") { text in
    text.utf8.contains(0) ? nil : text
  } write: {
    $0
  }

  private static let minutes = SettingKind<Int>.integer(0...60)
  private static let none = SettingKind<Int>("0 or left out, since the first tier is paged at once") { text in
    text == "0" ? 0 : nil
  } write: {
    String($0)
  }

  let machine: Machine
  var tiers: [Settings.Emergency.Tier] = []
  var problems: [SettingsProblem] = []

  init(machine: Machine) { self.machine = machine }

  mutating func read(_ item: GivenSetting.Item) {
    problems += item.read(Self.program, of: Self.key, on: machine) { tiers.append(Tier(program: $0)) }
  }

  mutating func read(_ group: GivenSetting.Group) {
    var tier = Tier(program: "")
    var seen: [String: Int] = [:]
    for member in group.members {
      let key = "\(Self.key).\(member.key)"
      if let first = seen[member.key] {
        report(member.origin, key, .duplicate(firstLine: first))
        continue
      }
      seen[member.key] = member.line
      switch (member.key, member.value) {
      case ("command", .list(let words)): read(words, key, member.origin, into: &tier)
      case ("command", _): report(member.origin, key, .wrongShape(.list))
      case ("afterMinutes", .one(let item)):
        problems += item.read(tiers.isEmpty ? Self.none : Self.minutes, of: key, on: machine) {
          tier.afterMinutes = $0
        }
      case ("afterMinutes", _): report(member.origin, key, .wrongShape(.one))
      default:
        report(
          member.origin, key,
          .unknownKey(nearest: Self.nearest(to: member, in: group).map { "\(Self.key).\($0)" }))
      }
    }
    if seen["command"] == nil { report(group.origin, "\(Self.key).command", .noValue) }
    tiers.append(tier)
  }

  /// The key that an unknown key of a tier was most likely meant to be: one that looks like it, else the one that the
  /// tier lacks and that has such a value.
  private static func nearest(to member: GivenSetting.Group.Member, in group: GivenSetting.Group) -> String? {
    if let name = Nearest.name(to: member.key, among: ["command", "afterMinutes"]) { return name }
    let isNumber = if case .one(let item) = member.value { Int(item.text) != nil } else { false }
    let key = isNumber ? "afterMinutes" : "command"
    return group.members.contains { $0.key == key } ? nil : key
  }

  private mutating func read(
    _ words: [GivenSetting.Item], _ key: String, _ origin: SettingsProblem.Origin,
    into tier: inout Settings.Emergency.Tier
  ) {
    guard let first = words.first else { return report(origin, key, .noValue) }
    problems += first.read(Self.program, of: key, on: machine) { tier.program = $0 }
    for word in words.dropFirst() {
      problems += word.read(Self.argument, of: key, on: machine) { tier.arguments.append($0) }
    }
  }

  private mutating func report(
    _ origin: SettingsProblem.Origin, _ key: String, _ reason: SettingsProblem.Reason
  ) {
    problems.append(SettingsProblem(origin: origin, key: key, value: nil, reason: reason))
  }
}
