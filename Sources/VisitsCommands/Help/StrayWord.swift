import ArgumentParser
import Catalog
import CommandCatalog
import JSONRPC

/// A word that stands where a group's command should stand, and is none: `visits emergency rase`.
///
/// The parser takes it for an argument of the command that the group alone means, and shows how that one is used.
struct StrayWord {
  private let word: String
  private let group: any ParsableCommand.Type

  /// The stray word of a command line; `nil` when something else is wrong with it.
  init?(_ arguments: [String], _ refusal: ParserRefusal?) {
    guard let refusal, !refusal.isHelp, let name = arguments.first,
      let group = VisitsCommand.configuration.subcommands.named(name),
      let standard = group.configuration.defaultSubcommand
    else { return nil }
    let second = arguments.dropFirst().first { !$0.isEmpty }.flatMap { $0.hasPrefix("-") ? nil : $0 }
    guard let word = second ?? refusal.extraWords.first,
      group.configuration.subcommands.named(word) == nil
    else { return nil }
    self.init(word, in: group)
    // It may be meant for that command, with something else wrong: `visits workers sarah --bogus`.
    let takesWords = CommandArgument.all(of: standard).contains(where: \.isPositional)
    guard !takesWords || nearest != nil || !refusal.extraWords.isEmpty else { return nil }
  }

  /// A word behind the name of a group.
  init(_ word: String, in group: any ParsableCommand.Type) {
    self.word = word
    self.group = group
  }

  /// What is wrong.
  var message: String { ProgramPhrase.noCommand([.command: "\(name) \(word)"]) }

  /// What to do: the command that was most likely meant, and all that there are.
  var advice: [String] { [nearestWords, commands].compactMap(\.self) }

  /// The command that was most likely meant, told as advice.
  var nearestWords: String? { nearest.map { ProgramPhrase.didYouMeanCommand([.command: "\(name) \($0)"]) } }

  /// The group's own commands, told as advice.
  var commands: String {
    let shown = group.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    return ProgramPhrase.commandsOf([.command: name, .text: shown.map { $0._commandName }.joined(separator: ", ")])
  }

  private var name: String { "\(Invocation.name) \(group._commandName)" }
  private var nearest: String? { group.configuration.subcommands.nearest(to: word) }
}

extension [any ParsableCommand.Type] {
  /// The command of that name, or of that other name of it.
  func named(_ word: String) -> (any ParsableCommand.Type)? {
    first { $0._commandName == word || $0.configuration.aliases.contains(word) }
  }

  /// The name of the command that a word which is none was most likely meant to be.
  func nearest(to word: String) -> String? {
    Nearest.name(to: word, among: flatMap { [$0._commandName] + $0.configuration.aliases })
      .flatMap { named($0)?._commandName }
  }
}
