/// The daemon's unit, as the service manager tells of it.
struct DaemonUnit {
  /// How the unit is, as far as it explains that nobody answers.
  enum State: Equatable {
    /// It has failed, and systemd does not try again.
    case failed
    /// It has failed again and again, and systemd has given it up: it starts it for nobody before that is taken back.
    case givenUp
    /// systemd is starting it, perhaps again and again.
    case starting
    /// Neither, or there is no systemd that could be asked.
    case unknown
  }

  /// How the unit is.
  let state: State
  /// What it logged last, the newest at the end.
  let lastLines: [String]

  /// How long each question may take, in milliseconds.
  private static let patience = 1000

  /// Asks the service manager, where there is one.
  init(on machine: any Machine) {
    // The word counts, not the exit status: that is the same for a unit that is starting and one that does not exist.
    let words = machine.output(
      of: ["systemctl", "is-failed", "visitsd.service", "visitsd.socket"], milliseconds: Self.patience)
    let units = (words ?? "").split(separator: "\n")
    // systemd gives the socket up when calls start the service in vain, and the service when it has started it so itself.
    let isSocketFailed = units.dropFirst().first == "failed"
    state =
      switch units.first {
      case "failed": isSocketFailed || Self.restarts(on: machine) > 0 ? .givenUp : .failed
      case "activating": .starting
      default: .unknown
      }
    guard state != .unknown else {
      lastLines = []
      return
    }
    let journal = machine.output(
      of: ["journalctl", "--unit", "visitsd", "--lines", "5", "--output", "cat", "--quiet", "--no-pager"],
      milliseconds: Self.patience)
    lastLines = (journal ?? "").split(separator: "\n").suffix(5).map(String.init)
  }

  /// How often systemd has started it again by itself.
  private static func restarts(on machine: any Machine) -> Int {
    let count = machine.output(
      of: ["systemctl", "show", "visitsd", "--property", "NRestarts", "--value"], milliseconds: patience)
    return count?.split(separator: "\n").first.flatMap { Int($0) } ?? 0
  }
}
