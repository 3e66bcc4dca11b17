import Glibc
import Synchronization
import VisitsService

/// Why a command was not started (`errno`).
struct SpawnFailure: Error {
  let number: Int32
}

/// Starts a process.
enum Spawn {
  /// All of its environment: nothing of ours, since that may hold what is nobody's business.
  static let environment = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"]

  /// The input waits in the pipe as a whole, so that nobody has to write while a command reads, or does not. This is the
  /// most that a pipe holds for who is not root (pipe(7)).
  private static let inputLimit = 1 << 20
  /// fcntl(2); the C library shows it to GNU sources only.
  private static let setPipeSize: Int32 = 1031

  /// One at a time: a process that is started between another's pipe and the marks on it would hold that pipe open.
  private static let turn = Mutex(())

  private typealias CloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// Closes every descriptor from one on. Not all of ours close by themselves: the sockets of clients are among those
  /// that do not, and a client would not see the end of its connection while a command runs. Looked up by name, since
  /// the C library shows it to GNU sources only, and has it since 2.34 (2021).
  private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
    unsafeBitCast($0, to: CloseFrom.self)
  }

  /// Starts the command with the input, as the leader of a group, with no descriptor of ours, every signal as it is by
  /// default, and nowhere to print to.
  static func start(_ command: Command, input: [UInt8]) throws(SpawnFailure) -> pid_t {
    try turn.withLock { _ throws(SpawnFailure) in
      let reading = try filledPipe(input)
      defer { close(reading) }
      return try start(command, reading: reading)
    }
  }

  private static func filledPipe(_ input: [UInt8]) throws(SpawnFailure) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SpawnFailure(number: errno) }
    defer { close(ends[1]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    if input.count > 1 << 16 { _ = fcntl(ends[1], setPipeSize, Int32(inputLimit)) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let written = input.withUnsafeBytes { $0.isEmpty ? 0 : write(ends[1], $0.baseAddress, $0.count) }
    guard written == input.count else {
      let number = written < 0 ? errno : E2BIG
      close(ends[0])
      throw SpawnFailure(number: number)
    }
    return ends[0]
  }

  private static func start(_ command: Command, reading input: Int32) throws(SpawnFailure) -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_WRONLY, 0)
    }
    _ = closeFrom?(&files, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // We ignore some signals, and what is ignored stays so in a new program: it could not be told to end.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var child: pid_t = 0
    let number = withCStrings([command.program] + command.arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&child, command.program, &files, &attributes, arguments, environment)
      }
    }
    guard number == 0 else { throw SpawnFailure(number: number) }
    return child
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
