import ArgumentParser

/// The other names of commands, for completion files: the parser writes the first name of each alone into them.
///
/// Each shell gets lines that put the first name in the place of the other before anything else is looked at. A word
/// that is still being typed is left as it is.
enum CompletionAliases {
  /// Another name of a command.
  private struct Alias {
    /// The group of the command; `nil`: it belongs to none.
    let group: String?
    let name: String
    let command: String

    /// The number of the word that it is, the program's name the first.
    var place: Int { group == nil ? 2 : 3 }
  }

  /// Lines of a function of bash, whose `words` are those of the command line and whose `cursor` is where it stands.
  static var bash: String {
    all.map { alias in
      let place = alias.place - 1
      let isTyped = "(( cursor > \(place) )) && [[ \(test(alias, first: 1)) ]]"
      return "    if \(isTyped); then words[\(place)]=\(alias.command); fi"
    }.joined(separator: "\n")
  }

  /// Lines of a completion function of zsh.
  static var zsh: String {
    all.map { alias in
      "    (( CURRENT > \(alias.place) )) && [[ \(test(alias, first: 2)) ]] && words[\(alias.place)]=\(alias.command)"
    }.joined(separator: "\n")
  }

  /// Lines of a function of fish, whose `unparsed_tokens` are those before the cursor.
  static var fish: String {
    all.map { alias in
      let typed = [alias.group, alias.name].compactMap(\.self).joined(separator: " ")
      let tokens = alias.group == nil ? "$unparsed_tokens[2]" : "$unparsed_tokens[2..3]"
      return "    test \"\(tokens)\" = '\(typed)'; and set unparsed_tokens[\(alias.place)] \(alias.command)"
    }.joined(separator: "\n")
  }

  private static var all: [Alias] {
    VisitsCommand.configuration.subcommands.flatMap { command in
      aliases(of: command, in: nil)
        + command.configuration.subcommands.flatMap { aliases(of: $0, in: command._commandName) }
    }
  }

  private static func aliases(of command: any ParsableCommand.Type, in group: String?) -> [Alias] {
    command.configuration.aliases.map { Alias(group: group, name: $0, command: command._commandName) }
  }

  /// Whether the words of a command line are those of an alias, in the shells that write conditions in `[[ ]]`.
  ///
  /// - Parameter first: The number of the word behind the program's name.
  private static func test(_ alias: Alias, first: Int) -> String {
    let words = [alias.group, alias.name].compactMap(\.self)
    return words.enumerated().map { "\"${words[\(first + $0.offset)]}\" == '\($0.element)'" }.joined(separator: " && ")
  }
}
