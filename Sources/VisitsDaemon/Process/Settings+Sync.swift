import FHIR
import FHIRClient
import Foundation
import VisitsModel
import VisitsService
import VisitsStore
import VisitsSync

extension Settings.Upstream {
  /// How the server is spoken to; `nil`: there is none.
  ///
  /// - Parameter credentials: The folder of the service manager's credentials.
  func client(_ version: String, credentials: String?) throws(FHIRClientSettingsFault) -> FHIRClientSettings? {
    guard let url else { return nil }
    return FHIRClientSettings(
      base: url, authentication: try authentication(credentials), authorities: certificates,
      allowsPlainHTTP: isPlainHTTPAllowed, userAgent: "visits/\(version)")
  }

  private func authentication(_ credentials: String?) throws(FHIRClientSettingsFault) -> Authentication {
    if let token = try file(tokenFile, tokenCredential, credentials) { return .bearer(token) }
    guard let clientID, let key = try file(keyFile, keyCredential, credentials) else { return .none }
    return .backendServices(
      BackendServices(clientID: clientID, key: key, keyID: keyID, scope: scope, tokenEndpoint: tokenURL))
  }

  private func file(
    _ path: String?, _ credential: String?, _ folder: String?
  ) throws(FHIRClientSettingsFault) -> SecretFile? {
    if let path { return SecretFile(path: path) }
    guard let credential else { return nil }
    guard let file = SecretFile(credential: credential, in: folder) else { throw .credential(name: credential) }
    return file
  }
}

extension SyncService {
  /// Sync as the operator has set it up; `nil`: there is no upstream.
  static func make(
    _ settings: Settings, version: String, store: Store, identities: IdentitySource, loops: LoopWatch,
    in surroundings: Daemon.Surroundings,
    tell: @escaping @Sendable (SyncNotice) -> Void
  ) throws -> SyncService? {
    let client = try settings.upstream.client(version, credentials: surroundings.credentials)
    guard let client else {
      SyncContext.noteAlone(store)
      return nil
    }
    let context = SyncContext(
      store,
      SyncContext.Settings(
        base: FHIRClientSettings.normal(client.base), zone: Zone(settings.agency.timeZone.identifier) ?? .utc,
        daysBack: settings.upstream.daysBack, daysAhead: settings.upstream.daysAhead,
        titles: TaskTitles.all(in: settings.agency.locale),
        askedGap: Int64(settings.upstream.askedSeconds) * 1000,
        comparisonGap: Int64(settings.upstream.compareMinutes) * 60_000),
      now: surroundings.now, identities: identities)
    try context.meet(formerly: settings.upstream.formerURL.map(FHIRClientSettings.normal))
    let now = surroundings.now
    let exchange = try FHIRClient(
      client, clock: surroundings.clock, now: { FHIRInstant(milliseconds: now().milliseconds) },
      newID: { identities.next() })
    return SyncService(
      context, over: exchange, now: now, clock: surroundings.clock, random: surroundings.random, loops: loops,
      tell: tell)
  }
}

extension OtherServer {
  /// `nil`: it is the server that is configured, or none is.
  ///
  /// - Parameter stored: The base address of the server that what is stored is in step with; `nil`: with none.
  init?(_ upstream: Settings.Upstream, stored: String?) {
    guard let url = upstream.url else { return nil }
    self.init(
      stored: stored, configured: FHIRClientSettings.normal(url),
      formerly: upstream.formerURL.map(FHIRClientSettings.normal))
  }

  /// What is wrong, and what to do where it is the same server, and where it is not.
  var sentence: String {
    """
    upstream.url is \(configured), but what is stored is in step with \(stored). Where that is the same server at another \
    address, say so: upstream.formerUrl: \(stored). Where it is another server, the same ids are other records there: \
    begin with another folder (--state) and import the schedule.
    """
  }
}

extension FHIRClient: Exchanging {}
