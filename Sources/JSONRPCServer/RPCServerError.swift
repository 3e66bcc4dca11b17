package import JSONRPC

/// The reasons why a server cannot listen.
package enum RPCServerError: Error, Sendable, Hashable {
  /// The path is too long for the address of a UNIX socket, which allows `limit` bytes.
  case pathTooLong(path: String, limit: Int)
  /// A file that is not a socket is at the path. The server does not remove it.
  case notASocket(path: String)
  /// Another process already listens at the path.
  case alreadyListening(path: String)
  /// The system call named by `operation` has failed.
  case system(operation: String, path: String, SystemError)
}

extension RPCServerError: CustomStringConvertible {
  /// The problem in one sentence.
  package var description: String {
    switch self {
    case .pathTooLong(let path, let limit):
      "The socket path \(path) has \(path.utf8.count) bytes, a UNIX socket allows \(limit); choose a shorter one."
    case .notASocket(let path):
      "\(path) exists and is no socket; take it away or choose another socket path."
    case .alreadyListening(let path):
      "Another process listens on \(path); stop it first or choose another socket path."
    case .system(let operation, let path, let error): "\(operation) \(path): \(error)."
    }
  }
}
