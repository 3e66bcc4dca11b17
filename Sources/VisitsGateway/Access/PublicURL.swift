import VisitsAPI

/// The address at which browsers reach the gateway: scheme, host and port.
struct PublicURL: Sendable, Equatable {
  /// Whether browsers come by https.
  let isSecure: Bool
  /// The host, with the port unless it is the scheme's own; in lower case.
  let host: String

  /// Why a text is refused: what a public URL looks like.
  static let expectation = "an address such as https://visits.example, without a path; http is for this machine alone"

  /// Reads `https://visits.example` or `http://127.0.0.1:8087`; `nil` for any other form, and for `http` to another
  /// machine, which would carry tokens unencrypted.
  init?(_ text: String) {
    let text = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
    isSecure = scheme == "https://"
    var host = text.dropFirst(scheme.count)
    if host.hasSuffix("/") { host = host.dropLast() }
    let isHost = host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-.:[]".utf8.contains($0) }
    guard !host.isEmpty, isHost else { return nil }
    self.host = Self.withoutOwnPort(String(host), isSecure)
    guard
      isSecure || host.hasPrefix("127.") || host.hasPrefix("[::1]") || host.prefix(while: { $0 != ":" }) == "localhost"
    else { return nil }
  }

  /// Whether the header `Host` of a request names this host.
  func isHost(_ authority: String?) -> Bool {
    authority.map { Self.withoutOwnPort($0.lowercased(), isSecure) == host } ?? false
  }

  private static func withoutOwnPort(_ host: String, _ isSecure: Bool) -> String {
    let port = isSecure ? ":443" : ":80"
    return host.hasSuffix(port) ? String(host.dropLast(port.count)) : host
  }

  /// The origin, as browsers send it.
  var origin: String { (isSecure ? "https://" : "http://") + host }

  /// The cookie that holds a browser's token. A name with the prefix cannot be set by another host of the same site, but
  /// browsers take it over https only.
  var cookieName: String { isSecure ? "__Host-visits" : "visits" }

  /// Returns the header `Set-Cookie` with a token. 400 days is the longest life that browsers allow.
  func cookie(_ token: String) -> String { "\(cookieName)=\(token); Max-Age=34560000\(attributes)" }

  /// The header `Set-Cookie` that removes the cookie.
  var noCookie: String { "\(cookieName)=; Max-Age=0\(attributes)" }

  private var attributes: String { "; Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "") }
}
