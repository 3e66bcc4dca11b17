import Synchronization
import VisitsAPI
import VisitsModel

/// The texts that callers upload in parts, kept in memory until they are imported. A text is dropped if no part of it
/// arrives for an hour. A restart drops all texts.
final class Uploads: Sendable {
  /// The identity of an upload: the caller's scope and the id of the upload.
  struct Key: Hashable, Sendable {
    /// The scope of the caller. Upload ids are unique within a scope.
    let scope: String
    let id: String
  }

  private let limit: Int
  private let shelf = Mutex(UploadShelf())
  private let begun: AsyncStream<Void>
  private let begin: AsyncStream<Void>.Continuation

  /// Creates the object without any uploads.
  ///
  /// - Parameter limit: The most bytes that all uploads together may use.
  init(limit: Int) {
    self.limit = limit
    (begun, begin) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Stores a part of a text. It must be the next part, or repeat an earlier part with the same content.
  ///
  /// - Returns: The number of bytes of the text received so far.
  /// - Throws: ``Refusal/upload(_:)`` if the part is out of order, if it differs from the part received before with the
  ///   same number, or if there is no room for it within the limit.
  func keep(_ content: String, as part: Int, of key: Key, _ format: Import.Format, now: Instant) throws -> Int {
    defer { begin.yield() }
    return try shelf.withLock { shelf in
      shelf.forgetOld(now: now)
      if let bytes = try shelf.recognize(content, as: part, of: key, format, now: now) { return bytes }
      return try shelf.add(content, to: key, format, limit: limit, now: now)
    }
  }

  /// Stores the last part of a text, and returns the whole text.
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

  /// Removes an upload with all its parts.
  func forget(_ key: Key) { shelf.withLock { $0.remove(key) } }

  /// The number of uploads in memory.
  var texts: Int { shelf.withLock { $0.uploads.count } }

  /// Removes uploads of which no part has arrived for an hour, because they contain personal data.
  func forgetOld(now: Instant) { shelf.withLock { $0.forgetOld(now: now) } }

  /// Removes each upload an hour after its latest part. Runs until the task is cancelled, and sleeps while there are no
  /// uploads.
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

/// The uploads, with the memory that they use.
private struct UploadShelf {
  struct Upload {
    let format: Import.Format
    var parts: [String] = []
    var bytes = 0
    var touchedAt: Instant

    /// The memory that the upload uses, in bytes, including an estimate for the overhead of its parts.
    var cost: Int { bytes + UploadShelf.overhead * (parts.count + 1) }
  }

  /// The approximate memory, in bytes, that an upload and each of its parts use besides the text. It is counted because
  /// an upload may consist of very many parts of one byte.
  static let overhead = 128
  private static let retention: Int64 = 3_600_000
  /// The time without a new part, in milliseconds, after which an upload may be removed to make room for another
  /// upload. A caller that has lost its connection usually continues sooner.
  private static let idle: Int64 = 120_000
  private static let limitOfScope = 8

  var uploads: [Uploads.Key: Upload] = [:]
  private var cost = 0

  /// Checks a part. Returns the number of bytes received so far if the part repeats an earlier one, and `nil` if it is
  /// the next part.
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

  /// Adds a part to its upload, and creates the upload for the first part. Returns the number of bytes received so far.
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

  /// The time at which the oldest upload must be removed; `nil` if there are no uploads.
  var firstEnd: Instant? {
    uploads.values.map(\.touchedAt).min().map { Instant(milliseconds: $0.milliseconds + Self.retention) }
  }

  mutating func forgetOld(now: Instant) {
    for (key, upload) in uploads where upload.touchedAt.milliseconds(to: now) >= Self.retention { remove(key) }
  }

  /// Removes idle uploads, the longest idle first, until there is room for a new part.
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
