import ArgumentParser
import Catalog
import CommandCatalog
import JSONRPC

/// What the parser throws, taken apart: its errors are its own, and it words them in English alone.
///
/// They are read by reflection. A kind that is not known here is said as the parser says it; a test goes through those
/// that a person can meet.
struct ParserRefusal {
  /// The command that was meant, and those above it.
  let stack: [any ParsableCommand.Type]
  /// The parser's name for what is wrong.
  private let kind: String
  private let values: [Any]

  /// Takes an error of the parser apart; `nil` when it is none.
  init?(_ error: any Error) {
    let parts = Mirror(reflecting: error).children
    if let base = parts.first(where: { $0.label == "base" })?.value, error is CleanExit {
      let (kind, values) = Self.parts(of: base)
      guard kind == "helpRequest" else { return nil }
      let command = values.first.flatMap { Self.unwrapped($0) } as? any ParsableCommand.Type
      self.init(stack: VisitsCommand.stack(to: command ?? VisitsCommand.self), kind: "helpRequested", values: [])
      return
    }
    guard let stack = parts.first(where: { $0.label == "commandStack" })?.value as? [any ParsableCommand.Type],
      let inner = parts.first(where: { $0.label == "parserError" })?.value
    else { return nil }
    let (kind, values) = Self.parts(of: inner)
    self.init(stack: stack, kind: kind, values: values)
  }

  private init(stack: [any ParsableCommand.Type], kind: String, values: [Any]) {
    self.stack = stack
    self.kind = kind
    self.values = values
  }

  /// Whether it is no error: a person asks for help.
  var isHelp: Bool { kind == "helpRequested" }

  /// The words that the command has no place for.
  var extraWords: [String] {
    guard kind == "unexpectedExtraValues" else { return [] }
    return Mirror(reflecting: values.first ?? []).children
      .map { Mirror(reflecting: $0.value).children.map(\.value).last as? String ?? "" }
  }

  /// What is wrong, in the person's language; `nil` when the parser's words must do.
  var message: String? {
    switch kind {
    case "unknownOption":
      let option = name(1)
      guard option.hasPrefix("--"), let near = Nearest.name(to: option, among: arguments.flatMap(\.names)) else {
        return ParserPhrase.unknownOption([.option: option])
      }
      return ParserPhrase.unknownOptionNearest([.option: option, .other: near])
    case "missingValueForOption", "missingValueOrUnknownCompositeOption":
      return ParserPhrase.missingValue([.option: labelled(name(1))])
    case "unexpectedValueForOption":
      return ParserPhrase.unexpectedValue([.option: name(1), .value: text(2)])
    case "unexpectedExtraValues":
      let extra = extraWords
      if extra.count == 1 { return ParserPhrase.unexpectedArgument([.text: extra[0]]) }
      return ParserPhrase.unexpectedArguments(count: Int64(extra.count), [.text: extra.joined(separator: "', '")])
    case "noValue":
      return missing.map {
        ParserPhrase.missingArgument([.option: $0.isPositional ? $0.label : labelled($0.names.last ?? "")])
      }
    case "unableToParseValue":
      let option = name(1)
      let argument = option.isEmpty ? missing : arguments.first { $0.names.contains(option) }
      let label = option.isEmpty ? "<\(argument?.valueName ?? "")>" : labelled(option)
      guard let values = argument?.values, !values.isEmpty else {
        return ParserPhrase.invalidValue([.value: text(2), .option: label])
      }
      return ParserPhrase.invalidValueOneOf([
        .value: text(2), .option: label, .text: values.joined(separator: ", "),
      ])
    case "invalidOption", "nonAlphanumericShortOption": return ParserPhrase.unknownOption([.option: text(0)])
    case "missingSubcommand": return ParserPhrase.missingSubcommand.text
    case "duplicateExclusiveValues": return ParserPhrase.exclusive.text
    case "userValidationError": return (values.first as? ValidationError)?.message
    case "noArguments":
      guard let error = values.first.flatMap({ Self.unwrapped($0) }) else { return nil }
      let (kind, values) = Self.parts(of: error)
      return ParserRefusal(stack: stack, kind: kind, values: values).message
    default: return nil
    }
  }

  /// What the argument is for that something is wrong with: "<visit>  An id …".
  var help: (label: String, text: String)? {
    let argument: CommandArgument? =
      switch kind {
      case "missingValueForOption": arguments.first { $0.names.contains(name(1)) }
      case "noValue": missing
      case "unableToParseValue": name(1).isEmpty ? missing : arguments.first { $0.names.contains(name(1)) }
      default: nil
      }
    return argument.flatMap { $0.abstract.isEmpty ? nil : ($0.label, HelpPage(of: stack).abstract(of: $0)) }
  }

  private var arguments: [CommandArgument] { stack.last.map(CommandArgument.all) ?? [] }

  /// The argument whose key the parser names: the option of that name, else the one that goes without.
  private var missing: CommandArgument? {
    let key = values.lazy.compactMap { value in
      Mirror(reflecting: value).children.first { $0.label == "name" }?.value as? String
    }.first
    let arguments = arguments
    let option = OptionName.of(parameter: key ?? "").lowercased()
    return arguments.first { $0.names.contains(option) }
      ?? arguments.first { $0.isPositional && $0.valueName == key }
      ?? arguments.first { $0.isPositional && !$0.isOptional } ?? arguments.first { $0.isPositional }
  }

  /// The option with the name of its value, as help shows it.
  private func labelled(_ option: String) -> String {
    guard let argument = arguments.first(where: { $0.names.contains(option) }) else { return option }
    return "\(option) <\(argument.valueName)>"
  }

  private func text(_ index: Int) -> String { values.indices.contains(index) ? "\(values[index])" : "" }

  /// The option that stands at a place: "--worker", "-w"; empty where there is none.
  private func name(_ index: Int) -> String {
    guard values.indices.contains(index), let value = Self.unwrapped(values[index]) else { return "" }
    let (kind, parts) = Self.parts(of: value)
    guard let name = parts.first else { return "" }
    return kind == "long" ? "--\(name)" : "-\(name)"
  }

  /// The name of an enumeration's case, and its values.
  private static func parts(of value: Any) -> (kind: String, values: [Any]) {
    guard let child = Mirror(reflecting: value).children.first, let kind = child.label else { return ("\(value)", []) }
    let payload = Mirror(reflecting: child.value)
    return (kind, payload.displayStyle == .tuple ? payload.children.map(\.value) : [child.value])
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }
}

extension ParsableCommand {
  /// The way from here to a command, both included.
  fileprivate static func stack(to command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    if self == command { return [self] }
    for next in configuration.subcommands {
      let rest = next.stack(to: command)
      if !rest.isEmpty { return [self] + rest }
    }
    return []
  }
}
