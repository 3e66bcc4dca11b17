import Synchronization

/// Counts the buffered bytes and the calls that wait for an event, for the connections of one user or for all
/// connections.
final class BufferShare: Sendable {
  /// The bytes of unfinished requests, and of answers that peers have not read yet.
  private let held = Atomic(0)
  /// The bytes that are reserved for calls in flight and their answers. A call is in flight from its beginning until it
  /// is answered. Calls that wait for an event are not included.
  private let reserved = Atomic(0)
  /// The bytes that are reserved for calls that wait for an event. A call changes either this counter or ``reserved``,
  /// so the two can be read one after the other.
  private let reservedForWaits = Atomic(0)
  /// The number of calls that wait for an event.
  private let waits = Atomic(0)
  /// The actions that wake connections whose next call waits for room in the buffers.
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  /// Whether the buffers hold more bytes than the limit, or would hold more with these additional bytes.
  func isExceeded(_ limit: Int, with bytes: Int = 0) -> Bool { held.load(ordering: .relaxed) + bytes > limit }

  /// Whether the limit leaves room for a call and its answer. A call always has room if no other call is in flight. For
  /// a call that does not wait for an event itself, calls that do are not counted as in flight.
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

  /// Ends the reservation of a call, and wakes every connection whose next call waits for room.
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

  /// Registers an action that runs once, when the next reservation ends. The action must not block.
  fileprivate func whenReleased(_ wake: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(wake) } }
}

/// The limits for the buffers of a user's connections: one limit for this user, and one for all users together.
struct BufferBounds: Sendable {
  /// A counter of buffered bytes, with the limit for it in bytes.
  typealias Bound = (share: BufferShare, limit: Int)

  let user: Bound
  let all: Bound
  /// The number of bytes that the user may buffer even if the limit for all users together is exceeded.
  let kept: Int

  /// Whether the buffers of the user, or of all users together, are full, or would be full with these additional bytes.
  func isExceeded(with bytes: Int = 0) -> Bool {
    user.share.isExceeded(user.limit, with: bytes)
      || all.share.isExceeded(all.limit, with: bytes) && user.share.isExceeded(kept, with: bytes)
  }

  /// Whether the limits leave room for a call and its answer.
  func hasRoom(for room: CallRoom) -> Bool {
    user.share.hasRoom(for: room, user.limit)
      && (all.share.hasRoom(for: room, all.limit) || user.share.hasRoom(for: room, kept))
  }
}

/// The buffers of one connection. Their bytes count towards the limit of its user and towards the limit of all users.
struct BufferAccount {
  let bounds: BufferBounds
  private(set) var held = 0

  private var user: BufferBounds.Bound { bounds.user }
  private var all: BufferBounds.Bound { bounds.all }

  init(_ bounds: BufferBounds) {
    self.bounds = bounds
  }

  /// Whether the buffers of the user, or of all users together, are full.
  var isExceeded: Bool { bounds.isExceeded() }

  /// Whether the buffers would be full with an answer of this size, if no room was reserved for the answer.
  func isExceeded(with bytes: Int) -> Bool { bounds.isExceeded(with: bytes) }

  /// Whether the limits leave room for a call and its answer.
  func hasRoom(for room: CallRoom) -> Bool { bounds.hasRoom(for: room) }

  /// Updates the number of bytes that the connection buffers, in this account and in the counters of the user and of
  /// all users.
  mutating func hold(_ bytes: Int) {
    guard bytes != held else { return }
    user.share.hold(bytes - held)
    all.share.hold(bytes - held)
    held = bytes
  }

  /// Reserves the room for a call that begins, and counts the call if it waits for an event.
  func begin(_ room: CallRoom) {
    for share in [user.share, all.share] { share.reserve(room) }
    if room.waits { user.share.addWaits(1) }
  }

  /// Releases the room of a call that has ended.
  func end(_ room: CallRoom) {
    for share in [user.share, all.share] { share.release(room) }
    if room.waits { user.share.addWaits(-1) }
  }

  /// Registers an action that runs when the reservation of another call ends, since there may be room for this call
  /// then.
  ///
  /// - Returns: `true` if the connection must wait for that; `false` if there is room already.
  func waits(for room: CallRoom, _ wake: @escaping @Sendable () -> Void) -> Bool {
    (user.share.hasRoom(for: room, user.limit) ? all.share : user.share).whenReleased(wake)
    return !hasRoom(for: room)
  }

  /// The number of calls of all the user's connections that wait for an event.
  var waitsOfUser: Int { user.share.waitCount }
}
