import Glibc
import Synchronization
import VisitsModel

/// A file whose room is taken beforehand, for alarms that the database cannot take: on a full disk it still can be
/// written. Every write is on disk when it returns (O_DSYNC).
final class Spool: Sendable {
  /// How much it holds: some two hundred alarms with a note.
  static let size = 262_144
  /// How much of it second and later records of an owner may fill: the rest is left for the first records of others.
  static let sizeOfMore = size / 2
  /// How much of it an owner with several records may fill: some ten alarms with a long note.
  static let sizeOfOne = 16_384

  /// Up to where the file was read.
  struct Mark: Sendable, Hashable {
    fileprivate let end: Int
    /// How often it had been emptied.
    fileprivate let clearings: Int
  }

  /// Where the next record goes.
  private struct Place {
    var end: Int
    /// How often it was emptied since the start: what comes then may end where something else did.
    var clearings = 0
    /// Whether something is in the file that is no record: it was damaged, or a write was torn off before the start.
    var isDamaged: Bool
    /// Whether a write was torn off since the start; whoever raised that alarm was told that it is not on disk.
    var isTorn = false
    /// How many bytes each owner has in it. Not known of what was in it before the start.
    var shares: [String: Int] = [:]

    /// Whether a record that ends at a place may be kept: somebody who raises an alarm on and on must not take the room
    /// that another needs for one.
    func hasRoom(for record: Int, upTo end: Int, of owner: String) -> Bool {
      guard let share = shares[owner] else { return end <= Spool.size }
      return share + record <= Spool.sizeOfOne && end <= Spool.sizeOfMore
    }
  }

  let path: String
  private let descriptor: Int32
  private let place: Mutex<Place>

  /// Opens the file, or makes it.
  init(path: String) throws(SpoolFault) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_DSYNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .failed(errno) }
    var status = stat()
    // One that has its room was on disk before: what stands in it is read, though the disk may fail just now.
    let hasRoom = fstat(descriptor, &status) == 0 && status.st_size >= off_t(Self.size)
    let code = posix_fallocate(descriptor, 0, off_t(Self.size))
    guard code == 0 || hasRoom, DatabaseFile.sync(path) || hasRoom, let bytes = Self.bytes(descriptor) else {
      let failure = code == 0 ? errno : code
      close(descriptor)
      throw .failed(failure)
    }
    let found = SpoolFormat.read(bytes)
    place = Mutex(Place(end: found.end, isDamaged: !found.isWhole))
  }

  /// Whether something in it cannot be read.
  var isDamaged: Bool { place.withLock(\.isDamaged) }

  /// What is wrong with the file, seen without changing it; a file that is not there is made by the next start.
  static func look(at path: String) -> SpoolTrouble? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return errno == ENOENT ? nil : .unusable(path: path, .failed(errno)) }
    defer { close(descriptor) }
    guard let bytes = bytes(descriptor) else { return .unusable(path: path, .failed(errno)) }
    return SpoolFormat.read(bytes).isWhole ? nil : .damaged(path: path)
  }

  deinit { close(descriptor) }

  /// Keeps a record. When this returns it is on disk; when it throws, it is not kept.
  ///
  /// - Parameter owner: Whose record it is. The first one of an owner may take all the room that is left; those after it
  ///   together ``sizeOfOne`` at most.
  func append(_ record: SpoolRecord, of owner: String) throws(SpoolFault) {
    guard let bytes = SpoolFormat.bytes(record) else { throw .full }
    try place.withLock { (place) throws(SpoolFault) in
      let end = place.end + bytes.record.count + bytes.end.count
      guard place.hasRoom(for: bytes.record.count, upTo: end, of: owner) else { throw .full }
      do throws(SpoolFault) {
        try write(bytes.record + bytes.end, at: place.end)
      } catch {
        place.isTorn = true
        throw error
      }
      place.end += bytes.record.count
      place.shares[owner, default: 0] += bytes.record.count
    }
  }

  /// What is kept, read from the file, and the mark up to which that is.
  func records() throws(SpoolFault) -> (records: [SpoolRecord], mark: Mark) {
    let mark = place.withLock { Mark(end: $0.end, clearings: $0.clearings) }
    guard let bytes = Self.bytes(descriptor) else { throw .failed(errno) }
    let found = SpoolFormat.read(Array(bytes[..<mark.end]))
    if !found.isWhole { place.withLock { $0.isDamaged = true } }
    return (found.records, mark)
  }

  /// Copies the whole file beside it.
  ///
  /// - Returns: Where the copy is.
  func keepCopy(at now: Instant) throws(SpoolFault) -> String {
    guard let bytes = Self.bytes(descriptor) else { throw .failed(errno) }
    let copy = FileStamp.freeName("\(path).kept-", at: now)
    let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { throw .failed(errno) }
    defer { close(target) }
    try Self.write(bytes, to: target, at: 0)
    guard fsync(target) == 0 else { throw .failed(errno) }
    return copy
  }

  /// Forgets everything, if nothing has come since the mark.
  ///
  /// The first block goes last: whatever interrupts this, what is left are records as they were, to be imported again.
  ///
  /// - Returns: Whether it is empty now.
  func clear(upTo mark: Mark) throws(SpoolFault) -> Bool {
    try place.withLock { (place) throws(SpoolFault) in
      let end = mark.end
      guard (place.end, place.clearings) == (end, mark.clearings) else { return false }
      let block = 4096
      let rest = min(Self.size, (end / block + 1) * block)
      if place.isDamaged || place.isTorn { try write([UInt8](repeating: 0, count: Self.size - rest), at: rest) }
      for start in stride(from: end / block * block, through: 0, by: -block) {
        try write([UInt8](repeating: 0, count: block), at: start)
      }
      place = Place(end: 0, clearings: place.clearings + 1, isDamaged: false)
      return true
    }
  }

  private func write(_ bytes: [UInt8], at offset: Int) throws(SpoolFault) {
    try Self.write(bytes, to: descriptor, at: offset)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws(SpoolFault) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .failed(count < 0 ? errno : ENOSPC) }
      written += count
    }
  }

  private static func bytes(_ descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    var read = 0
    while read < size {
      let count = bytes[read...].withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(read))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      read += count
    }
    return bytes
  }
}
