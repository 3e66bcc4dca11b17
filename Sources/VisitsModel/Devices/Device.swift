/// A worker's phone, or a browser of theirs: invited by the office, enrolled by its owner, revoked by the office.
///
/// Its secrets are kept as digests only, and stand neither in the audit nor in the feed.
package struct Device: Sendable, Hashable {
  /// Where it stands in its life.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// Its code can be used.
    case invited
    /// Nobody has used its code in time.
    case expired
    /// Its token holds.
    case enrolled
    /// The office has taken code and token away.
    case revoked
  }

  /// That the office has taken it away.
  package struct Revocation: Sendable, Hashable {
    /// When.
    package var at: Instant
    /// Why, in the office's words.
    package var reason: String

    /// What was done.
    package init(at: Instant, reason: String) {
      self.at = at
      self.reason = reason
    }
  }

  /// The id.
  package var id: DeviceID
  /// Whose it is.
  package var worker: WorkerID
  /// What its owner calls it.
  package var name: String?
  /// When the office invited it.
  package var invitedAt: Instant
  /// Until when its code can be used.
  package var expiresAt: Instant
  /// When its owner enrolled it.
  package var enrolledAt: Instant?
  /// That it was taken away.
  package var revoked: Revocation?
  /// The digest of the code, while it can be used.
  package var codeDigest: String?
  /// The digest of the token, while it holds.
  package var tokenDigest: String?
  /// The digest of the token that an ordinary revocation took away. With this token the device may still report.
  package var formerTokenDigest: String?
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// A device; version and instant are set by the store when it is kept.
  package init(
    id: DeviceID, worker: WorkerID, name: String? = nil, invitedAt: Instant, expiresAt: Instant,
    enrolledAt: Instant? = nil, revoked: Revocation? = nil, codeDigest: String? = nil, tokenDigest: String? = nil,
    formerTokenDigest: String? = nil, version: Int = 0, updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.worker = worker
    self.name = name
    self.invitedAt = invitedAt
    self.expiresAt = expiresAt
    self.enrolledAt = enrolledAt
    self.revoked = revoked
    self.codeDigest = codeDigest
    self.tokenDigest = tokenDigest
    self.formerTokenDigest = formerTokenDigest
    self.version = version
    self.updatedAt = updatedAt
  }

  /// By so many minutes the clock may have been set back since somebody was invited.
  private static let clockSlack: Int64 = 24 * 60

  /// Where it stands.
  package func state(now: Instant) -> State {
    if revoked != nil { return .revoked }
    if enrolledAt != nil { return .enrolled }
    // One that was made while the clock was ahead would be good until then.
    return now < expiresAt && invitedAt <= now.adding(minutes: Self.clockSlack) ? .invited : .expired
  }

  /// Its owner has used the code, which is of no use any more.
  ///
  /// - Throws: ``Refusal/unauthenticated(_:)`` when the code has expired or was taken away.
  package mutating func enrol(tokenDigest: String, name: String?, now: Instant) throws(Refusal) {
    guard state(now: now) == .invited else { throw .unauthenticated(.code) }
    enrolledAt = now
    codeDigest = nil
    self.tokenDigest = tokenDigest
    self.name = name ?? self.name
  }

  /// Takes the code and the token away. A device that is revoked already keeps the time and the reason.
  ///
  /// - Parameter isLost: Whether the device may not even report any more. Otherwise it may still send what its worker
  ///   recorded, for a time.
  package mutating func revoke(reason: String, isLost: Bool, now: Instant) {
    revoked = revoked ?? Revocation(at: now, reason: reason)
    formerTokenDigest = isLost ? nil : formerTokenDigest ?? tokenDigest
    codeDigest = nil
    tokenDigest = nil
  }
}

/// A device with its owner, as the API shows it.
package struct PlacedDevice: Sendable, Hashable {
  /// The device.
  package var device: Device
  /// Whose it is; `nil`: not looked up.
  package var worker: Worker?
  /// When it was heard from last.
  package var lastHeardAt: Instant?

  /// A device with its owner.
  package init(device: Device, worker: Worker? = nil, lastHeardAt: Instant? = nil) {
    self.device = device
    self.worker = worker
    self.lastHeardAt = lastHeardAt
  }
}
