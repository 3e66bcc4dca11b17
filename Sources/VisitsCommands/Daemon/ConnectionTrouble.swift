import JSONRPC

/// Says why the daemon cannot be reached, and the command to run next.
enum ConnectionTrouble {
  /// What an error of the connection means to the person.
  static func failure(_ error: RPCClientError, path: String, on machine: any Machine) -> Failure {
    switch error {
    case .noSocket(let path):
      noSocket(at: [path])
    case .nobodyListening:
      trouble(
        "nobodyListening", "Nobody listens on \(path): visitsd has stopped and left its socket behind.", startAdvice)
    case .permission:
      permission(path, group: machine.group(of: path))
    case .notASocket:
      trouble(
        "notASocket", "\(path) is not a socket that visitsd could listen on.",
        ["Name the right one: visits --socket PATH, or VISITS_SOCKET."])
    case .pathTooLong(_, let limit):
      trouble(
        "pathTooLong", "The socket path is longer than \(limit) bytes: \(path)",
        ["Name a shorter one: visits --socket PATH, or VISITS_SOCKET."])
    case .timeout:
      trouble(
        "timeout", "visitsd at \(path) did not answer in time.",
        ["Wait longer: --timeout 60", "See what it does: systemctl status visitsd"])
    case .closed:
      trouble(
        "closed", "visitsd at \(path) closed the connection before it answered.",
        ["See why: journalctl -u visitsd -n 20"])
    case .notAnAnswer(let what):
      trouble(
        "notAnAnswer", "What listens on \(path) does not speak the language of visitsd. \(what)",
        ["See what it is: ss -xlp src \(path)"])
    case .system(let operation, let code):
      trouble("connectionFailed", "\(path) cannot be reached: \(operation): \(SystemError(code)).", startAdvice)
    }
  }

  /// Nothing exists at any of the places where the daemon may listen.
  static func noSocket(at paths: [String]) -> Failure {
    trouble(
      "noSocket", "visitsd is not running: there is no socket at \(paths.joined(separator: " or ")).", startAdvice)
  }

  /// The daemon does not know a method that this program has in its table.
  static func olderDaemon(method: String) -> Failure {
    trouble(
      "versionMismatch",
      "This visitsd does not know \"\(method)\": it is older than this visits (\(Version.current)).",
      ["Restart it after the upgrade: sudo systemctl restart visitsd"])
  }

  private static let startAdvice = [
    "Is it installed and running? systemctl status visitsd",
    "Start it: sudo systemctl start visitsd, or scripts/run from a checkout",
  ]

  private static func permission(_ path: String, group: String?) -> Failure {
    let advice =
      switch group {
      case nil, "root": ["Ask an administrator for access, or try: sudo visits …"]
      case let group?: ["Join its group, then log in again: sudo usermod -aG \(group) $USER"]
      }
    let whose = group.map { "; it belongs to the group \($0)" } ?? ""
    return trouble("noPermission", "This user may not open \(path)\(whose).", advice)
  }

  private static func trouble(_ kind: String, _ message: String, _ advice: [String]) -> Failure {
    Failure(error: RPCError(code: -32000, kind: kind, message: message), advice: advice)
  }
}
