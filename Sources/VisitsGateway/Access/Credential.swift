import VisitsAPI

/// A device's token, and the header that brought it.
enum Credential: Sendable, Hashable {
  /// The header `Authorization` (RFC 6750).
  case bearer(String)
  /// A cookie, which browsers send by themselves.
  case cookie(String)

  /// The token.
  var token: String {
    switch self {
    case .bearer(let token), .cookie(let token): token
    }
  }

  /// Reads the token of a request; `nil` if it has none, or none of the form that visitsd issues. A bearer token wins
  /// over the cookie.
  init?(authorization: String?, cookies: String?, cookieName: String) {
    if let authorization {
      let parts = authorization.split(separator: " ")
      guard parts.count == 2, parts[0].lowercased() == "bearer", Self.isToken(parts[1]) else { return nil }
      self = .bearer(String(parts[1]))
      return
    }
    let tokens = (cookies ?? "").split(separator: ";").compactMap { pair -> Substring? in
      let pair = pair.drop { $0 == " " }
      guard let equals = pair.firstIndex(of: "="), pair[..<equals] == cookieName else { return nil }
      return pair[pair.index(after: equals)...]
    }
    // A second cookie of the name comes from another host of the same site.
    guard tokens.count == 1, Self.isToken(tokens[0]) else { return nil }
    self = .cookie(String(tokens[0]))
  }

  /// Whether a text has the form of visitsd's tokens: `visits_` and 32 bytes in base64url.
  private static func isToken(_ text: Substring) -> Bool {
    let prefix = "visits_"
    return text.hasPrefix(prefix) && text.utf8.count == prefix.utf8.count + 43
      && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
