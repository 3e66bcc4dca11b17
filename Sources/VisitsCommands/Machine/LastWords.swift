import Glibc
import Synchronization

/// Where the signal handler finds what to say, as an address: the one thing that a handler can reach. 0: nothing.
private let words = Atomic<UInt>(0)

/// What is said on standard error when a signal ends the program, which it does all the same.
enum LastWords {
  private static let ending = [SIGINT, SIGTERM, SIGHUP]

  /// - Parameter text: `nil`: nothing.
  static func set(_ text: String?) {
    let latest = text.flatMap { strdup($0) }.map { UInt(bitPattern: $0) } ?? 0
    free(UnsafeMutableRawPointer(bitPattern: words.exchange(latest, ordering: .sequentiallyConsistent)))
    for signal in ending { take(signal) }
  }

  private static func take(_ signal: Int32) {
    var action = sigaction()
    action.sa_flags = Int32(bitPattern: SA_RESETHAND)
    action.__sigaction_handler.sa_handler = { signal in
      if let text = UnsafePointer<CChar>(bitPattern: words.load(ordering: .sequentiallyConsistent)) {
        _ = write(STDERR_FILENO, text, strlen(text))
      }
      // Now it ends as if nobody had listened, so that a shell knows why.
      raise(signal)
    }
    var before = sigaction()
    guard sigaction(signal, &action, &before) == 0 else { return }
    // What a parent has made this program ignore, as nohup(1) does, it goes on ignoring.
    if unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      sigaction(signal, &before, nil)
    }
  }
}
