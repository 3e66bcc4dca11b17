import FHIR
import NIOCore
import NIOPosix
import NIOSSL

/// Whom a server's certificate is believed from, and why not.
struct ServerTrust: Sendable {
  /// How TLS is spoken.
  let configuration: TLSConfiguration

  /// Trusts what the system trusts, and the issuers in a file.
  init(authorities: String?) throws(FHIRClientSettingsFault) {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    if let authorities {
      guard let certificates = try? NIOSSLCertificate.fromPEMFile(authorities), !certificates.isEmpty else {
        throw .authorities(file: authorities)
      }
      configuration.additionalTrustRoots = [.certificates(certificates)]
    }
    self.configuration = configuration
  }

  /// Finds out why a handshake fails.
  ///
  /// TLS only says that a certificate was not accepted. So a second connection is made on which any certificate is,
  /// on which nothing is sent and from which nothing but the certificates' dates is read: if that one comes about, the
  /// certificate was the reason.
  func reason(forDistrusting url: String, limit: Duration, now: FHIRInstant) async -> FHIRFailure.Distrust {
    guard let (origin, _) = try? Origin.read(url) else { return .handshake }
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    let witness = HandshakeWitness(loop)
    let configuration = configuration
    let connection = ClientBootstrap(group: loop)
      .connectTimeout(TimeAmount(limit))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // TLS names no addresses, so an address is not told.
          let name = (try? SocketAddress(ipAddress: origin.host, port: origin.port)) == nil ? origin.host : nil
          let tls = try NIOSSLClientHandler(
            context: NIOSSLContext(configuration: configuration), serverHostname: name
          ) { certificates, verdict in
            witness.certificates.succeed(certificates)
            verdict.succeed(.certificateVerified)
          }
          try channel.pipeline.syncOperations.addHandlers(tls, HandshakeHandler(witness))
        }
      }
      .connect(host: origin.host, port: origin.port)
    let timer = loop.scheduleTask(in: TimeAmount(limit)) { witness.end(success: false) }
    connection.whenFailure { _ in witness.end(success: false) }
    let isAgreed = await withTaskCancellationHandler {
      (try? await witness.agreement.futureResult.get()) ?? false
    } onCancel: {
      witness.end(success: false)
    }
    timer.cancel()
    connection.whenSuccess { $0.close(promise: nil) }
    let certificates = (try? await witness.certificates.futureResult.get()) ?? []
    return Self.reason(certificates, isAgreed: isAgreed, now: now)
  }

  private static func reason(
    _ certificates: [NIOSSLCertificate], isAgreed: Bool, now: FHIRInstant
  ) -> FHIRFailure.Distrust {
    let seconds = now.milliseconds / 1000
    if let expired = certificates.map({ Int64($0.notValidAfter) }).filter({ $0 < seconds }).min() {
      return .expired(FHIRInstant(milliseconds: expired * 1000))
    }
    if let early = certificates.map({ Int64($0.notValidBefore) }).filter({ $0 > seconds }).max() {
      return .notYetValid(FHIRInstant(milliseconds: early * 1000))
    }
    return isAgreed ? .unknownIssuer : .handshake
  }
}
