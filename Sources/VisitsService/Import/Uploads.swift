import Synchronization
import VisitsAPI
import VisitsModel

/// The texts that are being sent in parts, of all callers, in memory: a restart forgets them, and so does an hour.
final class Uploads: Sendable {
  /// Whose, and which.
  struct Key: Hashable, Sendable {
    /// Within which ids of uploads are unique.
    let scope: String
    let id: String
  }

  private struct Upload {
    let format: Import.Format
    var parts: [String] = []
    var bytes = 0
    var touchedAt: Instant
  }

  private static let retention: Int64 = 3_600_000
  private let limit: Int
  private let uploads = Mutex<[Key: Upload]>([:])

  /// - Parameter limit: The most bytes that are kept of all together.
  init(limit: Int = 64 << 20) { self.limit = limit }

  /// Keeps a part. The same part may come again; what follows must be the next.
  ///
  /// - Returns: How many bytes of the text are here.
  func keep(_ content: String, as part: Int, of key: Key, _ format: Import.Format, now: Instant) throws -> Int {
    try uploads.withLock { uploads in
      Self.forgetOld(&uploads, now: now)
      guard var upload = uploads[key] ?? (part == 1 ? Upload(format: format, touchedAt: now) : nil) else {
        throw Refusal.upload(.unknown)
      }
      upload.touchedAt = now
      if upload.parts.indices.contains(part - 1) {
        guard upload.parts[part - 1] == content, upload.format == format else {
          throw Refusal.upload(.differs(part: part))
        }
      } else {
        let next = upload.parts.count + 1
        guard part == next else { throw Refusal.upload(.outOfOrder(part: part, expected: next)) }
        guard upload.format == format else { throw Refusal.upload(.differs(part: part)) }
        let bytes = content.utf8.count
        guard upload.bytes + bytes <= limit else {
          uploads[key] = nil
          throw Refusal.upload(.tooLarge(limit: limit))
        }
        let kept = uploads.values.reduce(0) { $0 + $1.bytes }
        guard kept + bytes <= limit else { throw Refusal.upload(.full(limit: limit)) }
        upload.parts.append(content)
        upload.bytes += bytes
      }
      uploads[key] = upload
      return upload.bytes
    }
  }

  /// The whole text, with its last part.
  func whole(
    with content: String, as part: Int, of key: Key, _ format: Import.Format, now: Instant
  ) throws -> String {
    _ = try keep(content, as: part, of: key, format, now: now)
    let parts = uploads.withLock { $0[key]?.parts ?? [] }
    guard parts.count == part else {
      throw Refusal.upload(.outOfOrder(part: part, expected: parts.count + 1))
    }
    return parts.joined()
  }

  /// Lets a text go.
  func forget(_ key: Key) { uploads.withLock { $0[key] = nil } }

  private static func forgetOld(_ uploads: inout [Key: Upload], now: Instant) {
    for (key, upload) in uploads where upload.touchedAt.milliseconds(to: now) > retention { uploads[key] = nil }
  }
}
