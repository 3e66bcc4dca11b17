package import JSONRPC

/// Why a server cannot listen.
package enum RPCServerError: Error, Sendable, Hashable {
  /// A UNIX socket's address holds fewer bytes.
  case pathTooLong(path: String, limit: Int)
  /// Something else than a socket is at the path; it is left alone.
  case notASocket(path: String)
  /// Another process listens there.
  case alreadyListening(path: String)
  /// The operating system refuses.
  case system(operation: String, path: String, SystemError)
}

extension RPCServerError: CustomStringConvertible {
  /// A sentence for a person.
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
