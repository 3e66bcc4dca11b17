import CXattr
import Glibc
import JSONRPC

/// Lets one group connect to a socket whose file belongs to another group, by an access control list (acl(5)).
///
/// Changing the file's group instead needs the system call chown, which visitsd's unit does not allow.
enum GroupAccess {
  /// The kinds of entries in an access control list, with their numbers from `linux/posix_acl.h`.
  private enum Tag: UInt16 {
    case owner = 0x01
    case owningGroup = 0x04
    case group = 0x08
    case mask = 0x10
    case others = 0x20
  }

  /// Lets the owner and a group read and write a file, and no other user.
  ///
  /// - Returns: Whether the file system can do that.
  static func grant(to group: UInt32, path: String) throws(SystemError) -> Bool {
    let readWrite: UInt16 = 6
    // The layout of `linux/posix_acl_xattr.h`: version 2, then entries of tag, permissions and id, in the order of tags.
    var list = withUnsafeBytes(of: UInt32(2).littleEndian) { Array($0) }
    for (tag, permissions, id) in [
      (Tag.owner, readWrite, UInt32.max), (.owningGroup, 0, .max), (.group, readWrite, group), (.mask, readWrite, .max),
      (.others, 0, .max),
    ] {
      withUnsafeBytes(of: tag.rawValue.littleEndian) { list += $0 }
      withUnsafeBytes(of: permissions.littleEndian) { list += $0 }
      withUnsafeBytes(of: id.littleEndian) { list += $0 }
    }
    if setxattr(path, "system.posix_acl_access", list, list.count, 0) == 0 { return true }
    guard errno == EOPNOTSUPP else { throw SystemError() }
    return false
  }
}
