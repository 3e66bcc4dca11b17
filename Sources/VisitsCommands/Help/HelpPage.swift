import ArgumentParser
import Catalog
import CommandCatalog

/// The help of a command in the person's language, in the form that the parser gives the English.
struct HelpPage {
  /// The command and those above it, the program first.
  let stack: [any ParsableCommand.Type]

  private let language = CommandLanguage.current
  private let words = HelpBook(CommandLanguage.current)

  private static let indent = 2
  private static let labelColumns = 26
  private static let leastTextColumns = 20
  /// A narrower screen breaks the lines of help itself.
  static let leastColumns = labelColumns + leastTextColumns

  init(of stack: [any ParsableCommand.Type]) { self.stack = stack }

  /// The command's name as it is typed.
  var name: String { stack.map { $0._commandName }.joined(separator: " ") }

  /// How the command is used: "visits show [<options>] <visit>".
  var usage: String {
    guard let command = stack.last else { return "" }
    var usage = VisitsCommand.usageString(for: command)
    for place in ["<options>", "<subcommand>"] {
      usage = usage.split(separator: place, omittingEmptySubsequences: false).joined(separator: words(place))
    }
    return usage
  }

  /// What an argument is for.
  func abstract(of argument: CommandArgument) -> String { words(argument.abstract) }

  /// All of it, in lines of at most so many columns.
  func text(columns: Int) -> String {
    guard let command = stack.last else { return "" }
    let configuration = command.configuration
    var blocks = [
      wrapped(ParserPhrase.overview([.text: words(configuration.abstract)]), columns)
        + (configuration.discussion.isEmpty ? "" : "\n\n" + discussion(configuration.discussion, columns)),
      "\(ParserPhrase.usage.text) \(usage)",
    ]
    blocks += sections(of: command, columns)
    if !configuration.subcommands.isEmpty {
      let names = stack.map { $0._commandName }
      let help = ([names[0], "help"] + names.dropFirst() + [words("<subcommand>")]).joined(separator: " ")
      blocks[blocks.count - 1] += "\n\n  " + ParserPhrase.detailedHelp([.command: help])
      return blocks.joined(separator: "\n\n")
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func sections(of command: any ParsableCommand.Type, _ columns: Int) -> [String] {
    let arguments = CommandArgument.all(of: command)
    let titles = arguments.compactMap(\.section).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    func section(_ heading: String, _ elements: [(String, String)]) -> String? {
      guard !elements.isEmpty else { return nil }
      return ([heading] + elements.map { element($0.0, $0.1, columns) }).joined(separator: "\n")
    }
    func told(_ arguments: [CommandArgument]) -> [(String, String)] {
      arguments.map { ($0.label, description(of: $0)) }
    }
    let isBare = { (argument: CommandArgument) in argument.section == nil }
    let help = arguments.filter { $0.names.contains("--help") }
    let options = arguments.filter { argument in
      isBare(argument) && !argument.isPositional && !argument.names.contains { ["--help", "--version"].contains($0) }
    }
    let version = [("--version", words("Show the version."))]
    let configuration = command.configuration
    return [section(ParserPhrase.arguments.text, told(arguments.filter { isBare($0) && $0.isPositional }))]
      .compactMap(\.self)
      + titles.compactMap { title in section(heading(title), told(arguments.filter { $0.section == title })) }
      + [
        section(ParserPhrase.options.text, told(options) + version + told(help)),
        section(ParserPhrase.subcommands.text, subcommands(configuration.ungroupedSubcommands, of: configuration)),
      ].compactMap(\.self)
      + configuration.groupedSubcommands.compactMap { group in
        section(heading(group.name), subcommands(group.subcommands, of: configuration))
      }
  }

  private func heading(_ title: String) -> String { language.uppercased(words(title)) + ":" }

  private func subcommands(
    _ commands: [any ParsableCommand.Type], of configuration: CommandConfiguration
  ) -> [(String, String)] {
    commands.filter { $0.configuration.shouldDisplay }.map { command in
      let isStandard = configuration.defaultSubcommand.map { $0 == command } ?? false
      let names = [command._commandName] + command.configuration.aliases
      let label = names.joined(separator: ", ") + (isStandard ? " (\(ParserPhrase.standard.text))" : "")
      return (label, words(command.configuration.abstract))
    }
  }

  private func description(of argument: CommandArgument) -> String {
    let values = argument.values.joined(separator: ", ")
    let more: String? =
      switch (argument.values.isEmpty, argument.standard) {
      case (true, nil): nil
      case (true, let standard?): ParserPhrase.defaultValue([.value: standard])
      case (false, nil): ParserPhrase.values([.text: values])
      case (false, let standard?): ParserPhrase.valuesAndDefault([.text: values, .value: standard])
      }
    return [abstract(of: argument), more].compactMap(\.self).joined(separator: " ")
  }

  /// A label with what it stands for beside it, or below where it is too long.
  private func element(_ label: String, _ text: String, _ columns: Int) -> String {
    let start = String(repeating: " ", count: Self.indent) + label
    guard !text.isEmpty else { return start }
    let lines = Wrap.lines(text, columns: max(Self.leastTextColumns, columns - Self.labelColumns))
    let space = String(repeating: " ", count: Self.labelColumns)
    let isShort = Columns.count(start) < Self.labelColumns
    let first = isShort ? start.padded(to: Self.labelColumns) + lines[0] : "\(start)\n\(space)\(lines[0])"
    return ([first] + lines.dropFirst().map { space + $0 }).joined(separator: "\n")
  }

  /// Paragraph by paragraph; the one that lists a table's columns is laid out anew.
  private func discussion(_ text: String, _ columns: Int) -> String {
    let english = ColumnList.brief()
    return text.split(separator: "\n\n").map { paragraph in
      paragraph == english ? ColumnList.brief(words) : wrapped(words(String(paragraph)), columns)
    }.joined(separator: "\n\n")
  }

  private func wrapped(_ text: String, _ columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { Wrap.lines(String($0), columns: columns) }.joined(separator: "\n")
  }
}
