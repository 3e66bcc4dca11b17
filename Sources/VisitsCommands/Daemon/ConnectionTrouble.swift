import JSONRPC

/// Says why the daemon cannot be reached, and the command to run next.
struct ConnectionTrouble {
  /// The socket that was tried.
  let path: String
  /// All the places where it may have been.
  let candidates: [String]
  /// How long an answer may take, in milliseconds.
  let timeout: Int
  /// The machine, for what it knows of the socket and of the daemon's unit.
  let machine: any Machine

  private static var startAdvice: [String] {
    // The visitsd of a checkout is no service of the machine.
    if Invocation.isByScript { return ["Start it: \(Invocation.name)"] }
    return [
      "Is it installed and running? systemctl status visitsd",
      "Start it: sudo systemctl start visitsd, or scripts/run from a checkout",
    ]
  }

  /// What an error of the connection means to the person.
  func failure(_ error: RPCClientError) -> Failure {
    switch error {
    case .noSocket:
      let places = candidates.joined(separator: " or ")
      return unitTrouble("there is no socket at \(places)")
        ?? Self.trouble("noSocket", "visitsd is not running: there is no socket at \(places).", Self.startAdvice)
    case .nobodyListening:
      return unitTrouble("nobody listens on \(path)")
        ?? Self.trouble(
          "nobodyListening", "Nobody listens on \(path): visitsd has stopped and left its socket behind.",
          Self.startAdvice)
    case .closed:
      return unitTrouble("the connection to \(path) was closed before the answer")
        ?? Self.trouble(
          "closed", "visitsd at \(path) closed the connection before it answered.",
          Invocation.isByScript ? [] : ["See why: journalctl -u visitsd -n 20"])
    case .permission:
      return permission(group: machine.group(of: path))
    case .notASocket:
      return Self.trouble(
        "notASocket", "\(path) is not a socket that visitsd could listen on.",
        ["Name the right one: \(Invocation.name) --socket PATH, or VISITS_SOCKET."])
    case .pathTooLong(_, let limit):
      return Self.trouble(
        "pathTooLong", "The socket path is longer than \(limit) bytes: \(path)",
        ["Name a shorter one: \(Invocation.name) --socket PATH, or VISITS_SOCKET."])
    case .timeout:
      return Self.trouble(
        "timeout", "visitsd at \(path) did not answer within \(Amount.seconds(milliseconds: timeout)).",
        ["Wait longer: --timeout \(max(60, timeout / 500))"]
          + (Invocation.isByScript ? [] : ["See what it does: systemctl status visitsd"]))
    case .notAnAnswer(let what):
      return Self.trouble(
        "notAnAnswer", "What listens on \(path) does not speak the language of visitsd. \(what)",
        ["See what it is: ss -xlp src \(path)"])
    case .system(let operation, let code):
      return Self.trouble(
        "connectionFailed", "\(path) cannot be reached: \(operation): \(SystemError(code)).", Self.startAdvice)
    }
  }

  /// What the service manager says, where that explains that nobody answers.
  ///
  /// - Parameter what: what was found, in words that follow a colon.
  private func unitTrouble(_ what: String) -> Failure? {
    let unit = DaemonUnit(on: machine)
    guard unit.state != .unknown else { return nil }
    let hasFailed = unit.state != .starting
    var failure = Self.trouble(
      hasFailed ? "unitFailed" : "unitStarting",
      hasFailed
        ? "visitsd has failed, and systemd does not start it again: \(what)."
        : "systemd is starting visitsd, which does not answer yet: \(what).",
      unit.lastLines.isEmpty
        ? ["See why: sudo journalctl -u visitsd -n 20"]
        : ["Its last lines in the journal:"] + unit.lastLines.map { "  \($0)" })
    let next =
      switch unit.state {
      case .givenUp:
        "Mend that, then start it: sudo systemctl reset-failed visitsd visitsd.socket && sudo systemctl start visitsd"
      case .failed: "Mend that, then start it: sudo systemctl restart visitsd"
      case .starting, .unknown: "See how far it is: systemctl status visitsd"
      }
    failure.advice.append(next)
    failure.error.data["journal"] = .array(unit.lastLines.map(\.json))
    return failure
  }

  private func permission(group: String?) -> Failure {
    let advice =
      switch group {
      case nil, "root": ["Ask an administrator for access, or try: sudo visits …"]
      case let group?: ["Join its group, then log in again: sudo usermod -aG \(group) $USER"]
      }
    let whose = group.map { "; it belongs to the group \($0)" } ?? ""
    return Self.trouble("noPermission", "This user may not open \(path)\(whose).", advice)
  }

  private static func trouble(_ kind: String, _ message: String, _ advice: [String]) -> Failure {
    Failure(error: RPCError(code: -32000, kind: kind, message: message), advice: advice)
  }
}
