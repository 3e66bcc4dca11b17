import Glibc
import JSONRPC
import Synchronization

/// Where the signal handler writes: the one thing that a handler can reach.
private let signalPipe = Atomic<Int32>(-1)

/// Waits on this machine: with poll(2) on the connection, the keyboard, and a pipe into which signals are written.
final class HostWaiting: Waiting {
  private static let ending = [SIGINT, SIGTERM, SIGHUP]
  private var pipe: [Int32] = [-1, -1]
  private var earlier: [(signal: Int32, action: sigaction)] = []
  /// How the terminal was; `nil`: it was left alone.
  private var terminal: termios?

  init(readsKeys: Bool) throws(SystemError) {
    guard Glibc.pipe(&pipe) == 0 else { throw SystemError() }
    for end in pipe {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    signalPipe.store(pipe[1], ordering: .sequentiallyConsistent)
    for signal in Self.ending + [SIGWINCH] + (readsKeys ? [SIGTSTP] : []) { take(signal) }
    if readsKeys { readKeys() }
  }

  deinit { end() }

  func wait(for connection: (any Connection)?, milliseconds: Int) -> Wake {
    var entries = [
      pollfd(fd: pipe[0], events: Int16(POLLIN), revents: 0),
      pollfd(fd: terminal == nil ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // A signal ends the wait, and stands in the pipe then.
    let ready = poll(&entries, nfds_t(entries.count), Int32(clamping: max(0, milliseconds)))
    if let wake = signalled() { return wake }
    guard ready > 0 else { return .time }
    if entries[1].revents != 0 { return pressed() }
    return .message
  }

  func suspend() {
    let kept = terminal
    leaveKeys()
    // What Ctrl-Z would do had it not been taken: the shell has the terminal until it continues this program.
    raise(SIGSTOP)
    if kept != nil { readKeys() }
  }

  func end() {
    leaveKeys()
    for (signal, action) in earlier {
      var action = action
      sigaction(signal, &action, nil)
    }
    earlier = []
    signalPipe.store(-1, ordering: .sequentiallyConsistent)
    for descriptor in pipe where descriptor >= 0 { close(descriptor) }
    pipe = [-1, -1]
  }

  private func take(_ signal: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { signal in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = write(signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
      errno = saved
    }
    var before = sigaction()
    guard sigaction(signal, &action, &before) == 0 else { return }
    // What a parent has made this program ignore, as nohup(1) does, it goes on ignoring.
    if unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      sigaction(signal, &before, nil)
    } else {
      earlier.append((signal, before))
    }
  }

  private func signalled() -> Wake? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(pipe[0], &bytes, bytes.count)
    guard count > 0 else { return nil }
    let signals = bytes[..<count].map(Int32.init)
    if signals.contains(where: Self.ending.contains) { return .ended }
    return signals.contains(SIGTSTP) ? .suspended : .resized
  }

  private func pressed() -> Wake {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 { return .keys(Array(bytes[..<count])) }
    // A terminal that reads nothing has gone.
    return count < 0 && errno == EINTR ? .time : .ended
  }

  /// Keys come as they are pressed and are not shown; Ctrl-C and Ctrl-Z stay signals.
  private func readKeys() {
    var now = termios()
    guard tcgetattr(STDIN_FILENO, &now) == 0 else { return }
    terminal = now
    now.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &now)
  }

  private func leaveKeys() {
    guard var before = terminal else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
    terminal = nil
  }
}
