/// Why a server cannot be reached, or why the talk with it ended. Each case wants another next step of the person.
package enum RPCClientError: Error, Sendable, Hashable {
  /// What was under way when time ran out.
  package enum Phase: String, Sendable, Hashable {
    /// Waiting to be accepted.
    case connecting
    /// Waiting until the server takes what is sent.
    case sending
    /// Waiting for the answer.
    case receiving
  }

  /// Nothing exists at the path.
  case noSocket(path: String)
  /// The file's mode or a folder's keeps this user out.
  case permission(path: String)
  /// The socket is there, but no process listens on it.
  case nobodyListening(path: String)
  /// What exists at the path is no stream socket.
  case notASocket(path: String)
  /// A UNIX socket's address holds fewer bytes.
  case pathTooLong(path: String, limit: Int)
  /// The deadline has passed.
  case timeout(Phase)
  /// The server has closed the connection.
  case closed
  /// What came is no answer of JSON-RPC 2.0; holds what is wrong with it.
  case notAnAnswer(String)
  /// The operating system refuses for another reason.
  case system(operation: String, errno: Int32)
}

extension RPCClientError: CustomStringConvertible {
  /// A sentence for a person.
  package var description: String {
    switch self {
    case .noSocket(let path): "There is no socket at \(path)."
    case .permission(let path): "This user may not open the socket \(path)."
    case .nobodyListening(let path): "Nobody listens on the socket \(path)."
    case .notASocket(let path): "\(path) is no stream socket."
    case .pathTooLong(let path, let limit): "The socket path \(path) is longer than \(limit) bytes."
    case .timeout(.connecting): "The server did not accept the connection in time."
    case .timeout(.sending): "The server did not take the request in time."
    case .timeout(.receiving): "The server did not answer in time."
    case .closed: "The server closed the connection before it answered."
    case .notAnAnswer(let what): "The server sent no JSON-RPC 2.0 answer. \(what)"
    case .system(let operation, let code): "\(operation): \(SystemError(code))."
    }
  }
}
