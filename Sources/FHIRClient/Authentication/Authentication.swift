/// How it is proved to a server who is asking.
package enum Authentication: Sendable, Hashable {
  /// Not at all.
  case none
  /// By a token that somebody puts into a file, and replaces there before it expires.
  case bearer(SecretFile)
  /// By tokens that are issued for an assertion signed with a key of ours (SMART App Launch, "Backend Services").
  case backendServices(BackendServices)
}

/// This program as the token's issuer knows it.
package struct BackendServices: Sendable, Hashable {
  /// The client id that was given out at registration.
  package var clientID: String
  /// The private key in PEM: RSA (signed with RS384) or P-384 (ES384).
  package var key: SecretFile
  /// The name of the key in the registered key set.
  package var keyID: String?
  /// What the tokens are to be good for: "system/Appointment.rs system/Encounter.cruds".
  package var scope: String
  /// Where tokens are issued; `nil` asks the FHIR server (".well-known/smart-configuration").
  package var tokenEndpoint: String?

  /// A registration.
  package init(clientID: String, key: SecretFile, keyID: String? = nil, scope: String, tokenEndpoint: String? = nil) {
    self.clientID = clientID
    self.key = key
    self.keyID = keyID
    self.scope = scope
    self.tokenEndpoint = tokenEndpoint
  }
}
