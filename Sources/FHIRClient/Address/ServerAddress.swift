import FHIR

/// The base address of a FHIR server: "https://ehr.example/fhir/r4".
struct ServerAddress: Sendable, Hashable {
  let origin: Origin
  /// The path without a slash at its end: "/fhir/r4", or empty.
  let path: String

  /// Reads a base address, with or without a slash at its end.
  ///
  /// - Parameter allowsPlainHTTP: whether http is fine to other machines too.
  init(_ text: String, allowsPlainHTTP: Bool = false) throws(AddressFault) {
    guard Self.isVisible(text) else { throw .badCharacter }
    let (origin, rest) = try Origin.read(text)
    guard !rest.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else { throw .notABase }
    guard origin.isSecure || origin.isLoopback || allowsPlainHTTP else { throw .plainHTTP }
    self.origin = origin
    var path = rest
    while path.hasSuffix("/") { path = path.dropLast() }
    self.path = String(path)
  }

  /// The whole address of what a request asks for.
  ///
  /// Throws `foreignLink` for a link to another origin: the token that goes along is for this one only.
  func url(of target: FHIRRequest.Target, as text: String) throws(FHIRFailure) -> String {
    switch target {
    case .path("", _): return base + text
    case .path(let path, _):
      // A segment of dots cannot be escaped, and leads out of the base address.
      let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard segments.allSatisfy({ !$0.isEmpty && !$0.allSatisfy { $0 == UInt8(ascii: ".") } }) else {
        throw .unsendable
      }
      return base + "/" + text
    case .link(let link): return try followed(link)
    }
  }

  private func followed(_ link: String) throws(FHIRFailure) -> String {
    guard Self.isVisible(link), !link.isEmpty, !link.hasPrefix("//") else { throw .foreignLink }
    let link = String(Substring(link.utf8.prefix { $0 != UInt8(ascii: "#") }))
    if link.hasPrefix("/") { return origin.text + link }
    if link.hasPrefix("?") { return base + link }
    let beforePath = link.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard beforePath.contains(UInt8(ascii: ":")) else { return base + "/" + link }
    guard let (other, rest) = try? Origin.read(link), other == origin else { throw .foreignLink }
    return origin.text + rest
  }

  /// The base address without a slash at its end.
  var base: String { origin.text + path }

  /// ASCII without spaces, control characters and backslashes, which readers of addresses take for different things.
  private static func isVisible(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
  }
}
