import Glibc

/// The users and groups that the system knows, from wherever it has them (nsswitch.conf(5)).
enum Accounts {
  /// The uid of the user `name`.
  @Sendable static func user(_ name: String) -> UInt32? {
    var entry = passwd()
    return lookedUp { buffer, size, found in
      var result: UnsafeMutablePointer<passwd>?
      let error = getpwnam_r(name, &entry, buffer, size, &result)
      found = result == nil ? nil : entry.pw_uid
      return error
    }
  }

  /// The gid of the group `name`.
  @Sendable static func group(_ name: String) -> UInt32? {
    var entry = Glibc.group()
    return lookedUp { buffer, size, found in
      var result: UnsafeMutablePointer<Glibc.group>?
      let error = getgrnam_r(name, &entry, buffer, size, &result)
      found = result == nil ? nil : entry.gr_gid
      return error
    }
  }

  /// Gives `lookUp` more room until its answer fits; a group with thousands of members needs a lot.
  private static func lookedUp(
    _ lookUp: (UnsafeMutablePointer<CChar>, Int, inout UInt32?) -> Int32
  ) -> UInt32? {
    var size = 4096
    while size <= 1 << 22 {
      var id: UInt32?
      let error = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { room in
        room.baseAddress.map { lookUp($0, size, &id) } ?? ENOMEM
      }
      guard error == ERANGE else { return id }
      size *= 4
    }
    return nil
  }
}
