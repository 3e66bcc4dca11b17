import Glibc
package import JSONRPC

/// The machine that the program really runs on.
package struct Host: Machine {
  package let environment: [String: String]

  /// This machine, with the environment of this process.
  package init() {
    var environment: [String: String] = [:]
    var entry = environ
    while let line = entry.pointee {
      if let equals = strchr(line, Int32(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: line, count: equals - line)
        environment[String(decoding: name, as: UTF8.self)] = String(cString: equals + 1)
      }
      entry += 1
    }
    self.environment = environment
  }

  package var milliseconds: Int64 { Self.read(CLOCK_MONOTONIC) }

  package var millisecondsSince1970: Int64 { Self.read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  package func sleep(milliseconds: Int) {
    usleep(UInt32(clamping: milliseconds * 1000))
  }

  package func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in generator.next() }
  }

  package func connect(to path: String, milliseconds: Int) throws(RPCClientError) -> any Connection {
    try RPCClient(path: path, timeout: milliseconds)
  }

  package func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  package func group(of path: String) -> String? {
    var path = Substring(path)
    var status = stat()
    while stat(String(path), &status) != 0 {
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
      path = path[..<slash]
    }
    // Not `getgrgid`: a static program would load the system's name services with it.
    guard let file = try? read(.file("/etc/group")) else { return String(status.st_gid) }
    return Self.name(ofGroup: status.st_gid, in: String(decoding: file, as: UTF8.self)) ?? String(status.st_gid)
  }

  package var hasKeyboard: Bool { isatty(STDIN_FILENO) == 1 }

  package func nextLine() -> String? { readLine() }

  package func draft(of path: String) throws(SystemError) -> any Draft { try FileDraft(of: path) }

  package func stayOpen(readsKeys: Bool) throws(SystemError) -> any Waiting {
    try HostWaiting(readsKeys: readsKeys)
  }

  package func setLastWords(_ text: String?) { LastWords.set(text) }

  /// The name of a group in a text like group(5).
  static func name(ofGroup id: UInt32, in file: String) -> String? {
    for line in file.split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count >= 3, UInt32(fields[2]) == id { return String(fields[0]) }
    }
    return nil
  }

  package func output(of command: [String], milliseconds: Int) -> String? {
    ProgramOutput.read(command, milliseconds: milliseconds)
  }

  package func read(_ source: InputSource, atMost limit: Int) throws(SystemError) -> [UInt8] {
    switch source {
    case .standardInput: return try FileBytes.readToEnd(STDIN_FILENO, atMost: limit)
    case .file(let path): return try FileBytes.read(path, atMost: limit)
    }
  }
}
