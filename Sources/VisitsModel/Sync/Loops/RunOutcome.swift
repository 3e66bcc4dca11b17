/// How a run of a sync loop ended.
package enum RunOutcome: Sendable, Hashable {
  /// All that there was to do is done, or is parked for a person.
  case succeeded
  /// The network cannot be reached: no route, refused, no such name, no answer in time.
  case unreachable
  /// Something else came between.
  ///
  /// - Parameter retryAfter: Milliseconds before which upstream wants to hear nothing more.
  case failed(RunFailure, retryAfter: Int64? = nil)
}

/// Why a run failed although the network could be reached.
package enum RunFailure: String, Sendable, Hashable, Codable, CaseIterable {
  /// 401, also with a fresh token.
  case unauthorized
  /// 403.
  case forbidden
  /// The certificate is not to be trusted.
  case untrusted
  /// The connection was lost while an answer was awaited.
  case cut
  /// 408, 429 or 5xx.
  case server
  /// What came is not what was asked for: no FHIR, not whole, pages without an end, another host's link.
  case unreadable
  /// A search was refused.
  case refused
  /// The server keeps no versions: an update could overwrite what another has written.
  case unversioned
  /// What came could not be kept here, or what waits not be read: the disk is full, or fails.
  case unkept

  /// Whether it is said at once: no further try would change it.
  package var isSaidAtOnce: Bool { self == .unauthorized || self == .forbidden }
}
