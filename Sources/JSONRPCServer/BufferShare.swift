import Synchronization

/// Counts the bytes and the waiting calls of one user's connections, or of all connections.
final class BufferShare: Sendable {
  /// Bytes of unfinished requests and of answers that their peers have not read.
  private let held = Atomic(0)
  /// Bytes that are reserved for calls in flight and their answers.
  private let reserved = Atomic(0)
  /// Bytes that are reserved for calls that wait for an event. A call changes only one of the two counters, so they can
  /// be read one after the other.
  private let reservedForWaits = Atomic(0)
  /// The number of calls that wait for an event.
  private let waits = Atomic(0)
  /// The actions that wake connections waiting for room.
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  /// Whether the buffers hold more than the limit, or would with these additional bytes.
  func isExceeded(_ limit: Int, with bytes: Int = 0) -> Bool { held.load(ordering: .relaxed) + bytes > limit }

  /// Whether the limit leaves room for a call. A call always has room if no other call is in flight. For a call that
  /// does not wait for an event, waiting calls do not count as in flight.
  func hasRoom(for room: CallRoom, _ limit: Int) -> Bool {
    let (calls, waits) = (reserved.load(ordering: .relaxed), reservedForWaits.load(ordering: .relaxed))
    let inTheWay = room.waits ? calls + waits : calls
    return inTheWay == 0 || held.load(ordering: .relaxed) + calls + waits + room.bytes <= limit
  }

  fileprivate var waitCount: Int { waits.load(ordering: .relaxed) }

  fileprivate func addWaits(_ count: Int) { waits.wrappingAdd(count, ordering: .relaxed) }

  fileprivate func hold(_ bytes: Int) { held.wrappingAdd(bytes, ordering: .relaxed) }

  fileprivate func reserve(_ room: CallRoom) {
    if room.waits {
      reservedForWaits.wrappingAdd(room.bytes, ordering: .relaxed)
    } else {
      reserved.wrappingAdd(room.bytes, ordering: .relaxed)
    }
  }

  /// Ends a reservation, and wakes every connection that waits for room.
  fileprivate func release(_ room: CallRoom) {
    if room.waits {
      reservedForWaits.wrappingSubtract(room.bytes, ordering: .relaxed)
    } else {
      reserved.wrappingSubtract(room.bytes, ordering: .relaxed)
    }
    let woken = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for wake in woken { wake() }
  }

  /// Runs an action, which must not block, when a reservation ends.
  fileprivate func whenReleased(_ wake: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(wake) } }
}

/// The limits of a user's buffers: the user's own share, and the share of all users together.
struct BufferBounds: Sendable {
  /// A share and its limit in bytes.
  typealias Bound = (share: BufferShare, limit: Int)

  let user: Bound
  let all: Bound
  /// The number of bytes that the user may always hold, whatever the other users hold.
  let kept: Int

  /// Whether the user's buffers or all buffers together are full, or would be with these additional bytes.
  func isExceeded(with bytes: Int = 0) -> Bool {
    user.share.isExceeded(user.limit, with: bytes)
      || all.share.isExceeded(all.limit, with: bytes) && user.share.isExceeded(kept, with: bytes)
  }

  /// Whether there is room for a call.
  func hasRoom(for room: CallRoom) -> Bool {
    user.share.hasRoom(for: room, user.limit)
      && (all.share.hasRoom(for: room, all.limit) || user.share.hasRoom(for: room, kept))
  }
}

/// The buffers of one connection, charged to its user's share and to that of all users.
struct BufferAccount {
  let bounds: BufferBounds
  private(set) var held = 0

  private var user: BufferBounds.Bound { bounds.user }
  private var all: BufferBounds.Bound { bounds.all }

  init(_ bounds: BufferBounds) {
    self.bounds = bounds
  }

  /// Whether the user's buffers or all buffers together are full.
  var isExceeded: Bool { bounds.isExceeded() }

  /// Whether the buffers would be full with an answer of this size, for which no room was reserved.
  func isExceeded(with bytes: Int) -> Bool { bounds.isExceeded(with: bytes) }

  /// Whether there is room for a call.
  func hasRoom(for room: CallRoom) -> Bool { bounds.hasRoom(for: room) }

  /// Updates the number of bytes that the connection holds.
  mutating func hold(_ bytes: Int) {
    guard bytes != held else { return }
    user.share.hold(bytes - held)
    all.share.hold(bytes - held)
    held = bytes
  }

  /// Begins a call: reserves its room, and counts it if it waits for an event.
  func begin(_ room: CallRoom) {
    for share in [user.share, all.share] { share.reserve(room) }
    if room.waits { user.share.addWaits(1) }
  }

  /// Ends a call and its reservation.
  func end(_ room: CallRoom) {
    for share in [user.share, all.share] { share.release(room) }
    if room.waits { user.share.addWaits(-1) }
  }

  /// Runs an action when a reservation ends, since there may be room then.
  ///
  /// - Returns: `false` if there is room already, and the connection need not wait.
  func waits(for room: CallRoom, _ wake: @escaping @Sendable () -> Void) -> Bool {
    (user.share.hasRoom(for: room, user.limit) ? all.share : user.share).whenReleased(wake)
    return !hasRoom(for: room)
  }

  /// The number of the user's calls that wait for an event.
  var waitsOfUser: Int { user.share.waitCount }
}
