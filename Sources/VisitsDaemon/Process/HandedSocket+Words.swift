import Systemd

extension HandedSocket.Fault {
  /// What is wrong with the socket unit, and what the operator can do about it.
  var sentence: String {
    switch self {
    case .several(let count): "it is \(count) sockets, and visitsd listens on one. See: systemctl cat visitsd.socket"
    case .unfit(let name):
      """
      \(name.map { "\"\($0)\"" } ?? "it") is no UNIX socket that listens for streams (ListenStream= with a path). \
      See: systemctl cat visitsd.socket
      """
    case .notOpen(let number):
      """
      $LISTEN_FDS announces sockets that are not open: \(SystemErrorNumber(number).logText.text). \
      See: systemctl cat visitsd.socket
      """
    }
  }
}
