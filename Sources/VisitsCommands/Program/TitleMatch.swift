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

  /// What is written just so counts before what begins so, and that before what merely holds it.
  init(
    _ text: String, among things: [Thing], title: @escaping (Thing) -> String, id: @escaping (Thing) -> String
  ) {
    let wanted = text.lowercased()
    let isLong = wanted.utf8.count >= 4
    let ways: [(Thing) -> Bool] = [
      { title($0).lowercased() == wanted || id($0) == wanted },
      { title($0).lowercased().hasPrefix(wanted) },
      { title($0).lowercased().contains(wanted) },
      { isLong && (id($0).hasPrefix(wanted) || id($0).hasSuffix(wanted)) },
    ]
    for way in ways {
      let found = things.filter(way)
      if found.isEmpty { continue }
      self = found.count == 1 ? .one(found[0]) : .several(found)
      return
    }
    let nearest = Nearest.name(to: text, among: things.map(title))
    self = .none(advice: nearest.map { ProgramPhrase.didYouMean([.text: "\"\($0.onOneLine)\""]) })
  }
}
