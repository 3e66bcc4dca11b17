import Catalog
import CommandCatalog
import JSONRPC

/// What a person means who writes a title or a part of one, or an id or the beginning or end of one.
enum TitleMatch<Thing> {
  case one(Thing)
  /// Any of these, so that more of it must be written.
  case several([Thing])
  /// None. The advice names the title that is nearest, if there is one.
  case none(advice: String?)

  /// - Parameters:
  ///   - title: What a thing is called where it is shown.
  ///   - names: What else it is called, wherever it is shown.
  init(
    _ text: String, among things: [Thing], title: (Thing) -> String, names: (Thing) -> [String] = { _ in [] },
    id: (Thing) -> String
  ) {
    let found = TitleSearch(text).found(among: things, title: title, names: names, id: id)
    if !found.isEmpty {
      self = found.count == 1 ? .one(found[0]) : .several(found)
      return
    }
    let titles = Dictionary(things.map { (TitleSearch.fold(title($0)), title($0).onOneLine) }) { first, _ in first }
    let nearest = Nearest.name(to: TitleSearch.fold(text), among: titles.keys.sorted()).flatMap { titles[$0] }
    self = .none(advice: nearest.map { ProgramPhrase.didYouMean([.text: ProgramPhrase.quoted([.text: $0])]) })
  }
}
