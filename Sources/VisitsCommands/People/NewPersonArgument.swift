import ArgumentParser
import Catalog
import CommandCatalog

/// Who is added: `"Wanda Kirk"`, whose id the daemon makes of the name, or `wanda --name "Wanda Kirk"`.
struct NewPersonArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The full name; or with --name the id: a-z, 0-9 and hyphens.", valueName: "name"))
  var text: String

  @Option(help: "The full name, where an id stands before it.")
  var name: String?

  /// The id; `nil`: it is made of the name.
  var id: String? { name == nil ? nil : text }
  /// The name.
  var fullName: String { name ?? text }

  func validate() throws {
    // A word that looks like an id lacks its name: no client is called "wanda-k".
    guard name != nil || !PersonKind.isID(text) else {
      throw ValidationError(ParserPhrase.missingArgument([.option: "--name <name>"]))
    }
  }
}
