import FHIR
import FHIRClient

extension Settings.Upstream {
  /// The file of a token or key that cannot be read. The daemon runs without it, and sync is off until it can be read.
  struct LackingSecret: Sendable, Equatable {
    /// The setting that names it.
    let key: String
    /// The file.
    let file: String
    /// Whether the service manager hands it over, which it does at a start alone.
    let isCredential: Bool
  }

  /// The problem with these settings that prevents a start, in an operator's words; `nil`: there is none.
  ///
  /// - Parameter credentials: The folder of the service manager's credentials.
  func problem(credentials: String?) -> String? {
    guard let fault = fault(credentials: credentials), fault.unreadableSecret == nil else { return nil }
    return sentence(fault)
  }

  /// The token or key that cannot be read; `nil`: sync lacks none.
  ///
  /// - Parameter credentials: The folder of the service manager's credentials.
  func lackingSecret(credentials: String?) -> LackingSecret? {
    guard let file = fault(credentials: credentials)?.unreadableSecret else { return nil }
    let settings = [("upstream.tokenFile", tokenFile), ("upstream.keyFile", keyFile)]
    let key = settings.first { $0.1 == file }?.0
    return LackingSecret(key: key ?? credentialKey ?? "", file: file, isCredential: key == nil)
  }

  private func fault(credentials: String?) -> FHIRClientSettingsFault? {
    do throws(FHIRClientSettingsFault) {
      try client("", credentials: credentials)?.check()
      return nil
    } catch {
      return error
    }
  }

  /// The credential that only a start by the service manager hands over.
  var credentialKey: String? {
    if tokenCredential != nil { return "upstream.tokenCredential" }
    return keyCredential == nil ? nil : "upstream.keyCredential"
  }

  /// The file with the token or key that every user of this machine may read, and which setting names it.
  var openSecret: (key: String, file: String)? {
    [("upstream.tokenFile", tokenFile), ("upstream.keyFile", keyFile)].lazy
      .compactMap { key, file in file.map { (key, $0) } }
      .first { SecretFile(path: $0.1).isOpenToAll }
  }

  /// What is wrong, where it is set, and what to do.
  func sentence(_ fault: FHIRClientSettingsFault) -> String {
    switch fault {
    case .base: "\(told("upstream.url", url)); it must be the base address of a FHIR server."
    case .authorities(let file):
      """
      \(told("upstream.certificates", file)), which cannot be read or holds no certificate; it must be a file of \
      certificates in PEM. Look with: ls -l \(file)
      """
    case .credential(let name):
      """
      \(told(credentialKey ?? "", name)), and systemd has handed over no such credential: name it with \
      LoadCredential= in the unit, or use a file.
      """
    case .tokenEndpoint:
      "\(told("upstream.tokenUrl", tokenURL)); it must be an https address, or upstream.plainHttp be true."
    case .secret(let fault): sentence(fault)
    }
  }

  private func sentence(_ fault: AuthenticationFault) -> String {
    switch fault {
    case .unreadable(let file):
      "\(secret(in: file)), which cannot be read; visitsd's user must be able to. Look with: ls -l \(file)"
    case .noToken(let file): "\(secret(in: file)), which holds no token; it must hold one line without spaces."
    case .noKey(let file):
      """
      \(secret(in: file)), which holds no key that can sign; it must hold a private key in PEM, RSA of 2048 bits or \
      more or on the curve P-384.
      """
    // What only those tell who issue tokens.
    case .noTokenEndpoint, .insecureTokenEndpoint, .refused, .unreadableAnswer:
      "\(told("upstream.tokenUrl", tokenURL)); it must be where tokens are issued."
    }
  }

  /// The setting that says where a token or key is. What is in there stays there.
  private func secret(in file: String) -> String {
    let settings = [("upstream.tokenFile", tokenFile), ("upstream.keyFile", keyFile)]
    if let key = settings.first(where: { $0.1 == file })?.0 { return told(key, file) }
    return "\(told(credentialKey ?? "", tokenCredential ?? keyCredential)) (\(file))"
  }

  private func told(_ key: String, _ value: String?) -> String { "\(key) is \"\((value ?? "").withoutPassword)\"" }
}

extension FHIRClientSettingsFault {
  /// The file of a token or key that cannot be read; `nil`: something else is wrong.
  fileprivate var unreadableSecret: String? {
    guard case .secret(.unreadable(let file)) = self else { return nil }
    return file
  }
}
