/// Where the daemon listens (`api.md`, Transport).
struct SocketPath {
  /// The socket of the system's own daemon.
  static let system = "/run/visitsd/visitsd.sock"

  /// Where it may be, the best first: the option's path, else `$VISITS_SOCKET`, else the system's, then the user's.
  let candidates: [String]

  /// The places that this person's option and environment name.
  init(option: String?, environment: [String: String]) {
    if let path = option ?? environment["VISITS_SOCKET"], !path.isEmpty {
      candidates = [path]
    } else if let runtime = environment["XDG_RUNTIME_DIR"], !runtime.isEmpty {
      candidates = [Self.system, "\(runtime)/visitsd/visitsd.sock"]
    } else {
      candidates = [Self.system]
    }
  }

  /// The first that exists, else the last.
  func choice(on machine: any Machine) -> String {
    candidates.first(where: machine.exists) ?? candidates.last ?? Self.system
  }

  /// Whether a daemon may be about to listen: a restart takes the socket away, but leaves its folder.
  func mayAppear(on machine: any Machine) -> Bool {
    candidates.contains { path in
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return true }
      return machine.exists(String(path[..<slash]))
    }
  }
}
