/// A reference by search, as transactions have it: "Practitioner?identifier=http://hl7.org/fhir/sid/us-npi|1234".
struct ConditionalReference {
  let type: String
  let system: String?
  let value: String

  /// Reads a search by `identifier`; no other search names one resource.
  init?(_ text: String) {
    guard let question = text.firstIndex(of: "?") else { return nil }
    type = String(text[..<question])
    let search = text[text.index(after: question)...]
    guard search.hasPrefix("identifier="), !search.contains("&") else { return nil }
    let token = percentDecoded(search.utf8.dropFirst("identifier=".utf8.count))
    if let bar = token.lastIndex(of: "|") {
      system = bar == token.startIndex ? nil : String(token[..<bar])
      value = String(token[token.index(after: bar)...])
    } else {
      system = nil
      value = token
    }
    guard !value.isEmpty else { return nil }
  }
}
