import JSONRPC

extension SettingsProblem: CustomStringConvertible {
  /// `/etc/visits/visitsd.yaml:12: unknown key "agency.timezon". Did you mean "agency.timeZone"?`
  package var description: String {
    "\(origin): \(sentence)" + (nearest.map { " Did you mean \"\($0)\"?" } ?? "")
  }

  private var sentence: String {
    let key = key ?? ""
    let given = "\(key) is \"\(shortValue)\""
    return switch reason {
    case .unknownKey:
      if case .environment = origin { "no setting has this name." } else { "unknown key \"\(key)\"." }
    case .badValue(let expected, _): "\(given); it must be \(expected)."
    case .noValue: "\(key) has no value; give it one, or leave the key out for the default."
    case .duplicate(let line): "\(key) is given twice, first on line \(line); leave one of them."
    case .wrongShape(.one): "\(key) must be one value."
    case .wrongShape(.list): "\(key) must be a list, such as [one, two]."
    case .wrongShape(.section) where key.isEmpty: "the file must hold keys with values, such as \"agency:\"."
    case .wrongShape(.section): "\(key) must hold keys with values, indented below it."
    case .unknownGroup(let name): "\(key) names the group \"\(name)\", which this machine does not know."
    case .greaterThan(let other, let limit): "\(given); it must not be greater than \(other), which is \(limit)."
    case .excludedBy(let other): "\(key) and \(other) exclude each other; leave one of them."
    case .needs(let other): "\(key) needs \(other) beside it."
    case .syntax(let problem): "this is not YAML: \(problem)."
    case .unreadable(let number): "cannot be read: \(SystemError(number))."
    case .notUTF8: "this is not a text in UTF-8."
    case .tooLong(let limit): "the file is longer than \(limit) bytes; it is hardly a configuration."
    }
  }

  /// The value on one line, and not all of it if it is long.
  private var shortValue: String {
    let line = (value ?? "").withoutPassword.map { $0.isNewline ? " " : $0 }
    return line.count > 80 ? String(line.prefix(79)) + "…" : String(line)
  }
}

extension SettingsProblem.Origin: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let path, let line?, _): "\(path):\(line)"
    case .file(let path, nil, _): path
    case .environment(let name): "$\(name)"
    case .flag(let name): name
    }
  }
}

extension String {
  /// An address as the journal may have it, without the name and password that somebody has put into it.
  var withoutPassword: String {
    guard let at = lastIndex(of: "@"), self[..<at].contains(":") else { return self }
    let parts = split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let scheme = parts.count == 3 && parts[1].isEmpty ? "\(parts[0])//" : ""
    return "\(scheme)...\(self[at...])"
  }
}
