import Hummingbird
import NIOCore

/// What the gateway knows of a request beside the request itself.
struct GatewayContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address of the client; `nil` behind a proxy on this machine.
  let source: String?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    self.source = ClientAddress.source(of: source.channel.remoteAddress?.ipAddress)
  }
}
