/// What a payer calls a service: a procedure code (HCPCS, or a revenue code) and up to four modifiers.
package struct ServiceCode: Sendable, Hashable, Codable {
  /// The code: `T1019`.
  package let procedure: String
  /// The modifiers, in the order in which the payer wants them: `U1`, `TT`.
  package let modifiers: [String]

  /// Reads `T1019` or `T1019:U1:TT`, capitals aside; `nil` for anything else. The lengths are those of Sandata's
  /// VisitGeneralInformation (EVV Vendor Specification v1.5, 8.3, 14 to 18): five characters, and two of a modifier.
  package init?(_ text: String) {
    let parts = text.uppercased().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (1...5).contains(parts.count), let code = parts.first, (1...5).contains(code.utf8.count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }), parts.allSatisfy({ $0.utf8.allSatisfy(Self.isAllowed) })
    else { return nil }
    procedure = code
    modifiers = Array(parts.dropFirst())
  }

  /// As it is read: `T1019:U1`.
  package var text: String { ([procedure] + modifiers).joined(separator: ":") }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
