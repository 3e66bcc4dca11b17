import JSONRPCServer

extension RPCServerError {
  /// Why nothing can be listened on there, and what the operator can do about it.
  var sentence: String {
    guard case .system(_, let path, let error) = self else { return description }
    let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    return "\(error). See whether its folder is there and may be written: ls -ld \(folder.isEmpty ? "/" : folder)"
  }
}
