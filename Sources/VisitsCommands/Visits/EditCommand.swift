import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits edit`: another note, service or address.
struct EditCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the note, the service or the address of a visit.")

  @OptionGroup var visit: VisitArgument

  @Option(parsing: .unconditional, help: "A note; \"\" removes it.")
  var note: String?

  @Option(parsing: .unconditional, help: "The service; \"\" removes it.")
  var service: String?

  @Option(parsing: .unconditional, help: "The address; \"\" for the client's.")
  var address: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard note != nil || service != nil || address != nil else { throw ValidationError(VisitPhrase.whatToEdit.text) }
  }

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session)
    var params = JSONObject()
    params.set(erasable: "note", note)
    params.set(erasable: "service", service)
    params.set(erasable: "address", address)
    let home = address == nil ? nil : Self.home(of: visit, in: session)
    let answer = try session.change("visit.change", of: visit, params)
    let edited = [("note", "--note", note), ("service", "--service", service), ("address", "--address", address)]
    try session.report(
      answer, of: visit, undo: .edit(visit, edited.filter { $0.2 != nil }.map { ($0.0, $0.1) }, home: home))
  }

  /// The address of the visit's client, where it can be read.
  private static func home(of visit: ChosenVisit, in session: Session) -> String? {
    guard let client = visit.before["client"]?.string else { return nil }
    return (try? session.read("client.show", ["client": client.json]))?["client"]?["address"]?.string
  }
}
