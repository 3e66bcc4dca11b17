import Glibc

/// The user that owns the state directory, as whom the service runs. A check by root acts as this user for a moment: root
/// could read and run much that the service cannot.
struct ServiceUser {
  private let uid: uid_t
  private let gid: gid_t
  private let name: String

  /// The owner of a state directory; `nil` if this process is not root, or if root owns the directory.
  init?(owning state: String) {
    var found = stat()
    guard geteuid() == 0, stat(state, &found) == 0, found.st_uid != 0 else { return nil }
    var entry = passwd()
    var result: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(found.st_uid, &entry, &buffer, buffer.count, &result) == 0, result != nil,
      let name = entry.pw_name
    else { return nil }
    uid = entry.pw_uid
    gid = entry.pw_gid
    self.name = String(cString: name)
  }

  /// Runs `body` with the rights of the service's user.
  static func act<Result>(for state: String, _ body: () -> Result) -> Result {
    guard let user = ServiceUser(owning: state) else { return body() }
    return user.act(body)
  }

  /// Runs `body` with this user's rights, or with root's if the system does not let root take them.
  private func act<Result>(_ body: () -> Result) -> Result {
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    defer {
      _ = seteuid(0)
      _ = setegid(0)
      _ = setgroups(Int(max(0, count)), groups)
    }
    _ = initgroups(name, gid)
    _ = setegid(gid)
    _ = seteuid(uid)
    return body()
  }
}
