/// The daemon's unit, as the service manager tells of it.
struct DaemonUnit {
  /// How the unit is, as far as it explains that nobody answers.
  enum State: Equatable {
    /// systemd has given it up.
    case failed
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
    let word = machine.output(of: ["systemctl", "is-failed", "visitsd"], milliseconds: Self.patience)
    state =
      switch word?.split(separator: "\n").first {
      case "failed": .failed
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
}
