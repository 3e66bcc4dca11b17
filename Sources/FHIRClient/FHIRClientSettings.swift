package import FHIR

/// One FHIR server and how it is spoken to.
package struct FHIRClientSettings: Sendable {
  /// The server's base address: "https://ehr.example/fhir/r4".
  package var base: String
  /// How it is proved who is asking.
  package var authentication: Authentication
  /// A file of certificates in PEM whose issuers are trusted beside those that the system trusts.
  package var authorities: String?
  /// Whether http is fine to other machines too. Whoever is on the way can then read and change everything.
  package var allowsPlainHTTP: Bool
  /// How long and how much.
  package var limits: ExchangeLimits
  /// What the program calls itself: "visits/1.0".
  package var userAgent: String

  /// Settings of a server.
  package init(
    base: String, authentication: Authentication = .none, authorities: String? = nil, allowsPlainHTTP: Bool = false,
    limits: ExchangeLimits = ExchangeLimits(), userAgent: String = "visits"
  ) {
    self.base = base
    self.authentication = authentication
    self.authorities = authorities
    self.allowsPlainHTTP = allowsPlainHTTP
    self.limits = limits
    self.userAgent = userAgent
  }
}

extension FHIRClientSettings {
  /// A base address as it is written in just one way: host in lower case, without a port that goes without saying or a
  /// slash at its end. What is no address stays as it is.
  package static func normal(_ base: String) -> String {
    (try? ServerAddress(base, allowsPlainHTTP: true))?.base ?? base
  }

  /// Why a text is no base address of a server; `nil`: it is one.
  package static func fault(inBase base: String, allowsPlainHTTP: Bool) -> AddressFault? {
    do {
      _ = try ServerAddress(base, allowsPlainHTTP: allowsPlainHTTP)
      return nil
    } catch {
      return error
    }
  }
}

/// How long an exchange may take, and how much it may carry.
package struct ExchangeLimits: Sendable, Hashable {
  /// Until a connection stands, TLS included.
  package var connect: Duration
  /// Between two pieces of an answer, or between the request and the first of them.
  package var silence: Duration
  /// From the beginning to the last byte.
  package var total: Duration
  /// The largest body that is sent, in bytes.
  package var request: Int
  /// The largest body that is read, in bytes.
  package var answer: Int

  /// Limits; the defaults leave room for a page of 200 large resources over a slow line.
  package init(
    connect: Duration = .seconds(10), silence: Duration = .seconds(30), total: Duration = .seconds(120),
    request: Int = 32 << 20, answer: Int = 32 << 20
  ) {
    self.connect = connect
    self.silence = silence
    self.total = total
    self.request = request
    self.answer = answer
  }
}

/// Why a client cannot be made from its settings.
package enum FHIRClientSettingsFault: Error, Sendable, Hashable {
  /// The base address.
  case base(AddressFault)
  /// The file of certificates cannot be read, or holds none.
  case authorities(file: String)
  /// The service manager has given no credential of this name.
  case credential(name: String)
  /// The file of a token or a key.
  case secret(AuthenticationFault)
  /// The address where tokens are issued.
  case tokenEndpoint(AddressFault)
}

extension FHIRClientSettings {
  /// Looks at what the settings name, before anybody is asked anything. What is read is dropped again: it may be
  /// replaced at any time.
  package func check() throws(FHIRClientSettingsFault) {
    _ = try ServerTrust(authorities: authorities)
    try checkTokenEndpoint()
    // Last, because a file that is missing now may be there later, unlike a mistake in the settings.
    do throws(AuthenticationFault) {
      switch authentication {
      case .none: break
      case .bearer(let file): _ = try file.token()
      case .backendServices(let client): _ = try client.signingKey()
      }
    } catch {
      throw .secret(error)
    }
  }

  private func checkTokenEndpoint() throws(FHIRClientSettingsFault) {
    guard case .backendServices(let client) = authentication, let endpoint = client.tokenEndpoint else { return }
    do throws(AddressFault) {
      let (origin, _) = try Origin.read(endpoint)
      guard origin.isSecure || origin.isLoopback || allowsPlainHTTP else { throw .plainHTTP }
    } catch {
      throw .tokenEndpoint(error)
    }
  }
}
