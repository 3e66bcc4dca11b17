import Catalog
import CommandCatalog
import JSON
import JSONRPC

extension Session {
  /// Links a person to a record of the agency's system, or takes the link back.
  ///
  /// - Parameter record: The record; `nil`: the link is taken back.
  func link(_ kind: PersonKind, _ text: String, to record: String?) throws {
    let before = try with(kind, text) { try read("\(kind).show", [kind.rawValue: $0.json]) }[kind.rawValue]
    guard let before, let id = before["id"]?.string else { throw Failure.unfit("\(kind).show") }
    let method = record == nil ? "\(kind).unlink" : "\(kind).link"
    // Somebody who was merged means another person, whose version is not known here.
    let version = before["active"] == false ? nil : before["version"]
    let answer = try change(method, [kind.rawValue: id.json, "record": record?.json, "expectedVersion": version])
    let isAwaited = record != nil && answer["link"]?["awaited"] == true
    let linked = answer[kind.rawValue]?["id"]?.string ?? id
    let undo = Undo.command("\(Invocation.name) \(kind.plural) link \(linked) --undo")
    if wantsJSON { return print(answer, undo: isAwaited ? undo : nil) }
    guard let person = answer[kind.rawValue], let link = answer["link"], let shown = link["record"]?.string else {
      throw Failure.unfit(method)
    }
    let isChanged = person["version"] != before["version"] || person["id"] != before["id"]
    let phrase: PersonPhrase = record == nil ? .unlinked : isChanged ? .linked : .linkedAlready
    let words: KeyValuePairs<Slot, String> = [
      .name: person["name"]?.string ?? "", .id: person["id"]?.string ?? "", .value: shown,
    ]
    print(screen.paragraph(phrase(words), .bold, indent: 2, first: screen.style(.green, "✓ ")))
    guard record != nil else { return }
    if isAwaited {
      print(screen.paragraph(PersonPhrase.linkAwaited([.value: shown]), indent: 2))
      print(undo)
    }
    if let merged = link["merged"]?.string {
      print(screen.paragraph(PersonPhrase.linkMerged([.text: merged, .id: person["id"]?.string ?? ""]), indent: 2))
    }
    if let united = link["united"]?.integer, united > 0 {
      print(screen.paragraph(PersonPhrase.linkUnited([.count: "\(united)"]), indent: 2))
    }
    let twice = link["twice"]?.array ?? []
    guard !twice.isEmpty else { return }
    tell(PersonPhrase.linkTwice([.count: "\(twice.count)"]))
    for visit in twice.prefix(20) { tell("  \(Invocation.name) show \(visit.string?.suffix(8) ?? "")") }
  }

  /// Prints which people here may be people of the agency's system, and how each two are linked.
  func duplicates(_ kind: PersonKind) throws {
    let answer = try read("\(kind).duplicates")
    if wantsJSON { return print(answer) }
    let pairs = answer["pairs"]?.array ?? []
    guard !pairs.isEmpty else { return print(screen.style(.green, "✓ \(PersonPhrase.noDuplicates.text)")) }
    for (index, pair) in pairs.enumerated() {
      guard let local = pair[kind.rawValue], let upstream = pair["upstream"], let record = pair["record"]?.string,
        let id = local["id"]?.string
      else { throw Failure.unfit("\(kind).duplicates") }
      if index > 0 { print("") }
      print(screen.paragraph("\(Self.named(local)) ⇄ \(Self.named(upstream)), \(record)", .bold))
      let reasons = (pair["reasons"]?.array ?? []).compactMap { Self.reason($0.string) }
      print(screen.paragraph(PersonPhrase.duplicatesWhy([.reason: reasons.joined(separator: ", ")]), indent: 2))
      print("  \(Invocation.name) \(kind.plural) link \(Undo.word(id)) \(Undo.word(record))")
    }
    if let more = answer["more"]?.integer, more > 0 { tell(PersonPhrase.duplicatesMore([.count: "\(more)"])) }
    tell(PersonPhrase.linkThem.text)
  }

  private static func named(_ person: JSONValue) -> String {
    "\(person["name"]?.string ?? "") (\(person["id"]?.string ?? ""))"
  }

  private static func reason(_ name: String?) -> String? {
    switch name {
    case "name": PersonPhrase.sameName.text
    case "birthDate": PersonPhrase.sameBirthDate.text
    case "phone": PersonPhrase.samePhone.text
    default: nil
    }
  }
}
