import Synchronization
import VisitsAPI
import VisitsModel

/// The texts that callers are sending in parts, in memory. A restart drops them, and so does an hour without a part.
final class Uploads: Sendable {
  /// The caller's scope and the id of the upload.
  struct Key: Hashable, Sendable {
    /// The scope in which upload ids are unique.
    let scope: String
    let id: String
  }

  private let limit: Int
  private let shelf = Mutex(UploadShelf())
  private let begun: AsyncStream<Void>
  private let begin: AsyncStream<Void>.Continuation

  /// - Parameter limit: The most bytes of all uploads together.
  init(limit: Int) {
    self.limit = limit
    (begun, begin) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Stores a part. A part may be sent again; otherwise the next part must follow.
  ///
  /// - Returns: The number of bytes of the text received so far.
  /// - Throws: ``Refusal/upload(_:)`` if the part is out of order, differs from the one received before, or exceeds the
  ///   limit.
  func keep(_ content: String, as part: Int, of key: Key, _ format: Import.Format, now: Instant) throws -> Int {
    defer { begin.yield() }
    return try shelf.withLock { shelf in
      shelf.forgetOld(now: now)
      if let bytes = try shelf.recognize(content, as: part, of: key, format, now: now) { return bytes }
      return try shelf.add(content, to: key, format, limit: limit, now: now)
    }
  }

  /// Returns the whole text, including its last part.
  func whole(
    with content: String, as part: Int, of key: Key, _ format: Import.Format, now: Instant
  ) throws -> String {
    _ = try keep(content, as: part, of: key, format, now: now)
    let parts = shelf.withLock { $0.uploads[key]?.parts ?? [] }
    guard parts.count == part else {
      throw Refusal.upload(.outOfOrder(part: part, expected: parts.count + 1))
    }
    return parts.joined()
  }

  /// Removes an upload.
  func forget(_ key: Key) { shelf.withLock { $0.remove(key) } }

  /// The number of uploads.
  var texts: Int { shelf.withLock { $0.uploads.count } }

  /// Removes uploads that were not continued for an hour: they contain personal data.
  func forgetOld(now: Instant) { shelf.withLock { $0.forgetOld(now: now) } }

  /// Removes each upload an hour after its last part, until the task is cancelled. Sleeps while there is none.
  func forgetGivenUp(now: @Sendable () -> Instant, clock: any Clock<Duration>, loops: LoopWatch) async {
    defer { loops.ended(.uploads) }
    for await _ in begun {
      while let end = shelf.withLock(\.firstEnd) {
        let rest = Duration.milliseconds(now().milliseconds(to: end))
        loops.waits(.uploads, for: rest)
        do { try await clock.sleep(for: rest) } catch { return }
        loops.works(.uploads)
        forgetOld(now: now())
      }
      loops.waits(.uploads, for: nil)
    }
  }
}

/// The uploads and the memory that they use.
private struct UploadShelf {
  struct Upload {
    let format: Import.Format
    var parts: [String] = []
    var bytes = 0
    var touchedAt: Instant

    /// The memory that the upload uses, in bytes.
    var cost: Int { bytes + UploadShelf.overhead * (parts.count + 1) }
  }

  /// The approximate memory for an upload and for each part beside its text, in bytes: many parts of one byte must
  /// count too.
  static let overhead = 128
  private static let retention: Int64 = 3_600_000
  /// The time without a part, in milliseconds, after which an upload may be dropped for another: a caller that has lost
  /// its connection is back sooner.
  private static let idle: Int64 = 120_000
  private static let limitOfScope = 8

  var uploads: [Uploads.Key: Upload] = [:]
  private var cost = 0

  /// Returns the number of bytes received if this part is a repeat; `nil` if it is the next part.
  mutating func recognize(
    _ content: String, as part: Int, of key: Uploads.Key, _ format: Import.Format, now: Instant
  ) throws -> Int? {
    guard let upload = uploads[key] else {
      guard part == 1 else { throw Refusal.upload(.unknown) }
      return nil
    }
    uploads[key]?.touchedAt = now
    let next = upload.parts.count + 1
    guard part <= next else { throw Refusal.upload(.outOfOrder(part: part, expected: next)) }
    guard upload.format == format, part == next || upload.parts[part - 1] == content else {
      throw Refusal.upload(.differs(part: part))
    }
    return part < next ? upload.bytes : nil
  }

  /// Adds the next or the first part. Returns the number of bytes received.
  mutating func add(
    _ content: String, to key: Uploads.Key, _ format: Import.Format, limit: Int, now: Instant
  ) throws -> Int {
    let known = uploads[key]?.cost ?? Self.overhead
    let bytes = content.utf8.count + Self.overhead
    guard known + bytes <= limit else {
      remove(key)
      throw Refusal.upload(.tooLarge(limit: limit))
    }
    let isNew = uploads[key] == nil
    try makeRoom(for: isNew ? known + bytes : bytes, beside: key, isNew: isNew, limit: limit, now: now)
    if isNew {
      uploads[key] = Upload(format: format, touchedAt: now)
      cost += Self.overhead
    }
    uploads[key]?.parts.append(content)
    uploads[key]?.bytes += content.utf8.count
    cost += bytes
    return uploads[key]?.bytes ?? 0
  }

  mutating func remove(_ key: Uploads.Key) {
    if let gone = uploads.removeValue(forKey: key) { cost -= gone.cost }
  }

  /// The time at which the first upload must be removed; `nil` if there is none.
  var firstEnd: Instant? {
    uploads.values.map(\.touchedAt).min().map { Instant(milliseconds: $0.milliseconds + Self.retention) }
  }

  mutating func forgetOld(now: Instant) {
    for (key, upload) in uploads where upload.touchedAt.milliseconds(to: now) >= Self.retention { remove(key) }
  }

  /// Removes idle uploads, the longest idle first, until there is room.
  private mutating func makeRoom(
    for bytes: Int, beside key: Uploads.Key, isNew: Bool, limit: Int, now: Instant
  ) throws {
    while isNew, uploads.keys.count(where: { $0.scope == key.scope }) >= Self.limitOfScope {
      try dropIdle(beside: key, inScope: true, limit: limit, now: now)
    }
    while cost + bytes > limit { try dropIdle(beside: key, inScope: false, limit: limit, now: now) }
  }

  private mutating func dropIdle(beside key: Uploads.Key, inScope: Bool, limit: Int, now: Instant) throws {
    let idle = uploads.filter { other, upload in
      other != key && (!inScope || other.scope == key.scope) && upload.touchedAt.milliseconds(to: now) > Self.idle
    }
    guard let oldest = idle.min(by: { $0.value.touchedAt < $1.value.touchedAt }) else {
      throw Refusal.upload(.full(limit: limit))
    }
    remove(oldest.key)
  }
}
