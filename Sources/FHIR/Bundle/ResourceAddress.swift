/// Where a resource is: "https://ehr.example/fhir/Patient/1/_history/2" in its parts.
package struct ResourceAddress: Sendable, Hashable {
  /// The server, without a slash at its end; `nil` in a relative address. Its host is in lower case, without a port that
  /// goes without saying, so that one server is always written the same.
  package let base: String?
  /// The resource's type.
  package let type: String
  /// The resource's id.
  package let id: String
  /// The version that is meant, if a certain one is.
  package let version: String?

  /// The longest id of a resource or of a version, in bytes (R4, datatypes: id).
  package static let longestID = 64

  /// An address in parts.
  package init(base: String?, type: String, id: String, version: String? = nil) {
    self.base = base
    self.type = type
    self.id = id
    self.version = version
  }

  /// Reads an absolute ("https://ehr.example/fhir/Patient/1") or relative ("Patient/1") address of a resource.
  package init?(_ text: String) {
    let bytes = text.utf8
    // Nearly every one: "Patient/1".
    if let slash = bytes.firstIndex(of: UInt8(ascii: "/")), slash != bytes.startIndex,
      let id = Self.id(bytes[bytes.index(after: slash)...])
    {
      guard Self.isType(bytes[..<slash]) else { return nil }
      (base, type, self.id, version) = (nil, String(Substring(bytes[..<slash])), id, nil)
      return
    }
    guard !bytes.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else { return nil }
    var parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if parts.first?.isEmpty == true { parts.removeFirst() }
    var version: String?
    if parts.count >= 4, parts[parts.count - 2].elementsEqual("_history".utf8) {
      version = String(Substring(parts[parts.count - 1]))
      parts.removeLast(2)
    }
    guard let id = parts.popLast(), !id.isEmpty, id.count <= Self.longestID else { return nil }
    guard let type = parts.popLast(), Self.isType(type) else { return nil }
    if parts.isEmpty {
      base = nil
    } else {
      let scheme = Substring(parts[0]).lowercased()
      guard scheme == "https:" || scheme == "http:", parts.count >= 3 else { return nil }
      guard parts[1].isEmpty else { return nil }
      let path = parts.dropFirst(3).map { "/" + String(Substring($0)) }.joined()
      base = "\(scheme)//\(Self.host(Substring(parts[2]), scheme))\(path)"
    }
    self.type = String(Substring(type))
    self.id = String(Substring(id))
    self.version = version
  }

  /// What can be nothing but an id (R4, datatypes: id).
  private static func id(_ text: Substring.UTF8View) -> String? {
    let isID = text.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
    return isID && !text.isEmpty && text.count <= longestID ? String(Substring(text)) : nil
  }

  private static func host(_ text: Substring, _ scheme: String) -> String {
    let host = text.lowercased()
    let port = scheme == "https:" ? ":443" : ":80"
    return host.hasSuffix(port) ? String(host.dropLast(port.count)) : host
  }

  /// Whether the text can be the name of a resource type: ASCII letters, the first one a capital.
  private static func isType(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
    return text.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  /// The address without its version, as a `fullUrl` writes it.
  package var text: String { [base, type, id].compactMap(\.self).joined(separator: "/") }
}

extension ResourceAddress: CustomStringConvertible {
  /// The address as it is written.
  package var description: String { text + (version.map { "/_history/\($0)" } ?? "") }
}
