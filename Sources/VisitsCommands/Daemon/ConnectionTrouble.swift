import Catalog
import CommandCatalog
import JSON
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
    if Invocation.isByScript { return [DaemonPhrase.start([.command: Invocation.name])] }
    return [
      DaemonPhrase.isItRunning([.command: "systemctl status visitsd"]),
      DaemonPhrase.startOrRun([.command: "sudo systemctl start visitsd", .other: "scripts/run"]),
    ]
  }

  /// What an error of the connection means to the person.
  func failure(_ error: RPCClientError) -> Failure {
    switch error {
    case .noSocket:
      let places = Self.either(candidates)
      return unitTrouble(.failedNoSocket, .startingNoSocket, places)
        ?? Self.trouble("noSocket", DaemonPhrase.noSocket([.path: places]), Self.startAdvice)
    case .nobodyListening:
      return unitTrouble(.failedNobodyListens, .startingNobodyListens, path)
        ?? Self.trouble("nobodyListening", DaemonPhrase.nobodyListens([.path: path]), Self.startAdvice)
    case .closed:
      return unitTrouble(.failedClosed, .startingClosed, path)
        ?? Self.trouble(
          "closed", DaemonPhrase.closed([.path: path]),
          Invocation.isByScript ? [] : [DaemonPhrase.seeWhy([.command: "journalctl -u visitsd -n 20"])])
    case .permission:
      return permission(group: machine.group(of: path))
    case .notASocket:
      return Self.trouble(
        "notASocket", DaemonPhrase.notASocket([.path: path]),
        [DaemonPhrase.nameTheRightOne([.command: "\(Invocation.name) --socket PATH"])])
    case .pathTooLong(_, let limit):
      return Self.trouble(
        "pathTooLong", DaemonPhrase.pathTooLong(count: Int64(limit), [.path: path]),
        [DaemonPhrase.nameAShorterOne([.command: "\(Invocation.name) --socket PATH"])])
    case .timeout:
      return Self.trouble(
        "timeout", DaemonPhrase.timeout([.path: path, .time: Amount.seconds(milliseconds: timeout)]),
        [DaemonPhrase.waitLonger([.option: "--timeout \(max(60, timeout / 500))"])]
          + (Invocation.isByScript ? [] : [DaemonPhrase.seeWhatItDoes([.command: "systemctl status visitsd"])]))
    case .notAnAnswer(let what):
      // What was found is told in English alone: whoever looks at that reads protocols.
      let found = CommandLanguage.current == .english ? " \(what)" : ""
      return Self.trouble(
        "notAnAnswer", DaemonPhrase.notAnAnswer([.path: path]) + found,
        [DaemonPhrase.seeWhatItIs([.command: "ss -xlp src \(path)"])])
    case .system(let operation, let code):
      return Self.trouble(
        "connectionFailed",
        DaemonPhrase.unreachable([.path: path, .error: "\(operation): \(SystemError(code).words)"]), Self.startAdvice)
    }
  }

  /// What the service manager says, where that explains that nobody answers.
  ///
  /// - Parameters:
  ///   - failed: what is said of a unit that has failed.
  ///   - starting: what is said of one that is being started.
  private func unitTrouble(_ failed: DaemonPhrase, _ starting: DaemonPhrase, _ path: String) -> Failure? {
    let unit = DaemonUnit(on: machine)
    guard unit.state != .unknown else { return nil }
    let hasFailed = unit.state != .starting
    var failure = Self.trouble(
      hasFailed ? "unitFailed" : "unitStarting",
      (hasFailed ? failed : starting)([.path: path]),
      unit.lastLines.isEmpty
        ? [DaemonPhrase.seeWhy([.command: "sudo journalctl -u visitsd -n 20"])]
        : [DaemonPhrase.journalLines.text] + unit.lastLines.map { "  \($0)" })
    let next =
      switch unit.state {
      case .givenUp:
        DaemonPhrase.mendAndStart([
          .command: "sudo systemctl reset-failed visitsd visitsd.socket && sudo systemctl start visitsd"
        ])
      case .failed: DaemonPhrase.mendAndStart([.command: "sudo systemctl restart visitsd"])
      case .starting, .unknown: DaemonPhrase.seeHowFar([.command: "systemctl status visitsd"])
      }
    failure.advice.append(next)
    failure.error.data["journal"] = .array(unit.lastLines.map(\.json))
    return failure
  }

  private func permission(group: String?) -> Failure {
    let advice =
      switch group {
      case nil, "root": [DaemonPhrase.askAdministrator([.command: "sudo visits …"])]
      case let group?: [DaemonPhrase.joinGroup([.command: "sudo usermod -aG \(group) $USER"])]
      }
    let words =
      group.map { DaemonPhrase.noPermissionGroup([.path: path, .group: $0]) }
      ?? DaemonPhrase.noPermission([.path: path])
    return Self.trouble("noPermission", words, advice)
  }

  /// One of them: "a or b".
  private static func either(_ paths: [String]) -> String {
    guard let last = paths.last, paths.count > 1 else { return paths.first ?? "" }
    return ProgramPhrase.or([.before: paths.dropLast().joined(separator: ", "), .after: last])
  }

  private static func trouble(_ kind: String, _ message: String, _ advice: [String]) -> Failure {
    Failure(error: RPCError(code: -32000, kind: kind, message: message), advice: advice)
  }
}
