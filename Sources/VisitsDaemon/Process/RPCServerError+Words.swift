import JSONRPCServer

extension RPCServerError {
  /// The path of the socket.
  var path: String {
    switch self {
    case .pathTooLong(let path, _), .notASocket(let path), .alreadyListening(let path), .system(_, let path, _): path
    }
  }

  /// Why nothing can be listened on there, and what the operator can do about it.
  var sentence: String {
    guard case .system(_, let path, let error) = self else { return description }
    let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    return "\(error). See whether its folder is there and may be written: ls -ld \(folder.isEmpty ? "/" : folder)"
  }
}
