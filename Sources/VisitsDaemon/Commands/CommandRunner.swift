import Dispatch
import Glibc
package import VisitsService

/// Runs the operator's commands, each as the leader of a process group of its own, so that what it has started goes with
/// it. What a command prints is thrown away: it may be somebody's name.
package struct CommandRunner: CommandRunning {
  /// How long a command that is told to end may take over it.
  static let grace = Duration.seconds(2)

  private let sleep: @Sendable (Duration) async -> Void

  /// A runner that times commands with that clock.
  package init(clock: some Clock<Duration> = ContinuousClock()) {
    // Cancelled, the time is up at once.
    sleep = { try? await clock.sleep(for: $0) }
  }

  package func problem(of command: Command) -> Int32? {
    var status = stat()
    guard stat(command.program, &status) == 0 else { return errno }
    guard status.st_mode & S_IFMT == S_IFREG else { return EACCES }
    // By the effective user: a check by root tries it as the service's user.
    return faccessat(AT_FDCWD, command.program, X_OK, AT_EACCESS) == 0 ? nil : errno
  }

  package func run(_ command: Command, input: [UInt8], within limit: Duration) async -> CommandOutcome {
    let child: pid_t
    do throws(SpawnFailure) {
      child = try Spawn.start(command, input: input)
    } catch {
      return .notStarted(error.number)
    }
    return await outcome(of: child, within: limit)
  }

  private enum Event {
    case ended
    case timeIsUp
  }

  private func outcome(of child: pid_t, within limit: Duration) async -> CommandOutcome {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { await Self.end(of: child) }
      group.addTask { await time(limit) }
      var isTold = false
      while await group.next() == .timeIsUp {
        kill(-child, isTold ? SIGKILL : SIGTERM)
        if !isTold { group.addTask { await time(Self.grace) } }
        isTold = true
      }
      group.cancelAll()
      // Its own id is not given away before it is reaped, so this is nobody else's group.
      if isTold { kill(-child, SIGKILL) }
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      if isTold { return .timedOut }
      let signal = status & 0x7F
      if signal != 0 { return .killed(signal: signal) }
      let code = status >> 8 & 0xFF
      return code == 0 ? .succeeded : .failed(status: code)
    }
  }

  /// Waits until it has ended, and leaves it to be reaped.
  private static func end(of child: pid_t) async -> Event {
    await withCheckedContinuation { continuation in
      // A thread of its own: a command that hangs must not hold up the next.
      DispatchQueue(label: "command").async {
        var info = siginfo_t()
        while waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        continuation.resume(returning: .ended)
      }
    }
  }

  private func time(_ duration: Duration) async -> Event {
    await sleep(duration)
    return .timeIsUp
  }
}
