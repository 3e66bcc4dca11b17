import JSONRPC

/// Reads a list of entries that have members of their own, such as the payers of visit verification.
struct EntryReader {
  /// A member that an entry may have.
  struct Member: Sendable {
    /// Its key.
    let name: String
    /// What each of its values must be.
    let kind: SettingKind<String>
    /// Whether it holds several: a list of at most so many.
    var most: Int?
    /// Whether an entry must have it.
    var isRequired = false
  }

  /// The values of an entry's members, those with one value too.
  typealias Entry = [String: [String]]

  private let key: String
  private let members: [Member]
  private let machine: Machine
  /// What is wrong.
  private(set) var problems: [SettingsProblem] = []
  /// The entries, in their order.
  private(set) var entries: [Entry] = []

  /// Reads what was given.
  init(_ given: GivenSetting, _ members: [Member], on machine: Machine) {
    key = given.row.key
    self.members = members
    self.machine = machine
    switch given.value {
    case .groups(let groups): for group in groups { read(group) }
    case .list(let items) where items.isEmpty: break
    case .list: problems.append(given.problem(.wrongShape(.section)))
    case .one, .other: problems.append(given.problem(.wrongShape(.list)))
    }
  }

  private mutating func read(_ group: GivenSetting.Group) {
    var entry: Entry = [:]
    var seen: [String: Int] = [:]
    for given in group.members {
      let path = "\(key).\(given.key)"
      if let first = seen[given.key] {
        report(given.origin, path, .duplicate(firstLine: first))
        continue
      }
      seen[given.key] = given.line
      guard let member = members.first(where: { $0.name == given.key }) else {
        let nearest = Nearest.name(to: given.key, among: members.map(\.name)).map { "\(key).\($0)" }
        report(given.origin, path, .unknownKey(nearest: nearest))
        continue
      }
      switch given.value {
      case .one(let item) where member.most == nil: read([item], member, path, into: &entry)
      case .list(let items) where items.count <= member.most ?? -1: read(items, member, path, into: &entry)
      case .list(let items) where member.most != nil:
        let words = items.map(\.text).joined(separator: ", ")
        report(given.origin, path, .badValue(expected: "at most \(member.most ?? 0)", nearest: nil), words)
      default: report(given.origin, path, .wrongShape(member.most == nil ? .one : .list))
      }
    }
    for member in members where member.isRequired && seen[member.name] == nil {
      report(group.origin, "\(key).\(member.name)", .noValue)
    }
    entries.append(entry)
  }

  private mutating func read(
    _ items: [GivenSetting.Item], _ member: Member, _ path: String, into entry: inout Entry
  ) {
    for item in items {
      problems += item.read(member.kind, of: path, on: machine) { entry[member.name, default: []].append($0) }
    }
  }

  private mutating func report(
    _ origin: SettingsProblem.Origin, _ key: String, _ reason: SettingsProblem.Reason, _ value: String? = nil
  ) {
    problems.append(SettingsProblem(origin: origin, key: key, value: value, reason: reason))
  }
}

extension EntryReader.Entry {
  /// The one value of a member.
  func one(_ name: String) -> String? { self[name]?.first }
}

extension GivenSetting.Group.Member {
  /// The line in the file.
  var line: Int {
    if case .file(_, let line?, _) = origin { line } else { 0 }
  }
}
