/// The codes of a code system that R4 defines, with their displays: a record may hold a code alone.
struct CodeTable: Sendable {
  private let displays: [Substring: Substring]

  /// A table from its text: a line for each code, which ends at the first blank.
  init(_ text: String) {
    let lines = text.split(separator: "\n").compactMap { line -> (Substring, Substring)? in
      guard let blank = line.firstIndex(of: " ") else { return nil }
      return (line[..<blank], line[line.index(after: blank)...])
    }
    displays = Dictionary(lines) { first, _ in first }
  }

  /// The code in words.
  func display(_ code: String) -> String? { displays[code[...]].map(String.init) }

  /// The code of a system in words; `nil`: R4 does not define it, or we do not meet it.
  static func display(_ code: String, system: String) -> String? {
    guard system.hasPrefix(root) else { return nil }
    return switch system.dropFirst(root.count) {
    case "appointment-cancellation-reason": cancelationReason.display(code)
    case "service-type": serviceType.display(code) ?? moreServiceTypes.display(code)
    case "service-category": serviceCategory.display(code)
    case "v2-0276": appointmentType.display(code)
    case "v2-0131": contactRole.display(code)
    default: nil
    }
  }

  private static let root = "http://terminology.hl7.org/CodeSystem/"
}
