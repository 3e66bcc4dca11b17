/// Scheme, host and port: who is spoken to. A token for one origin is never sent to another (RFC 6454).
struct Origin: Sendable, Hashable {
  let isSecure: Bool
  /// In lower case; an IPv6 address without its brackets.
  let host: String
  let port: Int

  /// Reads "https://ehr.example:8443" off the beginning of an address; the rest begins with "/", "?" or is empty.
  static func read(_ text: String) throws(AddressFault) -> (origin: Origin, rest: Substring) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix("://") else {
      throw .noScheme
    }
    let isSecure: Bool
    switch text[..<colon].lowercased() {
    case "https": isSecure = true
    case "http": isSecure = false
    default: throw .otherScheme
    }
    let afterScheme = text[text.utf8.index(colon, offsetBy: 3)...]
    let end = afterScheme.utf8.firstIndex { "/?#".utf8.contains($0) } ?? afterScheme.endIndex
    let (host, port) = try authority(afterScheme[..<end])
    return (Origin(isSecure: isSecure, host: host, port: port ?? (isSecure ? 443 : 80)), afterScheme[end...])
  }

  private static func authority(_ text: Substring) throws(AddressFault) -> (host: String, port: Int?) {
    // A name and password would stand in every log line that names the server.
    guard !text.utf8.contains(UInt8(ascii: "@")) else { throw .credentials }
    var host = text
    var port: Substring?
    let isBracketed = text.hasPrefix("[")
    if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), !isBracketed || text[..<colon].hasSuffix("]") {
      host = text[..<colon]
      port = text[text.utf8.index(after: colon)...]
    }
    if isBracketed {
      guard host.hasSuffix("]") else { throw .badHost }
      host = host.dropFirst().dropLast()
    }
    guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ isHostByte($0, inBrackets: isBracketed) })
    else { throw .badHost }
    guard let port else { return (host.lowercased(), nil) }
    guard port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = UInt16(port),
      number > 0
    else { throw .badPort }
    return (host.lowercased(), Int(number))
  }

  private static func isHostByte(_ byte: UInt8, inBrackets: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
      true
    case UInt8(ascii: "-"), UInt8(ascii: "_"): !inBrackets
    case UInt8(ascii: ":"): inBrackets
    default: false
    }
  }

  /// Whether the other end is this machine, so that nobody listens on the way.
  var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// As it stands at the beginning of an address; a port that goes without saying is not said.
  var text: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    let port = port == (isSecure ? 443 : 80) ? "" : ":\(port)"
    return "\(isSecure ? "https" : "http")://\(name)\(port)"
  }
}
