import Glibc
import JSONRPC

/// What another program prints.
enum ProgramOutput {
  /// The most that is read of it, in bytes.
  private static let limit = 1 << 16

  /// Runs a program that `$PATH` leads to, with nothing to read and nobody to complain to, and returns what it prints on
  /// standard output whatever its exit status; `nil` when there is no such program, or it takes longer.
  static func read(_ words: [String], milliseconds: Int) -> String? {
    var ends: [Int32] = [-1, -1]
    guard let program = words.first, pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO)
    // Its standard output ends when it ends: nothing else of it may hold the pipe.
    for end in ends { posix_spawn_file_actions_addclose(&files, end) }
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    let status = posix_spawnp(&process, program, &files, nil, &arguments, environ)
    close(ends[1])
    guard status == 0 else { return nil }
    let bytes = readToEnd(ends[0], until: Deadline(milliseconds: milliseconds))
    // Without effect on one that has ended.
    if bytes == nil { kill(process, SIGKILL) }
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func readToEnd(_ descriptor: Int32, until deadline: Deadline) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, deadline.millisecondsLeft)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { return nil }
      guard bytes.count <= limit else { return nil }
    }
  }
}
