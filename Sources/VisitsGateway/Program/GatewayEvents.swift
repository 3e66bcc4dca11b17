import Systemd

extension JournalEvent {
  /// The gateway starts.
  static let gatewayStarted = JournalEvent(
    "d12fd1d6380046c2991a8f86f33e7f48", .info, "visits-gateway {VISITS_VERSION} is starting.")
  /// A listening address accepts connections.
  static let gatewayListening = JournalEvent(
    "405ff61c8c814092ac5dedac6685021c", .info, "Listening on {VISITS_ADDRESS} for {VISITS_URL}.")
  /// The gateway cannot listen, or failed.
  static let gatewayFailed = JournalEvent(
    "9d68e6b019ea4c7996eaed9c70db347e", .critical,
    "Stopping: {VISITS_PROBLEM}. Check --listen: another program may use the address.")
  /// Everything is closed.
  static let gatewayStopped = JournalEvent("7409f1ae00d743fd92a85adacea89708", .info, "Stopped.")
}
