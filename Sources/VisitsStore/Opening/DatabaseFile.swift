import Glibc
import VisitsModel

/// The database's file as the system sees it, judged before the engine touches it.
struct DatabaseFile {
  /// "visi".
  static let applicationID: UInt32 = 0x7669_7369

  let path: String
  /// The write-ahead log's file.
  var log: String { path + "-wal" }

  /// What is there.
  enum Found: Hashable {
    case nothing
    /// One of ours, of that version.
    case database(version: Int)
    /// One of ours whose log still holds changes, after an unclean stop.
    case unclean
  }

  /// How much the database and its log hold.
  var bytes: Int64 {
    [path, log].reduce(0) { sum, path in sum + ((try? size(of: path)) ?? nil ?? 0) }
  }

  /// How much its log holds.
  var logBytes: Int64 { (try? size(of: log)) ?? nil ?? 0 }

  /// The folder that it is in.
  var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether something has that name.
  var exists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether both names are those of one file.
  func isSame(as other: String) -> Bool {
    var (mine, others) = (stat(), stat())
    return stat(path, &mine) == 0 && stat(other, &others) == 0 && mine.st_dev == others.st_dev
      && mine.st_ino == others.st_ino
  }

  /// Makes the folder if it is missing, for us alone.
  func makeDirectory() throws(StoreRefusal) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    try Self.makeDirectory(String(path[..<slash]), for: path)
  }

  private static func makeDirectory(_ directory: String, for path: String) throws(StoreRefusal) {
    if mkdir(directory, 0o700) == 0 { return }
    switch errno {
    case EEXIST:
      var status = stat()
      if stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
      throw .noDirectory(path: path, code: ENOTDIR)
    case ENOENT:
      guard let slash = directory.lastIndex(of: "/"), slash > directory.startIndex else { break }
      try makeDirectory(String(directory[..<slash]), for: path)
      if mkdir(directory, 0o700) == 0 { return }
    default: break
    }
    throw .noDirectory(path: path, code: errno)
  }

  /// Looks at what is there. A file that is not plainly ours, and whole, is never taken for a new one.
  ///
  /// - Parameter toWrite: Whether we must be allowed to write it, too.
  func find(toWrite: Bool = true) throws(StoreRefusal) -> Found {
    let logSize = try size(of: log)
    guard let size = try size(of: path) else {
      if let logSize, logSize > 0 { throw .missing(path: path, log: log) }
      return .nothing
    }
    guard size > 0 else { throw .empty(path: path) }
    let isUnclean = logSize ?? 0 > 0
    let version = try checkHeader(size: size, isUnclean: isUnclean, toWrite: toWrite)
    return isUnclean ? .unclean : .database(version: version)
  }

  /// The size of a regular file; `nil` when there is none.
  private func size(of path: String) throws(StoreRefusal) -> Int64? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path: path, code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    return Int64(status.st_size)
  }

  /// Reads the first 100 bytes (sqlite.org/fileformat2.html, 1.3). We give each new database its application id before
  /// it gets its name, so the id always stands there.
  ///
  /// - Returns: The version that stands there.
  private func checkHeader(size: Int64, isUnclean: Bool, toWrite: Bool) throws(StoreRefusal) -> Int {
    let descriptor = open(path, (toWrite ? O_RDWR : O_RDONLY) | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &header, header.count, 0)
    guard count >= 0 else { throw .unreadable(path: path, code: errno) }
    guard count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else { throw .notADatabase(path: path) }
    func number(at offset: Int, bytes: Int) -> UInt32 {
      header[offset..<offset + bytes].reduce(0) { $0 << 8 | UInt32($1) }
    }
    let applicationID = number(at: 68, bytes: 4)
    guard applicationID == Self.applicationID else { throw .notOurs(path: path, applicationID: applicationID) }
    // While the log holds changes, the file may be on its way to another size.
    let pageSize = number(at: 16, bytes: 2)
    let expected = Int64(number(at: 28, bytes: 4)) * Int64(pageSize == 1 ? 65_536 : pageSize)
    if !isUnclean, size < expected { throw .truncated(path: path, expected: expected, actual: size) }
    return Int(number(at: 60, bytes: 4))
  }

  /// Waits until a file, and its name in its folder, are on disk.
  static func sync(_ path: String) -> Bool {
    [path, DatabaseFile(path: path).folder].allSatisfy { path in
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return fsync(descriptor) == 0
    }
  }

  /// Makes an empty file that only we may read, in place of what a broken attempt left.
  static func makeEmpty(_ path: String) -> Bool {
    remove(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Has the file's date say what moment it shows. Where that cannot be, it says when it was written.
  func date(_ moment: Instant) {
    let time = timespec(
      tv_sec: Int(moment.milliseconds / 1000), tv_nsec: Int(moment.milliseconds % 1000) * 1_000_000)
    utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// Takes away a database of ours, with what the engine keeps beside it.
  static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }

  /// Copies a file's bytes; the copy may only be read by us.
  static func copy(_ from: String, to: String) -> Bool {
    let source = open(from, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return false }
    defer { close(source) }
    let copy = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard copy >= 0 else { return false }
    defer { close(copy) }
    while true {
      // Not from our own memory: the kernel moves the bytes, at most 2 GB at a time.
      let count = sendfile(copy, source, nil, 1 << 30)
      if count == 0 { return true }
      guard count > 0 || errno == EINTR else { return false }
    }
  }

  /// Gives a file that is whole and on disk its final name.
  static func publish(_ temporary: String, as path: String) -> Bool {
    sync(temporary) && rename(temporary, path) == 0 && sync(path)
  }
}
