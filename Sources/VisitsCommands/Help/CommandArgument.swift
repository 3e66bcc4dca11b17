import ArgumentParser
import JSON

/// An argument, an option or a flag of a command, as the parser tells of it.
struct CommandArgument {
  /// What is printed of it: "-w, --worker <worker>".
  let label: String
  /// All its names: "--worker", "-w".
  let names: [String]
  /// The name of its value: "worker".
  let valueName: String
  /// What it is for, in English.
  let abstract: String
  /// The heading of its section, in English, if it has one of its own.
  let section: String?
  /// Whether it goes without a name.
  let isPositional: Bool
  /// Whether it may be left out.
  let isOptional: Bool
  /// The values that it can have, where these are few.
  let values: [String]
  /// What holds when it is left out.
  let standard: String?

  /// All that a command shows of itself.
  static func all(of command: any ParsableCommand.Type) -> [CommandArgument] {
    // The parser tells this in JSON alone.
    guard let dump = try? JSONScanner.parse(Array(command._dumpHelp().utf8)) else { return [] }
    var all: [CommandArgument] = []
    for json in dump["command"]?["arguments"]?.array ?? [] where json["shouldDisplay"] == true {
      let next = CommandArgument(json)
      // Flags that exclude each other are told one after the other: --active, --inactive.
      if let last = all.last, last.isFlag, next.isFlag, last.abstract == next.abstract {
        all[all.count - 1] = CommandArgument(last, or: next)
      } else {
        all.append(next)
      }
    }
    return all
  }

  /// Whether it is there or not, and takes no value.
  private var isFlag: Bool { !isPositional && !label.hasSuffix(">") && !label.hasSuffix("]") }

  private init(_ json: JSONValue) {
    let names = (json["names"]?.array ?? []).map { name in
      (name["kind"] == "long" ? "--" : "-") + (name["name"]?.string ?? "")
    }.sorted { $0.utf8.count < $1.utf8.count }
    let valueName = json["valueName"]?.string ?? ""
    let name = names.joined(separator: ", ")
    switch json["kind"]?.string {
    case "positional": label = "<\(valueName)>"
    case "flag": label = name
    // The empty default marks an option whose value may be left out.
    case "option" where json["defaultValue"] == "": label = "\(name) [<\(valueName)>]"
    default: label = "\(name) <\(valueName)>"
    }
    self.names = names
    self.valueName = valueName
    abstract = json["abstract"]?.string ?? ""
    section = json["sectionTitle"]?.string
    isPositional = json["kind"] == "positional"
    isOptional = json["isOptional"] == true
    values = (json["allValues"]?.array ?? []).compactMap(\.string)
    standard = json["defaultValue"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  private init(_ first: CommandArgument, or second: CommandArgument) {
    label = "\(first.label)/\(second.label)"
    names = first.names + second.names
    valueName = first.valueName
    abstract = first.abstract
    section = first.section
    isPositional = false
    isOptional = first.isOptional
    values = first.values
    standard = first.standard
  }
}
