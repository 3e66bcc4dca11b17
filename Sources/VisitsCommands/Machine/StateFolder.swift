import JSON
import JSONRPC

/// Where runs of the program remember something for the next run: a small file for each name and socket, readable by
/// this user alone.
struct StateFolder {
  private let folder: String
  private let socket: String

  /// The folder of this user, for one daemon; `nil` without a place for it.
  init?(environment: [String: String], socket: String) {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      folder = "\(state)/visits"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      folder = "\(home)/.local/state/visits"
    } else {
      return nil
    }
    self.socket = socket
  }

  /// Stores the file of a name.
  ///
  /// - Throws: Why it cannot be stored. The older file is gone then, so that it is not taken for the present one.
  func store(_ members: JSONObject, as name: String) throws(SystemError) {
    var file = members
    file["socket"] = .string(socket)
    file["name"] = .string(name)
    try FileBytes.makeFolder(folder)
    do throws(SystemError) {
      try FileBytes.replace(path(of: name), with: JSONValue.object(file).bytes + [0x0A])
    } catch {
      // A full disk still allows this.
      FileBytes.remove(path(of: name))
      throw error
    }
  }

  /// The file of a name; `nil` when there is none, it cannot be read, or the folder takes no newer one.
  func file(_ name: String) -> JSONValue? {
    guard FileBytes.isWritable(folder), let bytes = try? FileBytes.read(path(of: name)),
      let file = try? JSONScanner.parse(bytes), file["socket"]?.string == socket, file["name"]?.string == name
    else { return nil }
    return file
  }

  /// A file's name tells neither the name nor the socket (FNV-1a of both; the file itself is compared).
  private func path(of name: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(socket)\0\(name)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return "\(folder)/\(String(repeating: "0", count: 16 - digits.count))\(digits).json"
  }
}
