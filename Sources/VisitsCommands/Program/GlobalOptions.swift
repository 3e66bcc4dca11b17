import ArgumentParser
import Catalog
import CommandCatalog

/// What every command takes.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
  var socket: String?

  @Flag(help: "Print the API's result as JSON.")
  var json = false

  @Option(parsing: .unconditional, help: ArgumentHelp("How long an answer may take.", valueName: "seconds"))
  var timeout = 10.0

  @Option(help: ArgumentHelp("The language of texts, such as en or pt-BR.", valueName: "tag"), completion: .language)
  var locale: String?

  /// The same in milliseconds.
  var milliseconds: Int { Int(timeout * 1000) }

  func validate() throws {
    guard timeout >= 0.001, timeout <= 86_400 else {
      throw ValidationError(ProgramPhrase.timeout([.value: "\(timeout)"]))
    }
  }
}
