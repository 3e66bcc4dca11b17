import Glibc
import VisitsModel

/// The file of a database, for inspecting and handling it without SQLite.
struct DatabaseFile {
  /// The application id in the header of each database that this program creates: the bytes "visi".
  static let applicationID: UInt32 = 0x7669_7369

  let path: String
  /// The path of the write-ahead log.
  var log: String { path + "-wal" }

  /// The state in which an inspection finds the file.
  enum Found: Hashable {
    case nothing
    /// A database that this program created, with its schema version.
    case database(version: Int)
    /// A database that this program created. Its write-ahead log still holds changes, because the last daemon did not
    /// stop cleanly.
    case unclean
  }

  /// The size of the database and its write-ahead log, in bytes.
  var bytes: Int64 {
    [path, log].reduce(0) { sum, path in sum + ((try? size(of: path)) ?? nil ?? 0) }
  }

  /// The size of the write-ahead log, in bytes.
  var logBytes: Int64 { (try? size(of: log)) ?? nil ?? 0 }

  /// The path of the folder that contains the file.
  var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether there is a file at the path.
  var exists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether both paths lead to the same file.
  func isSame(as other: String) -> Bool {
    var (mine, others) = (stat(), stat())
    return stat(path, &mine) == 0 && stat(other, &others) == 0 && mine.st_dev == others.st_dev
      && mine.st_ino == others.st_ino
  }

  /// Creates the file's folder if it is missing. Only the user of this process may enter it.
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

  /// Inspects the file. If the file exists but is not a complete database of this program, the function throws an
  /// error, so that no existing file is ever overwritten with a new database.
  ///
  /// - Parameter toWrite: Whether this process must be allowed to write the file too.
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

  /// Returns the size of a regular file; `nil` if there is none.
  private func size(of path: String) throws(StoreRefusal) -> Int64? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path: path, code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    return Int64(status.st_size)
  }

  /// Checks the first 100 bytes of the file, SQLite's header (sqlite.org/fileformat2.html, 1.3). This program sets the
  /// application id of a new database before the file gets its final name, so a missing id means a foreign database.
  ///
  /// - Returns: The schema version in the header.
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
    // While the log holds changes, the file size need not match the header yet.
    let pageSize = number(at: 16, bytes: 2)
    let expected = Int64(number(at: 28, bytes: 4)) * Int64(pageSize == 1 ? 65_536 : pageSize)
    if !isUnclean, size < expected { throw .truncated(path: path, expected: expected, actual: size) }
    return Int(number(at: 60, bytes: 4))
  }

  /// Waits until the content of a file and its entry in the folder are on disk. Returns `false` if that fails.
  static func sync(_ path: String) -> Bool {
    [path, DatabaseFile(path: path).folder].allSatisfy { path in
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return fsync(descriptor) == 0
    }
  }

  /// Creates an empty file that only the user of this process may read. A file that an earlier, failed attempt left at
  /// this path is deleted first.
  static func makeEmpty(_ path: String) -> Bool {
    remove(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Sets the file's modification time to the moment that the data in the file describes. If that fails, the file still
  /// has the time at which it was written.
  func date(_ moment: Instant) {
    let time = timespec(
      tv_sec: Int(moment.milliseconds / 1000), tv_nsec: Int(moment.milliseconds % 1000) * 1_000_000)
    utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// Deletes a database file together with SQLite's auxiliary files.
  static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }

  /// Copies a file. Only the user of this process may read the copy.
  static func copy(_ from: String, to: String) -> Bool {
    let source = open(from, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return false }
    defer { close(source) }
    let copy = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard copy >= 0 else { return false }
    defer { close(copy) }
    while true {
      // The kernel copies up to 1 GiB per call, without a buffer in this process.
      let count = sendfile(copy, source, nil, 1 << 30)
      if count == 0 { return true }
      guard count > 0 || errno == EINTR else { return false }
    }
  }

  /// Waits until a complete file is on disk, then gives it its final name.
  static func publish(_ temporary: String, as path: String) -> Bool {
    sync(temporary) && rename(temporary, path) == 0 && sync(path)
  }
}
