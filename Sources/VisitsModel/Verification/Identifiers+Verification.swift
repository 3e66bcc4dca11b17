/// What an identifier of a worker is, as aggregators tell them apart.
package enum WorkerIdentifierKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// The agency's own, under which the aggregator knows the worker.
  case code
  /// The last five digits of the social security number; the whole is kept nowhere.
  case ssn
  /// The number of a licence.
  case license
  /// The number in a state's registry of caregivers.
  case registry

  /// Whether a text can be such an identifier.
  package func accepts(_ text: String) -> Bool {
    let bytes = text.utf8
    switch self {
    case .ssn: return bytes.count == 5 && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    case .code, .license, .registry:
      return (1...64).contains(bytes.count) && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }
  }
}

/// Identifiers by what they are, in one text: a line each, `code=C17`. The kinds of a worker's are those of
/// ``WorkerIdentifierKind``, the ones of a client's member ids the agency's payers.
package struct KeyedIDs: Sendable, Hashable, Codable {
  /// Each with its key.
  package var ids: [String: String]

  /// The identifiers of these keys.
  package init(_ ids: [String: String] = [:]) { self.ids = ids }

  /// Reads `code=C17`, one an element; `nil` where one has another form, or a key stands twice.
  package init?(_ lines: [String]) {
    ids = [:]
    for line in lines {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, Self.isKey(parts[0]), Self.isID(parts[1]), ids[parts[0]] == nil else { return nil }
      ids[parts[0]] = parts[1]
    }
  }

  /// In the order of the keys.
  package var lines: [String] { ids.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } }

  /// Whether there is none.
  package var isEmpty: Bool { ids.isEmpty }

  /// The identifier of that key.
  package subscript(key: String) -> String? { ids[key] }

  /// Whether a text can be a key: a word such as `medicaid` or `humana-pcs`.
  package static func isKey(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      }
  }

  private static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
