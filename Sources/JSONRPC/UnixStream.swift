import Glibc

/// A connected UNIX stream socket that is used with deadlines. The descriptor is closed with the last reference.
final class UnixStream {
  /// What can be polled.
  let descriptor: Int32

  init(path: String, until deadline: Deadline) throws(RPCClientError) {
    guard let address = UnixAddress(path: path) else {
      throw .pathTooLong(path: path, limit: UnixAddress.pathLimit)
    }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .system(operation: "socket", errno: errno) }
    // When this throws, `deinit` runs and closes the descriptor. A second close would hit another file of the process.
    try connect(to: address, until: deadline)
  }

  deinit {
    close(descriptor)
  }

  /// A UNIX socket cannot be polled while it connects (a full queue answers EAGAIN at once), but a blocking `connect`
  /// keeps to SO_SNDTIMEO.
  private func connect(to address: UnixAddress, until deadline: Deadline) throws(RPCClientError) {
    while true {
      let left = deadline.millisecondsLeft
      guard left > 0 else { throw .timeout(.connecting) }
      var timeout = timeval(tv_sec: Int(left / 1000), tv_usec: Int(left % 1000) * 1000)
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
      if address.withSocketAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 { return }
      if errno != EINTR { throw Self.connectError(errno, path: address.path) }
    }
  }

  private static func connectError(_ code: Int32, path: String) -> RPCClientError {
    switch code {
    case ENOENT, ENOTDIR: .noSocket(path: path)
    case EACCES, EPERM: .permission(path: path)
    case EPROTOTYPE: .notASocket(path: path)
    case ECONNREFUSED: isSocket(path) ? .nobodyListening(path: path) : .notASocket(path: path)
    case EAGAIN: .timeout(.connecting)
    default: .system(operation: "connect", errno: code)
    }
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Sends everything. A server that has gone raises no signal, it is `closed`.
  func send(_ bytes: UnsafeRawBufferPointer, until deadline: Deadline) throws(RPCClientError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let buffer = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: try wait(for: POLLOUT, .sending, until: deadline)
      case EPIPE, ECONNRESET: throw .closed
      default: throw .system(operation: "send", errno: errno)
      }
    }
  }

  /// Reads what is there, waiting for the first byte; 0 at the end of the stream.
  func receive(into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline) throws(RPCClientError) -> Int {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: try wait(for: POLLIN, .receiving, until: deadline)
      case ECONNRESET: return 0
      default: throw .system(operation: "recv", errno: errno)
      }
    }
  }

  /// Reads what is there and never waits; `nil` when there is nothing, 0 at the end of the stream.
  func receiveAtOnce(into buffer: UnsafeMutableRawBufferPointer) throws(RPCClientError) -> Int? {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      case ECONNRESET: return 0
      default: throw .system(operation: "recv", errno: errno)
      }
    }
  }

  /// Tells the server that nothing more will be sent.
  func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  private func wait(
    for events: Int32, _ phase: RPCClientError.Phase, until deadline: Deadline
  ) throws(RPCClientError) {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let ready = poll(&entry, 1, deadline.millisecondsLeft)
    if ready == 0 { throw .timeout(phase) }
    if ready < 0, errno != EINTR { throw .system(operation: "poll", errno: errno) }
  }
}
