extension SettingRow {
  /// `alerts.command`: a program and its arguments.
  static let alertsCommand = SettingRow(
    key: "alerts.command",
    about: """
      A command that hears of each alert when it is raised: a program with its arguments; no shell looks at it. It finds \
      the alert on its standard input, one line of JSON as alert.list shows it. Nobody's name stands anywhere else, \
      neither in its arguments nor in its environment, and what it prints is thrown away. It has succeeded when it exits \
      with 0; else it is run again after 5, 15, 30 and 60 seconds, unless somebody has acknowledged the alert meanwhile.
      """,
    expected: "a text, the first of them the absolute path of a program", isList: true, otherwise: nil,
    example: ["[/usr/local/bin/tell-office, alert]"], shown: { _ in "[]" },
    takeOver: takingOver(\.alerts.command)
  ) { given, machine, settings in
    guard case .list(let items) = given.value else { return [given.problem(.wrongShape(.list))] }
    var words: [String] = []
    let problems = items.enumerated().flatMap { index, item in
      item.read(index == 0 ? Self.program : Self.argument, of: given.row.key, on: machine) { words.append($0) }
    }
    settings.alerts.command = words
    return problems
  }

  private static let program = SettingKind<String>.path(atMost: 4000)
  private static let argument = SettingKind<String>("a text") { text in
    text.utf8.contains(0) ? nil : text
  } write: {
    $0
  }
}
