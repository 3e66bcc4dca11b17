import Catalog
import CommandCatalog
import JSON

extension Session {
  /// Prints who could make a visit, the best first, each with the reasons, and the command that gives it to the first.
  func suggest(for chosen: ChosenVisit) throws {
    let answer = try read("visit.suggest", ["visit": chosen.id.json])
    if wantsJSON { return print(answer) }
    let words = VisitWords(answer["visit"] ?? chosen.before)
    print(screen.paragraph(words.sentence, .bold))
    let suggestions = answer["suggestions"]?.array ?? []
    guard let first = suggestions.first?["worker"]?.string else {
      return print(screen.paragraph(VisitPhrase.nobodyFree.text, indent: 2))
    }
    for (number, suggestion) in suggestions.enumerated() {
      let reasons = suggestion["reasons"]?.array?.compactMap { $0.string?.onOneLine } ?? []
      let name = "\(suggestion["name"]?.string?.onOneLine ?? "") (\(suggestion["worker"]?.string ?? ""))"
      print(screen.paragraph(name, indent: 4, first: "\(number < 9 ? " " : "")\(number + 1)  "))
      print(screen.paragraph(reasons.joined(separator: ", "), .dim, indent: 4))
    }
    let command = "\(Invocation.name) assign \(words.shortID) --worker \(first)"
    tell(VisitPhrase.giveToFirst([.command: command]))
  }
}
