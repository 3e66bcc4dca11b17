import HTTPTypes
import Hummingbird

/// Refuses requests that another site's page has a browser send. The gateway never grants CORS.
struct SiteCheck: Sendable {
  let publicURL: PublicURL

  /// Checks that a request names our host. This ends DNS rebinding, and the mixture of `localhost` and `127.0.0.1`.
  func checkHost(of request: Request) throws(Problem) {
    guard publicURL.isHost(request.head.authority) else {
      throw Problem(
        .wrongHost, "This gateway answers at \(publicURL.origin) alone. Correct the address, or set --public-url.")
    }
  }

  /// Checks that a POST without a bearer token comes from our own page: a browser sends the cookie by itself.
  func checkOrigin(of request: Request) throws(Problem) {
    let type = (request.header("Content-Type") ?? "").lowercased().prefix { $0 != ";" }
    guard type.filter({ $0 != " " }) == "application/json" else {
      throw Problem(.wrongMediaType, "Send the parameters as a JSON object, with Content-Type: application/json.")
    }
    guard ["same-origin", nil].contains(request.header("Sec-Fetch-Site")),
      [publicURL.origin, nil].contains(request.header("Origin"))
    else {
      throw Problem(.crossSite, "This call must come from a page at \(publicURL.origin), or with a bearer token.")
    }
  }
}
