import FHIR
import Glibc

/// Where a token or a private key is kept: a file, never a setting itself.
package struct SecretFile: Sendable, Hashable {
  /// The file's path.
  package let path: String

  /// A file.
  package init(path: String) {
    self.path = path
  }

  /// A credential of the service manager, by its name (systemd.exec, "Credentials").
  ///
  /// - Parameter folder: what the environment holds as `CREDENTIALS_DIRECTORY`; without it there are none.
  package init?(credential name: String, in folder: String?) {
    guard let folder, !folder.isEmpty, !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".."
    else { return nil }
    path = "\(folder)/\(name)"
  }

  /// Whether every user of this machine may read it.
  package var isOpenToAll: Bool {
    var found = stat()
    return stat(path, &found) == 0 && found.st_mode & S_IROTH != 0
  }

  /// The most bytes that a token or key has; a file that never ends must not be read for ever.
  static let largest = 64 << 10

  /// What stands in the file.
  func text() throws(AuthenticationFault) -> Secret {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable(file: path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.largest + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .unreadable(file: path) }
      guard got > 0 else { break }
      count += got
    }
    guard count <= Self.largest else { throw .unreadable(file: path) }
    return Secret(value: String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// The token in the file: one line of the characters that a header may carry (RFC 6750, 2.1).
  func token() throws(AuthenticationFault) -> Secret {
    guard let token = Secret(token: try text().value) else { throw .noToken(file: path) }
    return token
  }
}

extension Secret {
  /// A token, without the line end that an editor leaves behind it; `nil` when no header may carry it.
  init?(token text: String) {
    var token = text.utf8[...]
    while let last = token.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { token = token.dropLast() }
    guard !token.isEmpty, token.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    value = String(Substring(token))
  }
}
