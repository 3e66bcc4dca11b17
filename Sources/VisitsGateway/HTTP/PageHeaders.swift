import HTTPTypes

/// The headers by which a browser protects the agency's data from other sites and from scripts that are not ours.
enum PageHeaders {
  /// The headers of every answer: the browser does not guess its type, and gives it to no page of another site.
  static let answer: HTTPFields = fields([
    ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "same-origin"),
  ])

  /// Returns the headers of a page and of the files that it loads. Over https, browsers refuse plain HTTP for two years.
  static func page(isSecure: Bool) -> HTTPFields {
    var page = fields([
      ("Content-Security-Policy", policy), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Permissions-Policy", "geolocation=(self), camera=(), microphone=(), payment=(), usb=()"),
    ])
    if isSecure { page += fields([("Strict-Transport-Security", "max-age=63072000")]) }
    return answer + page
  }

  /// A page runs our own files only.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "manifest-src 'self'",
    "worker-src 'self'", "img-src 'self' blob: data:", "base-uri 'none'", "form-action 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")

  private static func fields(_ pairs: [(name: String, value: String)]) -> HTTPFields {
    HTTPFields(pairs.compactMap { pair in HTTPField.Name(pair.name).map { HTTPField(name: $0, value: pair.value) } })
  }
}
