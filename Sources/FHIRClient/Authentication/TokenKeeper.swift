import FHIR

/// Has the token that goes along with requests, and gets another when it is no longer good.
actor TokenKeeper {
  private let authentication: Authentication
  private let issuer: TokenIssuer
  private let now: @Sendable () -> FHIRInstant
  private var current: IssuedToken?

  init(
    _ authentication: Authentication, server: ServerAddress, allowsPlainHTTP: Bool, exchange: HTTPExchange,
    now: @escaping @Sendable () -> FHIRInstant, newID: @escaping @Sendable () -> String
  ) {
    self.authentication = authentication
    issuer = TokenIssuer(
      server: server, allowsPlainHTTP: allowsPlainHTTP, exchange: exchange, now: now, newID: newID)
    self.now = now
  }

  /// The token to send along, or `nil` where none is needed.
  func token() async throws(FHIRFailure) -> Secret? {
    if let current, current.isGood(at: now()) { return current.secret }
    return try await renewed()
  }

  /// Another token than one that was not accepted, or `nil` where there is none.
  func token(insteadOf stale: Secret) async throws(FHIRFailure) -> Secret? {
    // Somebody else may have been told the same in the meantime, and have got one.
    if let current, current.secret != stale { return current.secret }
    current = nil
    let fresh = try await renewed()
    return fresh == stale ? nil : fresh
  }

  private func renewed() async throws(FHIRFailure) -> Secret? {
    do throws(AuthenticationFault) {
      switch authentication {
      case .none: return nil
      case .bearer(let file):
        let token = IssuedToken(secret: try file.token(), expires: nil)
        current = token
        return token.secret
      case .backendServices: break
      }
    } catch {
      throw .unauthenticated(error)
    }
    guard case .backendServices(let client) = authentication else { return nil }
    let token = try await issuer.token(for: client)
    current = token
    return token.secret
  }
}

/// A token and its life.
struct IssuedToken: Sendable {
  let secret: Secret
  /// When it is to be replaced; `nil` for one that says nothing about it.
  let expires: FHIRInstant?

  func isGood(at now: FHIRInstant) -> Bool {
    guard let expires else { return true }
    return now < expires
  }
}
