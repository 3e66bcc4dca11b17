/// What a server says about a request that it did not carry out as wished (R4, OperationOutcome).
package struct OperationOutcome: Sendable, Hashable {
  /// What it says, in its order; at most ``longest`` pieces are kept.
  package let issues: [Issue]

  /// How many issues are kept: a server must not fill the memory, nor the screen, with its complaints.
  package static let longest = 16

  /// One complaint or remark.
  package struct Issue: Sendable, Hashable {
    /// fatal, error, warning or information.
    package let severity: String?
    /// The kind of the issue: invalid, conflict, not-found, …
    package let code: String?
    /// What a person should read, made short and harmless.
    package let words: String?
    /// The elements that are meant, as FHIRPath: "Bundle.entry[3].resource.status".
    package let expression: [String]

    fileprivate init(_ json: JSONDocument) {
      severity = json["severity"]?.string
      code = json["code"]?.string.map { Quotation($0, limit: 40, marks: false).description }
      let details = json["details"]
      let display = details?["coding"]?.items.lazy.compactMap { $0["display"]?.string }.first
      let detail = [details?["text"]?.string, display].lazy.compactMap(\.self).first { !$0.isEmpty }
      words = Self.joined(detail, json["diagnostics"]?.string)
      let places = json["expression"] ?? json["location"]
      expression = (places?.items ?? []).prefix(8).compactMap(\.string)
        .map { Quotation($0, limit: 120, marks: false).description }
    }

    /// What is wrong and what exactly, each made short: some servers say the one in the details and the other in the
    /// diagnostics, some the same in both.
    private static func joined(_ detail: String?, _ diagnostics: String?) -> String? {
      let said = [detail, diagnostics].compactMap(\.self).filter { !$0.isEmpty }
        .map { Quotation($0, limit: 300, marks: false).description }
      guard said.count == 2 else { return said.first }
      if said[0].contains(said[1]) { return said[0] }
      return said[1].contains(said[0]) ? said[1] : "\(said[0]): \(said[1])"
    }

    /// Whether it kept the request from being carried out.
    package var isError: Bool { severity == "error" || severity == "fatal" || severity == nil }
  }

  /// Reads an outcome; `nil` when the text is none. Its own faults are forgiven: half a sentence is better than none.
  package init?(json bytes: [UInt8]) {
    let limits = ReadingLimits(bytes: 1 << 20, values: 20_000)
    guard let json = try? JSONDocument(json: bytes, limits: limits), let outcome = OperationOutcome(json) else {
      return nil
    }
    self = outcome
  }

  init?(_ json: JSONDocument) {
    guard json["resourceType"]?.string == "OperationOutcome" else { return nil }
    issues = (json["issue"]?.items ?? []).prefix(Self.longest).map(Issue.init)
  }

  /// The errors in the server's own words, joined by "; ": three at most, and how many more there are.
  package var words: String? {
    let errors = issues.filter(\.isError)
    let spoken = (errors.isEmpty ? issues : errors).compactMap { $0.words ?? $0.code }
    guard !spoken.isEmpty else { return nil }
    let more = spoken.count > 3 ? ["and \(spoken.count - 3) more"] : []
    return (spoken.prefix(3) + more).joined(separator: "; ")
  }

  /// The positions of the Bundle's entries that the errors speak of, counted from 0: which visit is at fault, where a
  /// server says so.
  package var entries: Set<Int> {
    let places = issues.filter(\.isError).flatMap(\.expression)
    return Set(places.compactMap { Self.entry(in: $0) })
  }

  private static func entry(in expression: String) -> Int? {
    let prefix = "Bundle.entry["
    guard expression.hasPrefix(prefix) else { return nil }
    let digits = expression.dropFirst(prefix.count).prefix { $0 != "]" }
    guard digits.utf8.count < 8, let position = Int(digits), position >= 0 else { return nil }
    return position
  }
}
